import { hashFile } from "./hash-file.ts";
import type { SendFile } from "./tab-state.ts";
import type { Upload } from "./upload-list.ts";
import { uploadOne } from "./upload-one.ts";
import { portsFor } from "./upload-ports.ts";
import { openPhoto } from "./zip/ask-worker.ts";
import { type Ended, type ZipPorts, sendZip } from "./send-zip.ts";

/** Sends the photos of zips of one person, with the real server and browser. */
export async function sendZips(
  { upload, file, tell, remember, signal }: Parameters<SendFile>[0],
  userId: string,
): Promise<void> {
  const plan = upload.zip!;
  const zips = cut(file, plan.sizes);
  const ports: ZipPorts = {
    open: (photo) => openPhoto(zips, photo),
    isGone: async () => !(await canRead(file)),
    async send(index, { file: bytes, takenAtHint, caption }, point, show) {
      const { name, type } = plan.photos[index]!;
      const words = plan.captions[index] ?? caption;
      const one: Upload = { ...upload, ...point, name, type, size: bytes.size, caption: words, takenAtHint };
      let sum: Promise<string | undefined> | undefined;
      const sums = { find: () => (sum ??= hashFile(bytes)), forget: () => void (sum = undefined) };
      let ended: Ended | undefined;
      await uploadOne(
        portsFor(one, bytes, sums, userId, remember),
        (state) => (state.kind === "done" || state.kind === "failed" ? (ended = state) : show(state)),
        signal,
        point,
      );
      return ended!;
    },
    tell,
    remember,
    signal,
  };
  await sendZip(upload, ports);
}

/** The zips of a choice, which are stored as one file. */
function cut(file: Blob, sizes: readonly number[]): readonly Blob[] {
  let start = 0;
  return sizes.map((size) => file.slice(start, (start += size)));
}

const canRead = (file: Blob): Promise<boolean> =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );
