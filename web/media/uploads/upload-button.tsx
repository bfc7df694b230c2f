import { ImagePlus } from "lucide-react";
import type { ComponentProps } from "react";
import { Button } from "../../ui/button.tsx";
import type { MediaScope } from "../queries.ts";
import { acceptOf } from "./accepted-types.ts";
import { pickFiles } from "./pick-files.ts";
import { useUploader } from "./use-uploads.ts";

/**
 * Opens the system's file picker for many photos at once, and shows them in the upload sheet. While a button with `leads` is in the window,
 * the one that follows it in the gallery hides.
 */
export function UploadButton({
  scope,
  label = "Add Photos",
  look = "plain",
  leads = false,
  ...rest
}: {
  scope: MediaScope;
  label?: string;
  leads?: boolean;
} & Pick<ComponentProps<typeof Button>, "look" | "size" | "className">) {
  const { limits, choose, hint } = useUploader(scope);
  return (
    <Button
      {...hint}
      ref={leads ? tellInView : undefined}
      look={look}
      size={look === "primary" ? "md" : "sm"}
      {...rest}
      icon={<ImagePlus aria-hidden="true" size={18} />}
      onClick={() => pickFiles(acceptOf(limits), (files) => void choose(files))}
    >
      {label}
    </Button>
  );
}

/** Keeps `data-leads` on a button while it stands in the window, outside the bars of the page. */
function tellInView(button: HTMLElement | null) {
  if (!button) return undefined;
  // At once, so that the other one does not show for a moment first.
  button.dataset["leads"] = "";
  const observer = new IntersectionObserver(
    (entries) => button.toggleAttribute("data-leads", entries.at(-1)?.isIntersecting === true),
    { rootMargin: "-64px 0px" },
  );
  observer.observe(button);
  return () => observer.disconnect();
}
