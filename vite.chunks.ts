// Decision 055: why chunks are few.
import path from "node:path";
import type { Rolldown } from "vite";

/** The two apps, and the pages that visitors see first. The app of members brings its own. */
const visitor = ["shell/visitor-app.tsx"];
const member = ["shell/member-app.tsx"];
const landing = ["pages/landing/landing-page.tsx"];
const join = ["core/queries-room.tsx", "squads/join-squad-page.tsx"];
const signIn = ["accounts/sign-in/auth-page.tsx"];

/** The parts of the library of queries that only members use: lists, several queries at once, and changes. */
const memberQueries =
  /@tanstack\/.*\/(useQueries|queriesObserver|useInfiniteQuery|infiniteQueryObserver|useMutation|useMutationState|mutationObserver)\./;
/** What floats over a page comes with the first press. */
const overlays = /node_modules\/(@radix-ui|@floating-ui|react-remove-scroll|use-sidecar|aria-hidden|tslib)/;

/** Returns the chunks of the web's code, the most important first. The bundler splits everything else by dynamic import. */
export const chunkGroups = (): Rolldown.CodeSplittingGroup[] => [
  // main.ts needs it to request an app, so it does not wait for the rest.
  { name: "loader", test: /vite\/preload-helper/ },
  { name: forSome, debugName: "for some", includeDependenciesRecursively: false },
  // With the icons that they show.
  { name: forAll, debugName: "for all" },
  { name: forLater, debugName: "for later", includeDependenciesRecursively: false },
];

/** What one page of visitors shares with the members. */
const forSome: Rolldown.CodeSplittingNameFunction = (id, graph) => {
  const has = (entries: readonly string[]) => isIn(entries, id, graph);
  if (!has(member) || has(visitor) || has(landing) || has(join) === has(signIn) || memberQueries.test(id)) return null;
  return has(join) ? "queries" : "tabs";
};

/** What people see first. */
const forAll: Rolldown.CodeSplittingNameFunction = (id, graph) => {
  const has = (entries: readonly string[]) => isIn(entries, id, graph);
  if (has(visitor)) return "first";
  if (!has(member)) return null;
  return has(landing) || (has(join) && has(signIn)) ? "first" : "member";
};

/** What the next page or a press needs. */
const forLater: Rolldown.CodeSplittingNameFunction = (id, graph) => {
  if (isIn(signIn, id, graph)) return "forms";
  if (overlays.test(id)) return "overlays";
  return id.includes("/contract/") ? "schemas" : null;
};

const isIn = (entries: readonly string[], id: string, graph: Rolldown.ChunkingContext): boolean =>
  importsOf(entries, graph).has(id);

const known = new Map<readonly string[], ReadonlySet<string>>();

/** All modules that entries in `web` import, themselves among them, without dynamic imports and icons. */
function importsOf(entries: readonly string[], graph: Rolldown.ChunkingContext): ReadonlySet<string> {
  const before = known.get(entries);
  if (before) return before;
  const found = new Set<string>();
  const visit = (id: string) => {
    // An index of icons would add those that dialogs show.
    if (found.has(id) || id.includes("/lucide-react/")) return;
    found.add(id);
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) visit(imported);
  };
  for (const entry of entries) visit(path.resolve(import.meta.dirname, "web", entry));
  known.set(entries, found);
  return found;
}
