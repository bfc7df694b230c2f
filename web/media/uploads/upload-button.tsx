import { ImagePlus } from "lucide-react";
import { type ComponentProps, useRef } from "react";
import { Button } from "../../ui/button.tsx";
import type { MediaScope } from "../queries.ts";
import { acceptOf } from "./accepted-types.ts";
import { useUploader } from "./use-uploads.ts";

/** Opens the system's file picker for many photos at once, and shows them in the upload sheet. */
export function UploadButton({
  scope,
  label = "Add Photos",
  look = "plain",
  ...rest
}: {
  scope: MediaScope;
  label?: string;
} & Pick<ComponentProps<typeof Button>, "look" | "size" | "className">) {
  const input = useRef<HTMLInputElement>(null);
  const { limits, choose, hint } = useUploader(scope);
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
          void choose(files);
        }}
      />
      <Button
        {...hint}
        look={look}
        size={look === "primary" ? "md" : "sm"}
        {...rest}
        icon={<ImagePlus aria-hidden="true" size={18} />}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
    </>
  );
}
