import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");

/**
 * The rooms of `server/`, `web/` and `try/`, from the ground up. A file imports from its own room and from the floors below it. Rooms on
 * one floor do not know each other. `docs/architecture.md` draws the same list.
 */
const floors = {
  server: [
    ["platform"],
    ["schema"],
    ["access"],
    ["media"],
    ["accounts"],
    ["trips"],
    ["squads", "awards", "costs"],
    ["pages", "inbox", "openapi", "backups"],
    ["admin"],
    ["app.ts", "parts.ts", "commands"],
    ["start.ts"],
    ["main.js"],
  ],
  web: [
    ["ui"],
    ["scenes"],
    ["core"],
    ["offline"],
    ["media"],
    ["accounts", "trips", "inbox"],
    ["squads", "awards", "costs"],
    ["pages", "admin"],
    ["shell"],
    ["main.ts", "worker"],
  ],
  try: [["stand-ins"], ["world"], ["folder.ts", "library.ts", "line.ts"], ["routes.ts"], ["start.ts"], ["main.ts"]],
} as const;

interface Arrow {
  readonly from: string;
  readonly to: string;
}

const isTest = (file: string) => /\.test\.tsx?$/.test(file) || /\/(testing|fixtures)\//.test(file);

/** The source files of a top folder. Tests may import everything and are left out. */
const filesIn = (house: string): string[] =>
  readdirSync(path.join(root, house), { recursive: true, encoding: "utf8" })
    .map((name) => `${house}/${name}`)
    .filter((name) => /\.(tsx?|js)$/.test(name) && !isTest(name));

/** Every import between two of these files, including types and code that loads later. */
function arrowsBetween(files: readonly string[]): Arrow[] {
  const known = new Set(files);
  return files.flatMap((from) =>
    [...readFileSync(path.join(root, from), "utf8").matchAll(/(?:\bfrom|\bimport)\s*\(?\s*"(\.[^"]+)"/g)]
      .map(([, specifier = ""]) => ({ from, to: path.posix.join(path.posix.dirname(from), specifier) }))
      .filter(({ to }) => known.has(to)),
  );
}

/** The first circle found, as a list of its members; undefined when there is none. */
function findCircle(arrows: readonly Arrow[]): string[] | undefined {
  const next = Map.groupBy(arrows, ({ from }) => from);
  const done = new Set<string>();
  const follow = (at: string, trail: readonly string[]): string[] | undefined => {
    if (trail.includes(at)) return [...trail.slice(trail.indexOf(at)), at];
    if (done.has(at)) return undefined;
    for (const { to } of next.get(at) ?? []) {
      const circle = follow(to, [...trail, at]);
      if (circle) return circle;
    }
    done.add(at);
    return undefined;
  };
  for (const from of next.keys()) {
    const circle = follow(from, []);
    if (circle) return circle;
  }
  return undefined;
}

describe.each(Object.entries(floors))("%s/", (house, list) => {
  const files = filesIn(house);
  const arrows = arrowsBetween(files);
  const roomOf = (file: string) => file.split("/")[1] ?? "";
  const floorOf = (file: string) => list.findIndex((rooms: readonly string[]) => rooms.includes(roomOf(file)));

  test("the test finds imports", () => expect(arrows.length).toBeGreaterThan(files.length));

  test("every file is in a room of the list", () => {
    const homeless = [...new Set(arrows.map(({ from }) => from).filter((file) => floorOf(file) === -1))];
    expect(homeless, "Put the file in a room, or the new room on its floor in scripts/checks/floors.test.ts").toEqual(
      [],
    );
  });

  test("imports lead down, to a lower floor", () => {
    const wrong = arrows
      .filter(({ from, to }) => roomOf(from) !== roomOf(to) && floorOf(from) <= floorOf(to))
      .map(({ from, to }) => `${from} imports ${to}`);
    expect(wrong, "What both need belongs below both: move it down, or hand it in as a parameter").toEqual([]);
  });

  test("no files import each other in a circle", () => expect(findCircle(arrows)).toBeUndefined());

  test("no folders import each other in a circle", () => {
    // The builder of a room stands above the folders that it mounts, also above the room's own.
    const folderOf = (file: string) => (/^server\/\w+\/build\.ts$/.test(file) ? file : path.posix.dirname(file));
    const folders = arrows
      .map(({ from, to }) => ({ from: folderOf(from), to: folderOf(to) }))
      .filter(({ from, to }) => from !== to);
    expect(findCircle(folders)).toBeUndefined();
  });
});

test("the product imports nothing of try/", () => {
  const product = ["contract", "server", "web"].flatMap(filesIn);
  const known = arrowsBetween([...product, ...filesIn("try")]);
  expect(known.filter(({ from, to }) => to.startsWith("try/") && !from.startsWith("try/"))).toEqual([]);
});
