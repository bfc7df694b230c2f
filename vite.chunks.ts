// Decision 055: why chunks are few.
import path from "node:path";
import type { Rolldown } from "vite";

/**
 * Icons that no first view in `scripts/budget.mjs` shows. A view that shows one loads the file of them all and goes over its budget: then
 * take that icon out of this list.
 */
const lateIcons =
  /\/lucide-react\/.+\/(bell-ring|calendar-(plus|x)|chevron-(left|right)|circle-(check|exclamation-point)|coins|compass|copy|delete|external-link|file-x|film|image(s|-down)?|link-2|log-in|mail-check|merge|pause|rotate-ccw|send|share(-2)?|shield(-off)?|square(-plus)?|triangle-exclamation-point|tv|unlink|users-round|volume-(2|x))\.mjs$/;

/** Icons of the costs of a trip alone. */
const costIcons =
  /\/lucide-react\/.+\/(arrow-right|banknote|bed-double|beer|circle-ellipsis|file-text|paperclip|plane|rotate-ccw-clock|shopping-basket|ticket|undo-2|utensils)\.mjs$/;
/** The rules of money, and what the room of costs and its sheets share. They need no validator. */
const money = /\/(contract\/(money\/|cost-limits)|web\/costs\/(books\/|own-first|room-words|queries))/;

/** Returns the chunks of the web's code, the most important first. The bundler splits everything else by dynamic import. */
export const chunkGroups = (): Rolldown.CodeSplittingGroup[] => [
  // main.ts needs these to request an app, so they do not wait for the rest.
  { name: "loader", test: /vite\/preload-helper/, priority: 1 },
  { name: forJoining, debugName: "joining", includeDependenciesRecursively: false },
  { name: byApp, debugName: "app" },
  {
    name: (id, graph) => byPackage(id) ?? byPages(id, graph),
    debugName: "pages",
    includeDependenciesRecursively: false,
  },
  { name: "cost-icons", test: costIcons, includeDependenciesRecursively: false },
  { name: "late-icons", test: lateIcons, includeDependenciesRecursively: false },
];

const reactItself = /node_modules\/(react|react-dom|scheduler)\//;
const queryLibrary = /node_modules\/@tanstack\//;
/** Parts of it that the start of the app and the dashboard do not use. */
const lateQueries =
  /@tanstack\/.*\/(useQueries|queriesObserver|useInfiniteQuery|infiniteQueryObserver|useMutation|useMutationState|mutationObserver)\./;
/** Of these, the parts that only the photos of the trip page use, and those that only lists in pages use. */
const queriesOfPhotos = /\/(useQueries|queriesObserver)\./;
const queriesOfLists = /\/(useInfiniteQuery|infiniteQueryObserver)\./;

/** Returns a function that finds all modules which an entry in `web` imports, itself among them, without dynamic imports. */
function importsOf(isFollowed: (id: string) => boolean) {
  const known = new Map<string, ReadonlySet<string>>();
  return (entry: string, graph: Rolldown.ChunkingContext): ReadonlySet<string> => {
    const before = known.get(entry);
    if (before) return before;
    const found = new Set<string>();
    const visit = (id: string) => {
      if (!isFollowed(id) || found.has(id)) return;
      found.add(id);
      for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) visit(imported);
    };
    visit(path.resolve(import.meta.dirname, "web", entry));
    known.set(entry, found);
    return found;
  };
}
const isOurs = (id: string) => !id.includes("node_modules");
const importsOfPage = importsOf(isOurs);
// Of packages, only these: following an index would add unused modules.
const importsOfApp = importsOf(
  (id) => isOurs(id) || reactItself.test(id) || (queryLibrary.test(id) && !lateQueries.test(id)),
);

const validator = /node_modules\/(zod|react-hook-form)\//;
const components = /node_modules\/@radix-ui\//;
const importsOfModule = importsOf(
  (id) => isOurs(id) || validator.test(id) || components.test(id) || queryLibrary.test(id),
);

/** Chunks of packages. The code of tabs is a part of every dialog and menu. */
const packageChunks = [
  { name: "trip", test: queriesOfPhotos },
  { name: "rankings", test: queriesOfLists },
  { name: "pages", test: lateQueries },
  { name: "forms", test: validator },
  {
    name: "tabs",
    test: /node_modules\/@radix-ui\/(primitive|react-(tabs|roving-focus|collection|slot|presence|context|id|direction|primitive|compose-refs|use-[a-z-]+))\//,
  },
  {
    name: "overlays",
    test: /node_modules\/(@radix-ui|@floating-ui|react-remove-scroll|react-remove-scroll-bar|react-style-singleton|use-sidecar|use-callback-ref|aria-hidden|get-nonce|tslib)\//,
  },
];

