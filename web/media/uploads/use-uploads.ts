import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { sentenceOf } from "../../core/api.ts";
import { toast } from "../../ui/toast.ts";
import { useViewer } from "../../core/viewer.ts";
import { type MediaScope, configQuery } from "../queries.ts";
import { type UploadLimits, sortFiles } from "./sort-files.ts";
import { preloadUploadTray } from "./upload-corner.tsx";
import { addRefused, addUploads } from "./upload-queue.ts";

/** Takes chosen files: queues those that the server takes, and says at once why it would refuse the others. */
export function useUploader(scope: MediaScope) {
  const client = useQueryClient();
  const viewer = useViewer();
  const { data: config } = useQuery({ ...configQuery, enabled: false });
  // People who lose reception later can still choose files and see them wait.
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
      const max = limits.maxFilesPerUpload;
      toast({
        title: "Too Many Photos",
        text: `Please select no more than ${max} photos. You selected ${files.length}. The first ${max} are on their way.`,
        look: "danger",
      });
    }
    if (!viewer) return;
    addRefused(refused, scope, viewer.id);
    addUploads(taken, scope, viewer.id);
  };
  // Loads what an upload needs when a person is about to choose files.
  const hint = { onPointerEnter: prepare, onFocus: prepare };
  return { limits: config?.limits, upload, prepare, hint };
}
