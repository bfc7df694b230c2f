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
import type { Programs } from "./programs.ts";

interface Making {
  readonly folder: string;
  readonly programs: Programs;
  readonly account: Account;
  readonly asAccount: AsAccount;
}

/** The server works as `app`, which may do anything in its own databases and nothing to the machine. */
const roles = `
create role app login createdb
grant pg_monitor, pg_checkpoint to app
create database app owner app
`;

/** Makes the cluster when there is none yet. It appears whole or not at all, wherever a kill or a power cut falls. */
export async function createOnce(making: Making): Promise<void> {
  const { folder, programs, account, asAccount } = making;
  if (existsSync(path.join(folder, "PG_VERSION"))) return;
  removeHalfMade(folder);
  const aside = `${folder}.new-${randomBytes(4).toString("hex")}`;
  mkdirSync(aside, { mode: 0o700 });
  chownSync(aside, account.uid, account.gid);
  const major = await majorOf(programs.postgres, asAccount);
  // The built-in locale is the same on every machine, so that no system upgrade breaks an index.
  const locale =
    major >= 17 ? ["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"] : ["--locale=C.UTF-8"];
  const how = [
    "-D",
    aside,
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
  await run(asAccount(programs.postgres, ["--single", "-D", aside, "-c", "log_checkpoints=off", "postgres"]), roles);
  renameSync(aside, folder);
  sync(path.dirname(folder));
}

/** An initdb that outlived its killed parent may still be writing: it gives up when its folder is gone. */
function removeHalfMade(folder: string): void {
  const parent = path.dirname(folder);
  for (const name of readdirSync(parent))
    if (name.startsWith(`${path.basename(folder)}.new-`))
      rmSync(path.join(parent, name), { recursive: true, force: true, maxRetries: 30, retryDelay: 50 });
}

/** The first number of a PostgreSQL's version. */
export async function majorOf(postgres: string, asAccount: AsAccount): Promise<number> {
  return Number(/ (\d+)/.exec(await run(asAccount(postgres, ["-V"])))?.[1]);
}

/** Lets the account and this process log in over the socket by who they are, and nobody else: no password, no network. */
export function allowAccounts(folder: string, { names }: Account): void {
  const hba = "local all all peer map=app\nlocal replication postgres peer map=app\n";
  const ident = names.flatMap((name) => ["app", "postgres"].map((role) => `app "${name}" ${role}\n`)).join("");
  keep(path.join(folder, "pg_hba.conf"), hba);
  keep(path.join(folder, "pg_ident.conf"), ident);
}

/** Writes into the file that initdb made, so that it stays the account's. */
function keep(file: string, text: string): void {
  if (readFileSync(file, "utf8") !== text) writeFileSync(file, text, { flush: true });
}

function sync(folder: string): void {
  const handle = openSync(folder, "r");
  fsyncSync(handle);
  closeSync(handle);
}
