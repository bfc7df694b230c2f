import { Camera } from "lucide-react";
import { useRef } from "react";
import { Button } from "../ui/button.tsx";
import { ProgressBar } from "../ui/progress-bar.tsx";
import type { ImageUpload } from "./use-image-upload.ts";

/** A button that takes one picture, from the camera or the files, and shows how far its upload is. */
export function ChoosePhoto({ label, upload }: { label: string; upload: ImageUpload }) {
  const input = useRef<HTMLInputElement>(null);
  const { progress } = upload;
  return (
    <div className="grid gap-2">
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          // Emptied, so that choosing the same file again counts as a choice.
          currentTarget.value = "";
          if (file) void upload.start(file);
        }}
      />
      <Button
        size="sm"
        icon={<Camera aria-hidden="true" size={18} />}
        busy={progress !== undefined && "Uploading..."}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
      {progress !== undefined && (
        <ProgressBar value={progress * 100} label="Upload" text={`${Math.round(progress * 100)}% sent`} />
      )}
    </div>
  );
}
