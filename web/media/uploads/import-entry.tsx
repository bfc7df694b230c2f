import { useQuery } from "@tanstack/react-query";
import { CloudDownload } from "lucide-react";
import { useSyncExternalStore } from "react";
import { sessionOver } from "../../core/session-over.ts";
import { useOpening } from "../../core/use-opening.ts";
import { Button } from "../../ui/button.tsx";
import { configQuery } from "../queries.ts";

/** A button beside the upload that imports from a photo library; nothing where none is set up. Without a session it cannot be pressed. */
export function ImportEntry() {
  const [, setOpening] = useOpening(["import"]);
  const { data: config } = useQuery(configQuery);
  const isLoggedOut = useSyncExternalStore(sessionOver.subscribe, sessionOver.current);
  if (!config?.photoLibrary) return null;
  return (
    <Button
      size="sm"
      aria-haspopup="dialog"
      disabled={isLoggedOut}
      icon={<CloudDownload aria-hidden="true" size={18} />}
      onClick={() => setOpening("import")}
    >
      {config.photoLibrary.name}
      {isLoggedOut && " (Login required)"}
    </Button>
  );
}
