import { ButtonLink, paths } from "../core/link.tsx";
import { usePageTitle } from "../core/page-title.ts";
import { SceneSticker } from "../scenes/cover.tsx";
import { scenes } from "../scenes/scenes.ts";

/** The page for unknown addresses. */
export function NotFoundPage() {
  usePageTitle("404 Page Not Found");
  return (
    <div className="mx-auto grid max-w-md justify-items-center gap-5 px-4 py-16 text-center">
      <SceneSticker src={scenes.lighthouse} />
      <h1 className="poster text-5xl">404 Page Not Found</h1>
      <p className="text-soft">Did you forget to add the page to the router?</p>
      <ButtonLink to={paths.home} look="primary">
        Back to Home
      </ButtonLink>
    </div>
  );
}
