import { useQuery } from "@tanstack/react-query";
import { CloudDownload } from "lucide-react";
import { useOpening } from "../../core/use-opening.ts";
import { Button } from "../../ui/button.tsx";
import { configQuery } from "../queries.ts";

/** A button beside the upload that imports from a photo library; nothing where none is set up. */
export function ImportEntry() {
  const [, setOpening] = useOpening(["import"]);
  const { data: config } = useQuery(configQuery);
  if (!config?.photoLibrary) return null;
  return (
    <Button
      size="sm"
      aria-haspopup="dialog"
      icon={<CloudDownload aria-hidden="true" size={18} />}
      onClick={() => setOpening("import")}
    >
      {config.photoLibrary.name}
    </Button>
  );
}
