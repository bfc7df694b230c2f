import { serverTextOf } from "../core/api.ts";
import { ButtonLink, paths } from "../core/link.tsx";
import { SceneSticker } from "../scenes/cover.tsx";
import { scenes } from "../scenes/scenes.ts";
import { ErrorState } from "../ui/states.tsx";

/** Says why joining failed, with buttons to try again or to go home. */
export const JoinFailed = ({ error, onRetry, busy }: { error: unknown; onRetry: () => void; busy?: boolean }) => (
  <ErrorState
    art={<SceneSticker src={scenes.pier} />}
    title={<h1>Join Failed</h1>}
    text={serverTextOf(error) ?? "Failed to join squad. Please try again."}
    onRetry={onRetry}
    busy={busy}
    action={<ButtonLink to={paths.home}>Back to Home</ButtonLink>}
  />
);
