import { Component, type ReactNode } from "react";
import { SceneSticker } from "../scenes/scene-sticker.tsx";
import { scenes } from "../scenes/scenes.ts";
import { Button } from "../ui/button.tsx";

const reload = () => location.reload();

/**
 * Replaces a page that failed to load or render. A reload also fetches a newer version of the app. Offline,
 * a reload would open the browser's error page, so the screen reloads when the connection is back.
 */
export class CrashScreen extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch() {
    if (!navigator.onLine) addEventListener("online", reload);
  }

  override componentWillUnmount() {
    removeEventListener("online", reload);
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    const offline = !navigator.onLine;
    return (
      <div role="alert" className="mx-auto grid max-w-md justify-items-center gap-4 px-4 py-16 text-center">
        <SceneSticker src={scenes.lighthouse} />
        <h1 className="title text-2xl">This page did not come through</h1>
        <p className="text-soft">
          {offline
            ? "You seem to be offline. It opens by itself as soon as there is a connection."
            : "The connection may have dropped, or a new version is out. Loading it again usually helps."}
        </p>
        {!offline && <Button onClick={reload}>Try Again</Button>}
      </div>
    );
  }
}
