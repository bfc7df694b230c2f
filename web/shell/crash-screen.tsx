import { Component, type ReactNode } from "react";
import { ErrorState } from "../ui/states.tsx";

/** Stands in for a page that failed to load or to draw. Loading the whole page again also fetches a newer version. */
export class CrashScreen extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <ErrorState
        wholePage
        title="This page did not come through"
        text="The connection may have dropped, or a new version is out. Loading it again usually helps."
        onRetry={() => location.reload()}
      />
    );
  }
}
