// Decision 070: why this is an entry of its own, above the product.
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { openBlobs } from "../server/platform/blobs/open-blobs.ts";
import { readConfig } from "../server/platform/config/config.ts";
import { signInAtProvider } from "./stand-ins/identity-provider-pages.ts";
import { type StandInProvider, startIdentityProvider } from "./stand-ins/identity-provider.ts";
import { openPhotoLibrary } from "./stand-ins/photo-library.ts";
import { type Stops, runUntilStopped, sayWhere, serve } from "../server/start.ts";
import { makeFolder } from "./folder.ts";
import { libraryShots } from "./library.ts";
import { withLine } from "./line.ts";
import { tryRoutes } from "./routes.ts";
import { buildWorld } from "./world/build.ts";
import type { Door } from "./world/door.ts";
import { makeLooks } from "./world/looks.ts";
import { faces, password, people } from "./world/people.ts";

/** It differs from the port of `npm start`, so that both can run. */
const usualPort = "3001";
/** The settings that a person may choose. The others would point to places that outlive this run. */
const allowed = ["PORT", "HOST", "PUBLIC_URL", "FFMPEG", "APP_PG_BIN", "LOG_LEVEL"];

/** Starts the product, with this built web, in a world of its own and with stand-ins for Google. It throws all of it away at the end. */
export const startTry = (built: string): Promise<void> =>
  runUntilStopped("npm run try", async (stops) => {
    const folder = await makeFolder(os.tmpdir());
    stops.push(() => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }));
    const dataDir = path.join(folder, "data");
    const [provider, library] = await openStandIns(stops);
    const config = readConfig({
      ...provider.environment,
      PORT: usualPort,
      // The logins need no password, so nobody else may reach them.
      HOST: "127.0.0.1",
      // The world's people log in all the time, and this line is for a person to read.
      LOG_LEVEL: "error",
      ...Object.fromEntries(allowed.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))),
      GOOGLE_PHOTOS_URL: library.url,
      DATA_DIR: dataDir,
      RATE_LIMITS: "off",
    });
    // At once, because PostgreSQL waits for the disk and pictures for the processor.
    const [{ app, parts, url }, looks] = await Promise.all([
      copyWeb(built, path.join(folder, "web")).then((webDir) =>
        serve(config, stops, {
          webDir,
          postgres: { fsync: "off", synchronous_commit: "off", full_page_writes: "off" },
          sessionCookie: "try_session",
          addRoutes: (on) => tryRoutes(on, dataDir),
        }),
      ),
      makeLooks(path.join(folder, "looks")),
    ]);
    const origin = config.publicUrl ?? url;
    for (const host of [origin, url, url.replace("localhost", "127.0.0.1")])
      provider.allow(`${host}/api/auth/google/callback`);
    library.shots = await libraryShots(looks, new Date());
    const doors = await buildWorld({
      app,
      database: parts.database,
      blobs: openBlobs(config),
      looks,
      dataDir,
      origin,
    });
    await connectLibrary(doors.ana);
    sayWhere(origin);
    process.stdout.write(
      "The line on top of every page logs you in as one of five friends, by one click, and shows the mails.\n" +
        "Press Ctrl-C to stop; this world is gone then.\n",
    );
  });

async function openStandIns(stops: Stops) {
  const provider = await startIdentityProvider();
  stops.push(() => provider.stop());
  for (const who of faces) knownAs(provider, who, people[who]);
  // Noa has no account yet: this login shows how somebody arrives for the first time.
  knownAs(provider, "noa", { firstName: "Noa", lastName: "Reyes", email: "noa@example.org" });
  const library = await openPhotoLibrary();
  stops.push(() => library.close());
  return [provider, library] as const;
}

function knownAs(
  { people: known }: StandInProvider,
  login: string,
  { firstName, lastName, email }: { readonly firstName: string; readonly lastName: string; readonly email: string },
) {
  known.set(login, { email, email_verified: true, given_name: firstName, family_name: lastName });
}

/** Copies the built web, and adds the line to its page. Returns the copy's folder. */
async function copyWeb(built: string, folder: string): Promise<string> {
  await mkdir(folder);
  await cp(built, folder, { recursive: true });
  const page = path.join(folder, "index.html");
  await writeFile(page, withLine(await readFile(page, "utf8")));
  return folder;
}

/** Links Ana's account with Google and its photos, so that an import needs no preparation. The others link theirs on their pages. */
async function connectLibrary(ana: Door): Promise<void> {
  await ana.call("POST", "/api/password/proof", { password });
  const address = await ana.visit("/api/auth/google/link?with=photos&return=%2F");
  await ana.visit(await signInAtProvider(address, { login: "ana" }));
}
