import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { sentenceOf } from "../../core/api.ts";
import { toast } from "../../ui/toast.ts";
import { useViewer } from "../../core/viewer.ts";
import { type MediaScope, configQuery } from "../queries.ts";
import { type UploadLimits, sortFiles } from "./sort-files.ts";
import { preloadUploadTray } from "./upload-corner.tsx";
import { addRefused, addUploads } from "./upload-queue.ts";

/** What may be uploaded here, and how to begin: what the server would refuse is told at once. */
export function useUploader(scope: MediaScope) {
  const client = useQueryClient();
  const viewer = useViewer();
  const { data: config } = useQuery({ ...configQuery, enabled: false });
  // Whoever loses reception after the page came can still choose, and see what waits.
  useEffect(() => {
    const soon = setTimeout(preloadUploadTray, 2000);
    return () => clearTimeout(soon);
  }, []);
  const prepare = () => {
    void client.prefetchQuery(configQuery);
    preloadUploadTray();
  };
  const upload = async (files: readonly File[]) => {
    if (files.length === 0) return;
    let limits: UploadLimits;
    try {
      ({ limits } = await client.ensureQueryData(configQuery));
    } catch (error) {
      toast({ title: "Failed to get upload URL", text: sentenceOf(error), look: "danger" });
      return;
    }
    const { taken, refused, tooMany } = sortFiles(files, limits);
    if (tooMany > 0) {
      const most = limits.maxFilesPerUpload;
      toast({
        title: "Too Many Photos",
        text: `Please select no more than ${most} photos. You selected ${files.length}. The first ${most} are on their way.`,
        look: "danger",
      });
    }
    if (!viewer) return;
    addRefused(refused, scope, viewer.id);
    addUploads(taken, scope, viewer.id);
  };
  // For whoever is about to upload; the page itself needs none of it.
  const hint = { onPointerEnter: prepare, onFocus: prepare };
  return { limits: config?.limits, upload, prepare, hint };
}
