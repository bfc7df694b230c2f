import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { randomBytes } from "node:crypto";
import path from "node:path";
import { type Account, type AsAccount, run } from "./account.ts";
import { findPrograms, type Programs } from "./programs.ts";

interface ClusterOptions {
  readonly folder: string;
  readonly programs: Programs;
  readonly account: Account;
  readonly asAccount: AsAccount;
}

/** The server logs in as `app`, which owns its databases and has no superuser rights. */
const roles = `
create role app login createdb
grant pg_monitor, pg_checkpoint to app
create database app owner app
`;

/** Creates the cluster if there is none. It appears whole or not at all, also after a kill or a power cut. */
export async function createOnce(options: ClusterOptions): Promise<void> {
  const { folder, programs, account, asAccount } = options;
  if (existsSync(path.join(folder, "PG_VERSION"))) return;
  const draft = makeDraft(folder, account);
  const major = await majorOf(programs.postgres, asAccount);
  // The built-in locale is the same on every machine, so no system upgrade breaks an index.
  const locale =
    major >= 17 ? ["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"] : ["--locale=C.UTF-8"];
  const how = [
    "-D",
    draft,
    "-U",
    "postgres",
    "-A",
    "peer",
    "-E",
    "UTF8",
    "--data-checksums",
    "--no-instructions",
    ...locale,
  ];
  await run(asAccount(programs.initdb, how));
  await run(asAccount(programs.postgres, ["--single", "-D", draft, "-c", "log_checkpoints=off", "postgres"]), roles);
  renameSync(draft, folder);
  sync(path.dirname(folder));
}

/** Makes an empty folder of the account, to be renamed to `folder` when the cluster in it is whole. */
export function makeDraft(folder: string, { uid, gid }: Account): string {
  removeHalfMade(folder);
  const draft = `${folder}.new-${randomBytes(4).toString("hex")}`;
  mkdirSync(draft, { mode: 0o700 });
  chownSync(draft, uid, gid);
  return draft;
}

/** Removes clusters that killed processes left. An initdb that still runs there fails once its folder is gone. */
function removeHalfMade(folder: string): void {
  const parent = path.dirname(folder);
  for (const name of readdirSync(parent))
    if (name.startsWith(`${path.basename(folder)}.new-`))
      rmSync(path.join(parent, name), { recursive: true, force: true, maxRetries: 30, retryDelay: 50 });
}

/** The major version of a PostgreSQL program. */
export async function majorOf(postgres: string, asAccount: AsAccount): Promise<number> {
  return Number(/ (\d+)/.exec(await run(asAccount(postgres, ["-V"])))?.[1]);
}

/** The major version of the programs in `binDir`, or else of the packaged ones. */
export async function majorOfPrograms(binDir: string | undefined): Promise<number> {
  const { postgres } = await findPrograms(binDir);
  return majorOf(postgres, (file, args) => ({ file, args: [...args], options: {} }));
}

/** Lets only the account and this process log in: over the socket, as their own user, without a password. */
export function allowAccounts(folder: string, { names }: Account): void {
  const hba = "local all all peer map=app\nlocal replication postgres peer map=app\n";
  const ident = names.flatMap((name) => ["app", "postgres"].map((role) => `app "${name}" ${role}\n`)).join("");
  writeIfChanged(path.join(folder, "pg_hba.conf"), hba);
  writeIfChanged(path.join(folder, "pg_ident.conf"), ident);
}

/** Overwrites the file that initdb made, so that the account still owns it. */
function writeIfChanged(file: string, text: string): void {
  if (readFileSync(file, "utf8") !== text) writeFileSync(file, text, { flush: true });
}

/** Flushes the names in a folder, so that they survive a power cut. */
export function sync(folder: string): void {
  const handle = openSync(folder, "r");
  fsyncSync(handle);
  closeSync(handle);
}
