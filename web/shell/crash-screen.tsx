import { Component, type ReactNode } from "react";
import { Button } from "../ui/button.tsx";

/** Stands in for a page that failed to load or to draw. Loading the whole page again also fetches a newer version. */
export class CrashScreen extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <div role="alert" className="mx-auto grid max-w-md justify-items-center gap-4 px-4 py-16 text-center">
        <h1 className="title text-2xl">This page did not come through</h1>
        <p className="text-soft">
          The connection may have dropped, or a new version is out. Loading it again usually helps.
        </p>
        <Button onClick={() => location.reload()}>Try Again</Button>
      </div>
    );
  }
}
