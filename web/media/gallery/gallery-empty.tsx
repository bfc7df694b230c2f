import { SceneSticker } from "../../scenes/cover.tsx";
import { scenes } from "../../scenes/scenes.ts";
import { EmptyState } from "../../ui/states.tsx";

/** Stands in place of photos in an empty gallery, also of a trip that is still ahead. The button to add some is above it. */
export const GalleryEmpty = ({ mayUpload, isAhead }: { mayUpload: boolean; isAhead: boolean }) => (
  <EmptyState
    art={<SceneSticker src={scenes.pier} />}
    title={isAhead ? "Nobody has packed yet." : "Nothing on film yet"}
    text={
      mayUpload ? (
        <>
          {/* Touch devices have no drag and drop. */}
          <span className="pointer-coarse:hidden">Drop your photos anywhere on this page, or pick them.</span>
          <span className="hidden pointer-coarse:inline">Add your photos.</span> Everyone gets them in full quality.
        </>
      ) : (
        "Photos show up here as soon as someone of the crew adds them."
      )
    }
  />
);
