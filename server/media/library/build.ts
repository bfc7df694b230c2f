import type { Ground } from "../../schema/ground.ts";
import type { Intake } from "./intake.ts";
import { type Album, inSquad, inTrip } from "../photos/register.ts";
import { memberOf, memberOfTrip } from "../../access/rights.ts";
import { rightsStore } from "../../access/rights-store.ts";
import { fetchBytesFrom } from "./bytes.ts";
import { type Target, importStore } from "./import-store.ts";
import { importWrites } from "./import-writes-store.ts";
import { importOne, importQueue } from "./importing.ts";
import { importsOf } from "./imports.ts";
import { openPicker } from "./picker.ts";
import { selectionsOf } from "./selections.ts";
import { libraryStore } from "./store.ts";
import type { TokenOf } from "./tokens.ts";

export interface LibraryParts extends Pick<Ground, "database" | "jobs"> {
  /** The base address of the Picker API; undefined when this server offers no photo library. */
  readonly url: string | undefined;
  readonly tokenOf: TokenOf;
  readonly intake: Intake;
}

export type Library = ReturnType<typeof buildLibrary>;

/** Builds the import from people's photo libraries. */
export function buildLibrary({ url, tokenOf, database, jobs, intake }: LibraryParts) {
  const rights = rightsStore(database);
  /** Demands that a person may add photos to an album: 404 and 403 as for an upload. */
  const demandAlbum = async (userId: string, { tripId, squadId }: Target): Promise<Album> =>
    tripId ? inTrip(await memberOfTrip(rights, userId, tripId)) : inSquad(await memberOf(rights, userId, squadId!));
  const store = libraryStore(database);
  const { forgetOld } = store;
  if (url === undefined) return { demandAlbum, forgetOld, isOn: false as const };

  const imports = importStore(database);
  const writes = importWrites(database);
  const isLocal = url.startsWith("http:");
  const selections = selectionsOf({
    picker: openPicker(url),
    fetchBytes: fetchBytesFrom(url),
    tokenOf,
    store,
    mayOpen: (page) => page.protocol === "https:" || (isLocal && page.origin === new URL(url).origin),
  });
  jobs.handle(importQueue, async (batch) => {
    const failed = new Map<string, Error>();
    for (const job of batch) {
      await importOne({ selections, store, imports, writes, intake, demandAlbum }, job).catch((error: unknown) =>
        failed.set(job.id, error as Error),
      );
    }
    return failed;
  });
  return {
    isOn: true as const,
    demandAlbum,
    forgetOld,
    selections,
    largestBytes: intake.largestBytes,
    imports: importsOf({
      database,
      jobs,
      store,
      imports,
      writes,
      selections,
      limits: intake.limits,
      storage: intake.storage,
    }),
  };
}
