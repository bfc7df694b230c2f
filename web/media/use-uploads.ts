import { useQuery } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { sentenceOf } from "../api.ts";
import { toast } from "../ui/toast.ts";
import { type MediaScope, configQuery } from "./queries.ts";
import { sortFiles } from "./sort-files.ts";
import { type Upload, uploads } from "./upload-list.ts";
import { addRefused, addUploads } from "./upload-queue.ts";

export const useUploads = (): readonly Upload[] => useSyncExternalStore(uploads.subscribe, uploads.current);

/** What may be uploaded here, and how to begin: what the server would refuse is told at once. */
export function useUploader(scope: MediaScope) {
  const { data: config, refetch } = useQuery(configQuery);
  const upload = async (files: readonly File[]) => {
    if (files.length === 0) return;
    const limits = (config ?? (await refetch()).data)?.limits;
    if (!limits) {
      toast({ title: "Failed to get upload URL", text: sentenceOf(undefined), look: "danger" });
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
    addRefused(refused, scope);
    addUploads(taken, scope);
  };
  return { limits: config?.limits, upload };
}
