import { type PageCall, call } from "./call.ts";
import { isId } from "./id.ts";
import { matchPath } from "./match-path.ts";
import { type FoundPage, type PageName, type ParamsOf, pages } from "./pages.ts";

/** Browsers and Node have it. */
declare const URL: {
  new (
    url: string,
    base: string,
  ): { readonly pathname: string; readonly searchParams: { get(name: string): string | null } };
  canParse(url: string, base: string): boolean;
};

/** Who asks for a page, and what their browser tells. */
interface Asked {
  /** The id of the person. Undefined for a visitor. */
  readonly me: string | undefined;
  /** The time zone of the browser. Undefined until it has said so. */
  readonly zone: string | undefined;
  readonly query: Readonly<Record<string, string | undefined>>;
}

/** The calls that a page makes first, with the addresses that the web gives them. The document brings their answers. */
export function firstCallsOf({ name, params }: FoundPage, asked: Asked): readonly PageCall[] {
  const callsOf = firstCalls[asked.me === undefined ? "visitor" : "user"][name];
  // `findPage` has read the parameters from the path of this page, which TypeScript cannot see.
  return callsOf?.({ ...asked, ...(params as { id: string; userId: string }) }) ?? [];
}

type FirstCalls = { readonly [N in PageName]?: (asked: Asked & ParamsOf<N>) => readonly PageCall[] };

const squads = call("GET /api/squads");

/** The days of a gallery depend on the zone. */
const outline = (of: "trips" | "squads", id: string, zone: string | undefined) =>
  zone === undefined ? [] : [call(`GET /api/${of}/:id/media/outline`, { params: { id }, query: { zone } })];

/** What a visitor sees of a squad. */
const squadCard = (id: string, invite: string | undefined) =>
  call("GET /api/public/squads/:id", { params: { id }, query: { invite } });

const dashboard = () => [call("GET /api/dashboard")];

const exampleNight = () => [call("GET /api/public/night")];

const signIn = ({ query }: Asked) => [
  call("GET /api/public/config"),
  ...squadToJoin(query["return"] ?? query["redirect"] ?? ""),
];

/** The squad whose invitation sign-in returns to. */
function squadToJoin(back: string): PageCall[] {
  const site = "http://any";
  const { pathname, searchParams } = new URL(URL.canParse(back, site) ? back : "/", site);
  const { id = "" } = matchPath(pages.joinSquad.path, pathname) ?? {};
  return isId(id) ? [squadCard(id, searchParams.get("invite") ?? undefined)] : [];
}

/** What pages ask for first. */
const firstCalls: { readonly user: FirstCalls; readonly visitor: FirstCalls } = {
  visitor: {
    home: () => [
      call("GET /api/public/recent-media"),
      call("GET /api/public/stats"),
      call("GET /api/public/squads", { query: { limit: 6 } }),
    ],
    auth: signIn,
    register: signIn,
    joinSquad: ({ id, query }) => [squadCard(id, query["invite"])],
    exampleNight,
  },
  user: {
    home: dashboard,
    dashboard,
    joinSquad: () => [squads],
    exampleNight,
    squads: () => [squads],
    squad: ({ id, zone }) => [call("GET /api/squads/:id", { params: { id } }), squads, ...outline("squads", id, zone)],
    trip: ({ id, zone }) => [call("GET /api/trips/:id", { params: { id } }), squads, ...outline("trips", id, zone)],
    costs: ({ id }) => [
      call("GET /api/trips/:id/costs", { params: { id } }),
      call("GET /api/trips/:id", { params: { id } }),
      squads,
    ],
    ballot: ({ id }) => [
      call("GET /api/trips/:id/ballot", { params: { id } }),
      call("GET /api/trips/:id", { params: { id } }),
      call("GET /api/trips/:id/members", { params: { id } }),
      squads,
    ],
    leaderboard: ({ id }) => [
      call("GET /api/trips/:id/overall-leaderboard", { params: { id } }),
      call("GET /api/trips/:id/awards", { params: { id } }),
      call("GET /api/trips/:id/members", { params: { id } }),
      call("GET /api/trips/:id", { params: { id } }),
      squads,
    ],
    night: ({ id }) => [
      call("GET /api/trips/:id/night", { params: { id } }),
      call("GET /api/trips/:id", { params: { id } }),
      squads,
    ],
    awards: () => [call("GET /api/awards/all"), squads],
    members: () => [call("GET /api/all-members"), call("GET /api/crew-stats"), squads],
    profile: ({ userId, me = "" }) => [
      ...(userId === undefined ? [] : [call("GET /api/users/:id", { params: { id: userId } })]),
      call("GET /api/users/:id/awards", { params: { id: userId ?? me } }),
      call("GET /api/users/:id/highlights", { params: { id: userId ?? me } }),
      squads,
    ],
    account: () => [call("GET /api/account"), squads],
    addPhotos: () => [call("GET /api/trips", { query: { limit: 200 } }), squads],
    // The days of its entries depend on the zone.
    inbox: ({ zone }) => [...(zone === undefined ? [] : [call("GET /api/inbox", { query: { zone } })]), squads],
  },
};
