import { useQuery, useQueryClient } from "@tanstack/react-query";
import { sentenceOf } from "../../core/api.ts";
import { useOpening } from "../../core/use-opening.ts";
import { toast } from "../../ui/toast.ts";
import { type MediaScope, configQuery } from "../queries.ts";
import { chooseFiles } from "./chosen-files.ts";
import { preloadUploadTray } from "./upload-corner.tsx";

/** Takes chosen files into the upload sheet, where the person looks at them before anything is sent. */
export function useUploader(scope: MediaScope) {
  const client = useQueryClient();
  const [, setOpening] = useOpening(["upload"]);
  const { data: config } = useQuery({ ...configQuery, enabled: false });
  const prepare = () => {
    void client.prefetchQuery(configQuery);
    preloadUploadTray();
  };
  const choose = async (files: readonly File[]) => {
    if (files.length === 0) return;
    try {
      await client.ensureQueryData(configQuery);
    } catch (error) {
      toast({ title: "Failed to get upload URL", text: sentenceOf(error), look: "danger" });
      return;
    }
    chooseFiles(scope, files);
    setOpening("upload");
  };
  // Loads what an upload needs when a person is about to choose files.
  const hint = { onPointerEnter: prepare, onFocus: prepare };
  return { limits: config?.limits, choose, prepare, hint };
}
