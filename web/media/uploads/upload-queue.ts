import { forgetAllUploads } from "./kept-uploads.ts";
import type { MediaScope } from "../queries.ts";
import { type UploadCommand, openSender } from "./send-uploads.ts";
import { type Upload, type UploadState, isOver, uploads } from "./upload-list.ts";
import { markUploads } from "./upload-mark.ts";
import { type Tabs, joinTabs } from "./upload-tabs.ts";

/** So often at most other tabs hear how far it is. */
const newsMs = 250;

let joined:
  | {
      readonly userId: string;
      readonly add: (added: readonly Upload[]) => void;
      readonly tabs: Tabs<UploadCommand, readonly Upload[]>;
    }
  | undefined;

const isUnderWay = () => uploads.current().some((upload) => !isOver(upload));

/** Takes part in the uploads of this person in this browser: sends them, or shows what another tab sends. Once a page. */
export function joinUploads(userId: string): void {
  if (joined) return;
  const sender = openSender(userId, (id) => {
    // The tab that leads may have seen the end of all that it knew of.
    markUploads(userId, true);
    return tabs.command({ kind: "look", id });
  });
  let isLeading = false;
  // Files stay with who sends them.
  const news = () => uploads.current().map((upload): Upload => ({ ...upload, file: undefined }));
  const tabs: Tabs<UploadCommand, readonly Upload[]> = joinTabs<UploadCommand, readonly Upload[]>(
    `uploads of ${userId}`,
    {
      onLead: () => {
        isLeading = true;
        return sender.lead();
      },
      onFollow: () => {
        isLeading = false;
        sender.follow();
      },
      onCommand: sender.perform,
      onNews: sender.show,
      current: news,
      isBusy: isUnderWay,
    },
  );
  joined = { userId, add: sender.add, tabs };

  let telling: ReturnType<typeof setTimeout> | undefined;
  uploads.subscribe(() => {
    warnOnLeaving();
    if (!isLeading) return;
    telling ??= setTimeout(() => {
      telling = undefined;
      markUploads(
        userId,
        uploads.current().some((upload) => upload.state.kind !== "done"),
      );
      tabs.tell(news());
    }, newsMs);
  });
}

/** Takes files into the queue, in this order, and begins. */
export const addUploads = (files: readonly File[], scope: MediaScope, userId: string): void =>
  add(
    files.map((file) => ({ file, state: { kind: "waiting" } })),
    scope,
    userId,
  );

/** Puts files that cannot be uploaded on the list, with the reason. */
export const addRefused = (
  refused: readonly { file: File; sentence: string }[],
  scope: MediaScope,
  userId: string,
): void =>
  add(
    refused.map(({ file, sentence }) => ({ file, state: { kind: "failed", sentence, mayRetry: false } })),
    scope,
    userId,
  );

function add(files: readonly { file: File; state: UploadState }[], scope: MediaScope, userId: string): void {
  if (files.length === 0) return;
  joinUploads(userId);
  markUploads(userId, true);
  const added = files.map(({ file, state }): Upload => {
    const { name, type, size } = file;
    return { id: newId(), name, type, size, scope, state, file };
  });
  joined?.add(added);
}

/** Stops an upload, or takes one that is over off the list. */
export const removeUpload = (id: string): void => void joined?.tabs.command({ kind: "remove", ids: [id] });

/** Queues a failed upload again. */
export const retryUpload = (id: string): void => void joined?.tabs.command({ kind: "retry", id });

/** Takes everything that is over off the list. */
export function clearUploads(): void {
  const ids = uploads.current().flatMap((upload) => (isOver(upload) ? upload.id : []));
  if (ids.length > 0) void joined?.tabs.command({ kind: "remove", ids });
}

/** Gives up all uploads of whoever is logged in, and takes them off this device. */
export async function abandonUploads(): Promise<void> {
  if (!joined) return;
  void joined.tabs.command({ kind: "abandon" });
  await forgetAllUploads(joined.userId);
  markUploads(joined.userId, false);
}

/** `crypto.randomUUID` is there on HTTPS alone. */
const newId = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("");

const ask = (event: BeforeUnloadEvent) => event.preventDefault();

/** While something is under way that would be lost with the page, closing it asks first. */
function warnOnLeaving(): void {
  const isFragile = uploads.current().some((upload) => upload.file && !isOver(upload) && upload.isKept !== true);
  if (isFragile) addEventListener("beforeunload", ask);
  else removeEventListener("beforeunload", ask);
}
