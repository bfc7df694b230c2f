import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef } from "react";
import type { Import } from "#contract/library.ts";
import { plural } from "#contract/locale.ts";
import { toast } from "../../ui/toast.ts";
import { refreshPhotos } from "../queries.ts";
import { isUnfinished } from "./queries.ts";

export const faultTitle = ({ fault }: Pick<Import, "fault">): string =>
  fault?.step === "download" ? "Download Failed" : "Upload Failed";

/** Shows a message for each photo that failed and one at the end of the import, when it also calls `onOver`. */
export function useWatch(imports: readonly Import[] | undefined, onOver: () => void): void {
  const client = useQueryClient();
  const before = useRef<ReadonlyMap<string, Import["state"]>>(undefined);
  const over = useEffectEvent(onOver);
  useEffect(() => {
    if (!imports) return;
    const known = before.current;
    before.current = new Map(imports.map(({ id, state }) => [id, state]));
    const ended = imports.filter(
      (one) => !isUnfinished(one) && isUnfinished({ state: known?.get(one.id) ?? one.state }),
    );
    if (ended.length === 0) return;
    for (const one of ended.filter(({ state }) => state === "failed"))
      toast({
        title: faultTitle(one),
        text: `${one.fileName} was skipped. ${one.fault?.sentence ?? ""}`,
        look: "danger",
      });
    if (imports.some(isUnfinished)) return;
    tellEnd(imports);
    void refreshPhotos(client);
    over();
  }, [imports, client]);
}

function tellEnd(imports: readonly Import[]): void {
  const came = imports.filter(({ state }) => state === "done").length;
  const failed = imports.filter(({ state }) => state === "failed");
  if (came > 0 && failed.length === 0)
    toast({
      title: "Import Complete",
      text: plural(came, { one: "1 photo was added.", other: `${came} photos were added.` }),
    });
  if (came === 0 && failed.length > 1 && failed.every(({ fault }) => fault?.step === "download"))
    toast({ title: "Import Failed", text: "No photos could be downloaded", look: "danger" });
}
