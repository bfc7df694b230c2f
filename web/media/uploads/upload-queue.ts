// Decision 026: why uploads continue after a reload or a lost connection.
import type { MediaScope } from "../queries.ts";
import { untilLoaded } from "../../ui/near.tsx";
import type { ChosenFile } from "./chosen-files.ts";
import { newId } from "./new-id.ts";
import { type Upload, type ZipPlan, isOver, uploads } from "./upload-list.ts";
import { uploadOne } from "./upload-one.ts";
import { portsFor } from "./upload-ports.ts";
import { openUploadTab } from "./upload-tab.ts";

const loadZips = async () => (await import("./zip-ports.ts")).sendZips;

let tab: ReturnType<typeof openUploadTab> | undefined;

/** Continues this person's uploads, and shows those of other tabs. A page has one person, so the first call opens the queue. */
export function openUploads(userId: string): ReturnType<typeof openUploadTab> {
  if (tab) return tab;
  tab = openUploadTab(userId, uploads, async (job) => {
    const { upload, file, sum, tell, remember, signal } = job;
    if (upload.zip) return (await untilLoaded(loadZips))(job, userId);
    return uploadOne(portsFor(upload, file, sum, userId, remember), tell, signal, upload);
  });
  uploads.subscribe(warnOnLeaving);
  void tab.look();
  return tab;
}

/** Queues files in this order, and begins to send them. */
export const addUploads = (chosen: readonly Omit<ChosenFile, "id">[], scope: MediaScope, userId: string): void =>
  openUploads(userId).add(chosen.map((one, n) => newUpload(one, n, scope)));

/** Queues what goes of zips that were chosen together. */
export function addZips(
  zips: readonly File[],
  plan: ZipPlan,
  more: Pick<Upload, "scope" | "personId">,
  userId: string,
): void {
  const size = plan.photos.reduce((sum, photo) => sum + photo.size, 0);
  const name = zips.length === 1 ? zips[0]!.name : `${zips[0]?.name} and ${zips.length - 1} more`;
  const file = new Blob([...zips]);
  const state = { kind: "waiting" } as const;
  openUploads(userId).add([
    { ...more, id: newId(), order: Date.now(), name, type: "application/zip", size, state, file, zip: plan },
  ]);
}

function newUpload({ file, caption }: Omit<ChosenFile, "id">, n: number, scope: MediaScope): Upload {
  const { name, type, size } = file;
  const order = Date.now() + n / 1000;
  return { id: newId(), order, name, type, size, caption: caption.trim(), scope, state: { kind: "waiting" }, file };
}

/** Stops an upload, or takes one that is over off the list. */
export const removeUpload = (id: string): void => tab?.remove([id]);

/** Queues a failed upload again. */
export const retryUpload = (id: string): void => void tab?.retry(id);

/** Takes all uploads that are over off the list. */
export const clearUploads = (): void =>
  tab?.remove(uploads.current().flatMap((upload) => (isOver(upload) ? upload.id : [])));

/** Returns how many uploads have not arrived yet, in all tabs. */
export async function countPending(userId: string): Promise<number> {
  await openUploads(userId).look();
  return uploads.current().filter((upload) => !isOver(upload)).length;
}

/** Ends all uploads of this person and deletes their copies from this device. Rejects when these cannot be deleted now. */
export const abandonUploads = (userId: string): Promise<void> => openUploads(userId).removeAll();

const ask = (event: BeforeUnloadEvent) => event.preventDefault();

/** Closing the page asks first while that would lose an upload. */
function warnOnLeaving(): void {
  const isFragile = uploads.current().some((upload) => upload.file && !isOver(upload) && upload.isStored !== true);
  if (isFragile) addEventListener("beforeunload", ask);
  else removeEventListener("beforeunload", ask);
}
