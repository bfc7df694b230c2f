import { setTimeout as sleep } from "node:timers/promises";
import { needsLinking } from "../platform/http/problem.ts";
import { type Body, type TestPerson, openTestApp, rows } from "./app.ts";
import type { TokenOf } from "../media/library/tokens.ts";
import { type PhotoLibrary, openPhotoLibrary } from "../../try/stand-ins/photo-library.ts";
import type { Shot } from "../../try/stand-ins/shot.ts";

/** The app with a photo library, which everybody but the people in `unlinked` has connected. */
export async function openWithLibrary(environment: Record<string, string> = {}) {
  const library: PhotoLibrary = await openPhotoLibrary();
  const unlinked = new Set<string>();
  const renewals = new Map<string, number>();
  const tokenOf: TokenOf = async (userId, rejected) => {
    if (unlinked.has(userId)) throw needsLinking();
    if (rejected !== undefined) renewals.set(userId, (renewals.get(userId) ?? 0) + 1);
    return `token of ${userId} ${renewals.get(userId) ?? 0}`;
  };
  const settings = {
    GOOGLE_PHOTOS_URL: library.url,
    OIDC_ISSUER: "http://localhost:1",
    OIDC_CLIENT_ID: "swellmates",
    OIDC_CLIENT_SECRET: "not so secret",
    ...environment,
  };
  const swell = await openTestApp(settings, undefined, { tokenOf });
  return {
    swell,
    library,
    unlinked,
    /** Opens another server on the same database and files. */
    another: (more: Record<string, string> = {}) =>
      openTestApp({ ...settings, DATA_DIR: swell.parts.config.dataDir, ...more }, swell.database, { tokenOf }),
    async close() {
      await swell.close();
      await library.close();
    },
  };
}

export type WithLibrary = Awaited<ReturnType<typeof openWithLibrary>>;

/** Picks these shots and finishes. Returns the id of the session. */
export async function select({ library }: WithLibrary, person: TestPerson, shots: Shot[]): Promise<string> {
  library.shots = [...library.shots, ...shots];
  const { status, text, body } = await person.post("/api/google-photos/session");
  if (status !== 201) throw new Error(`No session: ${text}`);
  library.pick(...shots);
  const media = await person.get(`/api/google-photos/media?sessionId=${String(body["id"])}`);
  if (media.status !== 200) throw new Error(`No media: ${media.text}`);
  return String(body["id"]);
}

export type Target = { tripId: string } | { squadId: string };
const query = (target: Target) => String(new URLSearchParams(target));

/** The imports that run or have just ended. */
export const importsIn = async (person: TestPerson, target: Target): Promise<readonly Body[]> =>
  rows((await person.get(`/api/google-photos/import?${query(target)}`)).body["imports"]);

/** Waits until all imports have ended, and returns them. */
export async function over(person: TestPerson, target: Target) {
  for (const until = Date.now() + 30_000; Date.now() < until; await sleep(50)) {
    const imports = await importsIn(person, target);
    const states = imports.map(({ state }) => String(state));
    if (!states.some((state) => state === "waiting" || state === "running")) return imports;
  }
  throw new Error("The imports have not come to an end");
}

/** Picks and imports these shots, and waits for the end. */
export async function bring(world: WithLibrary, person: TestPerson, target: Target, shots: Shot[]) {
  const sessionId = await select(world, person, shots);
  const itemIds = shots.map(({ id }) => id);
  const begun = await person.post("/api/google-photos/import", { sessionId, itemIds, ...target });
  if (begun.status !== 201) throw new Error(`Not begun: ${begun.text}`);
  return over(person, target);
}
