import { personHeader } from "#contract/person-header.ts";
import { findKept, keep, ownerOfStore, personOf } from "../core/device/store.ts";

/** Answers the pictures of photos that pages show: those that were seen come from the device. Undefined for anything else. */
export function answerPicture(event: FetchEvent): Promise<Response> | undefined {
  const { request } = event;
  const { pathname, search } = new URL(request.url);
  const isPicture = request.method === "GET" && request.destination === "image" && pathname.startsWith("/objects/");
  // Without a size it is the original, which is too large to keep.
  return isPicture && search.includes("size=") ? findPicture(event, pathname + search) : undefined;
}

async function findPicture(event: FetchEvent, address: string): Promise<Response> {
  const owner = await ownerOfStore().catch(() => undefined);
  if (owner === undefined) return fetch(event.request);
  const entry = await findKept(owner, address).catch(() => undefined);
  if (entry?.kept.kind === "picture")
    return new Response(entry.kept.blob, { headers: { "content-type": entry.kept.blob.type } });
  // The server refuses it if somebody else has logged in meanwhile, whose picture must not lie in this store.
  const response = await fetch(address, { headers: { [personHeader]: personOf(owner) } });
  if (response.status === 401) return fetch(event.request);
  const isStandIn = response.headers.get("cache-control")?.includes("no-cache") ?? true;
  if (response.status === 200 && !isStandIn) event.waitUntil(keepPicture(owner, address, response.clone()));
  return response;
}

async function keepPicture(owner: string, address: string, response: Response): Promise<void> {
  const blob = await response.blob();
  // A device without room keeps nothing more.
  await keep(owner, address, { kind: "picture", blob }).catch(() => undefined);
}
