import { execFile, type SpawnOptions } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { userInfo } from "node:os";

/** Returns the file, arguments and options to spawn a program with, so that PostgreSQL never runs as root. */
export type AsAccount = (
  program: string,
  args: readonly string[],
) => { readonly file: string; readonly args: string[]; readonly options: SpawnOptions };

export interface Account {
  readonly uid: number;
  readonly gid: number;
  /** The names that may log in to the database: the account's, and that of this process. */
  readonly names: readonly string[];
}

/** The account that runs PostgreSQL: our own; for root, the owner of the cluster in `folder`, else `postgres`, else `nobody`. */
export async function chooseAccount(folder: string): Promise<Account> {
  const { uid, gid, username } = ownAccount();
  if (uid !== 0) return { uid, gid, names: [username] };
  const owner = existsSync(folder) ? [String(statSync(folder).uid)] : [];
  for (const who of [...owner, "postgres", "nobody"]) {
    const [name, user, group] = await identify(who);
    if (name && user && Number(user) !== 0) return { uid: Number(user), gid: Number(group), names: [username, name] };
  }
  throw new Error(
    "PostgreSQL refuses to run as root, and this machine has neither an account 'postgres' nor 'nobody': " +
      "start as an ordinary user, or set DATABASE_URL.",
  );
}

function ownAccount() {
  try {
    return userInfo();
  } catch {
    throw new Error(
      `PostgreSQL needs an account with a name, and user id ${process.getuid?.()} has none on this machine: ` +
        "add it to /etc/passwd, or set DATABASE_URL.",
    );
  }
}

/** Name, user id and group id of an account given by name or number; empty if there is no such account. */
async function identify(who: string): Promise<readonly string[]> {
  const ask = 'id -un -- "$1" && id -u -- "$1" && id -g -- "$1"';
  return run({ file: "/bin/sh", args: ["-c", ask, "sh", who], options: {} })
    .then((text) => text.trim().split("\n"))
    .catch(() => []);
}

/** Tried in this order: none, one to enter folders closed to the account, one to run programs closed to it. */
const capabilities = [undefined, "dac_read_search", "dac_override"];

/**
 * Finds how to run programs as the account, and tests it with `program` from inside `folder`. If these are closed to the account (a
 * clone in a folder that only root can enter), the account gets the one capability that it needs.
 */
export async function runnerFor(account: Account, program: string, folder: string): Promise<AsAccount> {
  const self = ownAccount().uid;
  if (self === account.uid) return asUser({});
  const { uid, gid } = account;
  const faults: string[] = [];
  for (const capability of capabilities) {
    const asAccount = capability ? withCapability(capability, account) : asUser({ uid, gid });
    const trial = asAccount("/bin/sh", ["-c", 'cd "$1" && exec "$2" -V', "sh", folder, program]);
    try {
      await run(trial);
      return asAccount;
    } catch (error) {
      faults.push(error instanceof Error ? error.message : String(error));
    }
  }
  throw new Error(
    `PostgreSQL refuses to run as root, and the account '${account.names.at(-1)}' can neither enter ${folder} nor run ${program}: ` +
      `start as an ordinary user, move the folder to where others may enter, or set DATABASE_URL. (${faults[0]?.trim()})`,
  );
}

/** The environment of PostgreSQL's programs: messages in English, times in UTC, no other settings. */
const env = () => ({ PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" });

function asUser(who: SpawnOptions): AsAccount {
  return (program, args) => ({ file: program, args: [...args], options: { ...who, cwd: "/", env: env() } });
}

function withCapability(capability: string, { uid, gid }: Account): AsAccount {
  // Ambient capabilities survive exec without the secure mode in which the loader ignores $ORIGIN. With no_setuid_fixup, access(2)
  // respects them; initdb and postgres use it to find each other.
  const setpriv = [
    `--reuid=${uid}`,
    `--regid=${gid}`,
    "--clear-groups",
    `--inh-caps=+${capability}`,
    `--ambient-caps=+${capability}`,
    "--securebits=+no_setuid_fixup",
    "--",
  ];
  return (program, args) => ({
    file: "setpriv",
    args: [...setpriv, program, ...args],
    options: { cwd: "/", env: env() },
  });
}

/** Runs a program with `input`. Resolves to its output; rejects with its error output. */
export function run({ file, args, options }: ReturnType<AsAccount>, input = ""): Promise<string> {
  const { uid, gid, cwd, env } = options;
  return new Promise((resolve, reject) => {
    const child = execFile(file, args, { uid, gid, cwd, env }, (error, stdout, stderr) => {
      if (error) reject(new Error(stderr.trim() || error.message));
      else resolve(stdout);
    });
    child.stdin?.on("error", () => {});
    child.stdin?.end(input);
  });
}
