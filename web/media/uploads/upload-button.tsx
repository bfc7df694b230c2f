import { ImagePlus } from "lucide-react";
import { type ComponentProps, useRef } from "react";
import { Button } from "../../ui/button.tsx";
import type { MediaScope } from "../queries.ts";
import { acceptOf } from "./sort-files.ts";
import { useUploader } from "./use-uploads.ts";

/** Opens the system's file picker for many photos at once, and begins to upload them. */
export function UploadButton({
  scope,
  look = "plain",
  onPicked,
}: {
  scope: MediaScope;
  look?: ComponentProps<typeof Button>["look"];
  onPicked?: () => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const { limits, upload, hint } = useUploader(scope);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        accept={acceptOf(limits)}
        aria-label="Photos to add"
        hidden
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          // Emptied, so that choosing the same photos again is a change.
          currentTarget.value = "";
          void upload(files);
          if (files.length > 0) onPicked?.();
        }}
      />
      <Button
        {...hint}
        look={look}
        size={look === "primary" ? "md" : "sm"}
        icon={<ImagePlus aria-hidden="true" size={18} />}
        onClick={() => input.current?.click()}
      >
        Add Photos
      </Button>
    </>
  );
}