/** Pages that show something. Most people begin with the first. */
const shows = {
  dashboard: "pages/dashboard/dashboard-page.tsx",
  trip: "pages/trip/trip-page.tsx",
  squad: "pages/squad/squad-page.tsx",
  ballot: "awards/ballot/ballot-page.tsx",
  leaderboard: "awards/results/leaderboard-page.tsx",
  awards: "awards/results/awards-page.tsx",
  profile: "pages/profile/profile-page.tsx",
  members: "accounts/people/members-page.tsx",
  squads: "squads/squads-page.tsx",
};
type Show = keyof typeof shows;
const signIn = "accounts/sign-in/auth-page.tsx";
const landing = "pages/landing/landing-page.tsx";
const join = "squads/join-squad-page.tsx";
/** Pages with forms, for which a validator loads. */
const forms = [
  signIn,
  "accounts/sign-in/letter-pages.tsx",
  "accounts/settings/account-page.tsx",
  "squads/create-squad-page.tsx",
];

/** The pages whose common code is one chunk. Each further chunk is a request, and each further page makes others load what they do not use. */
const sharing: readonly { readonly name: string; readonly pages: readonly Show[] }[] = [
  { name: "gallery", pages: ["trip", "squad"] },
  { name: "places", pages: ["dashboard", "trip", "squad", "squads"] },
  { name: "people", pages: ["profile", "members"] },
  { name: "rankings", pages: ["leaderboard", "awards"] },
  { name: "pages", pages: ["ballot", "leaderboard", "awards", "profile", "members", "squads"] },
  { name: "all-awards", pages: ["trip", "ballot", "leaderboard", "awards", "profile"] },
  { name: "member", pages: ["dashboard", "trip", "awards", "profile"] },
  { name: "member", pages: ["trip", "squad", "awards", "profile"] },
];
/** What more pages than this show is in `member`. */
const maxSharing = 4;

const sharedBy = (users: readonly Show[]) =>
  sharing.find(({ pages }) => users.every((one) => pages.includes(one)))?.name ??
  (users.length > maxSharing ? "member" : "pages");

const usersOf = (id: string, graph: Rolldown.ChunkingContext) => {
  const has = (page: string) => importsOfPage(page, graph).has(id);
  return {
    ofShows: (Object.keys(shows) as Show[]).filter((name) => has(shows[name])),
    ofForms: forms.filter(has),
  };
};

/** Of the contract, the few letters that visitors and members share. */
const inFirst = /\/contract\/(id|locale|pages)\.ts/;

/** Whether both apps begin with a module, or the page of an invitation and another page of visitors do. */
function isFirst(id: string, graph: Rolldown.ChunkingContext): boolean {
  const has = (entry: string) => importsOfApp(entry, graph).has(id);
  return inFirst.test(id) || has("shell/visitor-app.tsx") || (has(join) && (has(landing) || has(signIn)));
}

/** The page of an invitation shows a cover and faces as pages of members do, and needs no more of their app. */
const forJoining: Rolldown.CodeSplittingNameFunction = (id, graph) => {
  const has = (entry: string) => importsOfApp(entry, graph).has(id);
  if (isFirst(id, graph) || !(has("shell/member-app.tsx") || usersOf(id, graph).ofShows.length > 0)) return null;
  return has(join) ? "joining" : has("core/queries-room.tsx") ? "queries" : null;
};

/**
 * Makes two chunks instead of dozens: `first` has the start of both apps, `member` the rest of the member's start and what most pages show.
 * The bundler splits everything else by page.
 */
const byApp: Rolldown.CodeSplittingNameFunction = (id, graph) => {
  if (isFirst(id, graph)) return "first";
  const { ofShows } = usersOf(id, graph);
  const isMembers = importsOfApp("shell/member-app.tsx", graph).has(id);
  return isMembers || (ofShows.length > 1 && sharedBy(ofShows) === "member") ? "member" : null;
};

/**
 * Makes one chunk for the code of each page and few for what pages share, instead of dozens of one kilobyte: each request costs a phone more
 * than a kilobyte does. What sign-in shares with others is in `fields`, or in `forms` with the validator.
 */
const byPages: Rolldown.CodeSplittingNameFunction = (id, graph) => {
  if (money.test(id)) return "money";
  const { ofShows, ofForms } = usersOf(id, graph);
  const needs = (packages: RegExp) => [...importsOfModule(id, graph)].some((one) => packages.test(one));
  const isContract = id.includes("/contract/");
  // Sign-in needs few of the contract's schemas, which take time to make.
  if (isContract && needs(validator)) return ofForms.includes(signIn) ? "forms" : "schemas";
  if (ofForms.length > 0 && ofForms.length + ofShows.length > 1) {
    if (needs(validator)) return ofForms.includes(signIn) ? "forms" : "schemas";
    if (needs(components)) return "tabs";
    if (ofShows.length === 0) return ofForms.includes(signIn) ? "form-parts" : "schemas";
    if (ofForms.includes(signIn)) return "fields";
  }
  if (ofShows.length === 0) return isContract ? "schemas" : null;
  if (ofShows.length > 1) return sharedBy(ofShows);
  // The bundler puts the dashboard's own folder into one file, without a further file that names it.
  if (ofShows[0] === "dashboard") return id.includes("/pages/dashboard/") ? null : "places";
  return ofShows[0];
};

const byPackage = (id: string) => packageChunks.find(({ test }) => test.test(id))?.name;
