import { execFile } from "node:child_process";
import { npm, withoutOwnPrograms } from "./install.mjs";
import { root } from "./run.mjs";

/** Advisories that do not reach us: the address of each, and the reason. */
const accepted = new Map([]);
const maxMs = 8000;
const severe = ["high", "critical"];

/**
 * Asks the registry for advisories about the locked packages. It passes without an answer, and with severe advisories about
 * development packages alone. `note` says in a line what was found, `lines` names it.
 */
export async function auditPackages() {
  const [production, all] = await Promise.all([advisories("--omit=dev"), advisories()]);
  if (!production || !all) return { isFine: true, note: "the registry did not answer", lines: [] };
  const lines = all.map((advisory) => `${isIn(production, advisory) ? "" : "development only: "}${describe(advisory)}`);
  const note = `${production.length} severe advisories about what the server runs, ${all.length} about all packages`;
  return { isFine: production.length === 0, note, lines };
}

/** The severe advisories that are not accepted; undefined without an answer. */
async function advisories(...which) {
  const report = await ask(["audit", "--json", "--fetch-retries=0", ...which]);
  if (!report?.metadata?.vulnerabilities) return undefined;
  const found = Object.values(report.vulnerabilities)
    // A name in the list refers to another package's entry.
    .flatMap(({ via }) => via.filter((cause) => typeof cause === "object"))
    .filter(({ severity, url }) => severe.includes(severity) && !accepted.has(url));
  return [...new Map(found.map((advisory) => [advisory.url, advisory])).values()];
}

const isIn = (list, { url }) => list.some((other) => other.url === url);
const describe = ({ severity, name, title, url }) => `${severity}: ${name}: ${title} (${url})`;

/** The answer of npm as JSON; undefined when it gives none in time. It ends with an error code when it finds something. */
function ask(args) {
  const [file, ...before] = npm();
  const options = {
    cwd: root,
    env: withoutOwnPrograms(),
    timeout: maxMs,
    killSignal: "SIGKILL",
    maxBuffer: 64 * 1024 ** 2,
  };
  return new Promise((resolve) => {
    execFile(file, [...before, ...args], options, (_error, stdout) => {
      try {
        resolve(JSON.parse(stdout));
      } catch {
        resolve(undefined);
      }
    });
  });
}
