import { useQuery } from "@tanstack/react-query";
import { Button } from "../../ui/button.tsx";
import { useViewer } from "../../viewer.ts";
import { configQuery } from "../queries.ts";

/** The way in for photos of a photo library, beside the upload: nothing where none is set up, and disabled for whoever is not logged in. */
export function ImportEntry() {
  const viewer = useViewer();
  const { data: config } = useQuery({ ...configQuery, enabled: false });
  if (!config?.photoLibrary || viewer) return null;
  return <Button disabled>Google Photos (Login required)</Button>;
}
