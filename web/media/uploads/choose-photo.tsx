import { Camera, Image } from "lucide-react";
import { useId, useRef } from "react";
import { Button } from "../../ui/button.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import type { ImageUpload } from "./use-image-upload.ts";

/**
 * A button that uploads one picture, with its progress. With `camera`, phones open that camera at once (computers ask for a file), and a
 * second button chooses a picture that exists already.
 */
export function ChoosePhoto({
  label,
  upload,
  camera,
}: {
  label: string;
  upload: ImageUpload;
  camera?: "environment" | "user";
}) {
  const shot = useRef<HTMLInputElement>(null);
  const file = useRef<HTMLInputElement>(null);
  const hintId = useId();
  const { progress, reason, hint } = upload;
  const take = ({ currentTarget }: React.ChangeEvent<HTMLInputElement>) => {
    const picture = currentTarget.files?.[0];
    // Emptied, so that choosing the same file again is a change.
    currentTarget.value = "";
    if (picture) void upload.start(picture);
  };
  return (
    <div className="grid gap-2">
      <input ref={shot} type="file" accept="image/*" capture={camera} hidden onChange={take} />
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          icon={<Camera aria-hidden="true" size={18} />}
          busy={progress !== undefined && "Uploading..."}
          aria-describedby={hintId}
          onClick={() => shot.current?.click()}
        >
          {label}
        </Button>
        {camera && progress === undefined && (
          <>
            <input ref={file} type="file" accept="image/*" hidden onChange={take} />
            <Button
              size="sm"
              icon={<Image aria-hidden="true" size={18} />}
              aria-describedby={hintId}
              onClick={() => file.current?.click()}
            >
              Choose a Photo
            </Button>
          </>
        )}
      </div>
      <p id={hintId} className="text-sm text-soft">
        {hint}
      </p>
      {progress !== undefined && (
        <ProgressBar value={progress * 100} label="Upload" text={`${Math.round(progress * 100)}% sent`} />
      )}
      <p role="alert" className="text-sm font-semibold text-alarm empty:hidden">
        {reason}
      </p>
    </div>
  );
}
