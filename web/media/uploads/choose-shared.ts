import { type SharedFile, forgetShared } from "../../core/device/shared-files.ts";
import type { MediaScope } from "../queries.ts";
import { chooseFiles, watchChosen } from "./chosen-files.ts";

let stop: (() => unknown) | undefined;

/**
 * Puts shared files into the choice for a trip. Each is deleted from this device's store once it has left the choice: it is on its way
 * then, or discarded. If the page ends before that, the files wait for the next choice of a trip.
 */
export function chooseShared(scope: MediaScope, shared: readonly SharedFile[]): void {
  stop?.();
  chooseFiles(
    scope,
    shared.map(({ file }) => file),
  );
  let waiting = shared;
  stop = watchChosen((chosen) => {
    const left = waiting.filter(({ file }) => !chosen.has(file));
    if (left.length === 0) return;
    waiting = waiting.filter((one) => !left.includes(one));
    if (waiting.length === 0) stop?.();
    forgetShared(left.map(({ id }) => id)).catch(() => undefined);
  });
}
