// Decision 121: how a page shows what its device keeps, and replaces it by the server's answer.
import type { Query, QueryClient, QueryPersister } from "@tanstack/react-query";
import type { FirstAnswer } from "#contract/first.ts";
import type { User } from "#contract/people.ts";
import { page } from "../ui/page.ts";
import { isUnreached } from "../core/api.ts";
import { held } from "./hold-reads.ts";
import { isKept } from "./kept-addresses.ts";
import { ownerInCookie } from "../core/device/owner.ts";
import { claimStore, findKept, keep, meAddress, personOf } from "../core/device/store.ts";

/** Answers of another contract may lack what this program reads. */
const shape: string = import.meta.env["VITE_CONTRACT"] ?? "";

/** The live stream tells a page that has just opened to fetch again all that it shows, so until then nothing is fetched for it twice. */
const openingMs = 1500;

/** A GET with one of these signals is answered by this device. The value says when the oldest of the answers was kept. */
const asking = new WeakMap<AbortSignal, { at: number }>();

class NotKept extends Error {
  override readonly name = "NotKept";
}

/** What the device keeps of the person of this browser's session; undefined if it keeps nothing of them. */
export async function openKept() {
  const owner = ownerInCookie();
  if (owner === undefined) return undefined;
  await claimStore(owner);
  const me = await answerAt(owner, meAddress, { at: 0 });
  return me && { user: (await me.json()) as User, show: showKept };
}

/** Lets the queries of a page show what the device keeps, until the server has answered. Call it before the first of them is asked. */
export function showKept(client: QueryClient): void {
  page.findKept = (address, signal) => {
    const found = asking.get(signal);
    return found && kept(address, found);
  };
  const { queries, ...others } = client.getDefaultOptions();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it hands the context on as it is
  client.setDefaultOptions({ ...others, queries: { ...queries, persister: firstKept as unknown as QueryPersister } });
}

/** Keeps the person of this page, what its document brought, what was answered since, and what the server answers from now on. */
export async function keepAnswers(me: User, answers: Readonly<Record<string, FirstAnswer>>): Promise<void> {
  const owner = ownerInCookie();
  if (owner === undefined || personOf(owner) !== me.id) return;
  await claimStore(owner);
  page.owner = ownerInCookie;
  page.onRead = (address, response, asked) => void keepResponse(address, response, asked);
  page.onGone = (address) => void emptyIfGone(address);
  await keepBody(owner, meAddress, JSON.stringify(me), null);
  for (const [address, { body, headers }] of Object.entries(answers))
    if (isKept(address)) await keepBody(owner, address, JSON.stringify(body), headers["link"] ?? null);
  for (const [address, response] of held.splice(0)) await keepResponse(address, response, owner);
}

async function kept(address: string, found: { at: number }): Promise<Response> {
  const owner = ownerInCookie();
  const answer = owner !== undefined && (await answerAt(owner, address, found).catch(() => undefined));
  if (!answer) throw new NotKept(address);
  return answer;
}

async function answerAt(owner: string, address: string, found: { at: number }): Promise<Response | undefined> {
  const entry = await findKept(owner, address);
  if (entry?.kept.kind !== "answer" || entry.kept.shape !== shape) return undefined;
  found.at = Math.min(found.at, entry.at);
  const { body, link } = entry.kept;
  return new Response(body, { headers: { "content-type": "application/json", ...(link !== null && { link }) } });
}

type Ask<T> = (context: { signal: AbortSignal }) => T | Promise<T>;

/** Asks the device for the first data of a query, and the server afterwards. */
async function firstKept<T>(ask: Ask<T>, context: { signal: AbortSignal }, query: Query): Promise<T> {
  if (query.state.data !== undefined) return ask(context);
  // The page of a night plays what it is told, so an old card would start a show that is over.
  if (query.queryKey.includes("night")) return afterwardsKept(ask, context, query);
  const found = await askDevice(ask, context, query);
  return found ? found.data : ask(context);
}

/** Asks the server, and the device only if the server cannot be reached. */
async function afterwardsKept<T>(ask: Ask<T>, context: { signal: AbortSignal }, query: Query): Promise<T> {
  try {
    return await ask(context);
  } catch (error) {
    const found = isUnreached(error) && (await askDevice(ask, context, query));
    if (!found) throw error;
    return found.data;
  }
}

/** Runs a query on what this device keeps, and has it asked again of the server. Undefined if anything of it is missing. */
async function askDevice<T>(ask: Ask<T>, context: { signal: AbortSignal }, query: Query) {
  const found = { at: Number.POSITIVE_INFINITY };
  asking.set(context.signal, found);
  try {
    const data = await ask(context);
    if (found.at < Number.POSITIVE_INFINITY) setTimeout(() => replace(query, found.at));
    return { data };
  } catch (error) {
    if (!(error instanceof NotKept)) throw error;
    return undefined;
  } finally {
    asking.delete(context.signal);
  }
}

/** Says of a query how old its data is, and asks the server for newer. */
function replace(query: Query, at: number): void {
  query.setState({ ...query.state, dataUpdatedAt: at });
  setTimeout(
    () => {
      const isOld = query.state.dataUpdatedAt === at && query.state.fetchStatus === "idle";
      if (isOld) query.fetch().catch(() => undefined);
    },
    Math.max(0, openingMs - performance.now()),
  );
}

async function keepResponse(address: string, response: Response, asked: string | undefined): Promise<void> {
  const owner = ownerInCookie();
  if (owner === undefined || personOf(owner) !== page.person) return;
  // The server has said with this answer that the person has left a squad or crew.
  if (owner !== asked) return claimStore(owner).catch(() => undefined);
  if (response.status !== 200 || !isKept(address)) return;
  const copy = response.clone();
  try {
    await keepBody(owner, address, await copy.text(), response.headers.get("link"));
  } catch {
    // The page gave the answer up, or the device has no room.
  }
}

const keepBody = (owner: string, address: string, body: string, link: string | null): Promise<void> =>
  keep(owner, address, { kind: "answer", body, link, shape });

/** What is there as long as the trip or squad is. */
const parts = "ballot|awards|members|media/outline|night|overall-leaderboard|trips";
const place = new RegExp(`^(/api/(?:trips|squads)/[\\w-]{36})(?:/(?:${parts}))?(?:\\?|$)`);

/** A trip or squad that is gone takes all with it that is kept: the device does not know which photos were of it. */
async function emptyIfGone(address: string): Promise<void> {
  const owner = ownerInCookie();
  const [, gone] = place.exec(address) ?? [];
  if (owner !== undefined && gone !== undefined && (await findKept(owner, gone))) await claimStore(owner, true);
}
