import { PrecacheController } from "workbox-precaching";
import { findPage, pages } from "#contract/pages.ts";
import { ownerOfStore } from "../core/device/store.ts";

declare const self: ServiceWorkerGlobalScope & {
  /** Tells apart the policies of the server's documents. The server writes it in front of this file. */
  readonly documentPolicy?: string;
};
/** The build, and the addresses of its files. The build of the worker writes it here. */
declare const program: { readonly build: string; readonly files: readonly string[] };

/** The document of every page, without a person and without answers. */
const documentUrl = "/app.html";
const prefix = "program ";
/** One cache a build: an open page of the build before still loads its own code. */
const cacheName = `${prefix}${program.build}`;
/** How long the next document may come from the server. In milliseconds. */
const asideMs = 10_000;

let asideUntil = 0;

const files = new PrecacheController({ cacheName, plugins: [{ fetchDidSucceed: demandOwnDocument }] });
files.addToCacheList([
  ...program.files.map((url) => ({ url, revision: null })),
  { url: documentUrl, revision: `${program.build} ${self.documentPolicy ?? ""}` },
]);

self.addEventListener("install", (event) => {
  files.install(event).catch(() => undefined);
  void self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  files.activate(event).catch(() => undefined);
  event.waitUntil(Promise.all([deleteOldPrograms(), self.clients.claim()]));
});

self.addEventListener("message", ({ data, ports }) => {
  if (data !== "step-aside") return;
  asideUntil = Date.now() + asideMs;
  ports[0]?.postMessage("aside");
});

/** Answers the documents of pages and the files of the program. Undefined for anything else. */
export function answerFromProgram({ request }: FetchEvent): Promise<Response> | undefined {
  if (request.method !== "GET") return undefined;
  const { pathname } = new URL(request.url);
  if (request.mode === "navigate") return findPage(pathname) && openPage(request, pathname);
  return pathname.startsWith("/assets/") ? findFile(request) : undefined;
}

/** Members' pages open from the device. What others see comes from the server, which draws it, and from the device without a connection. */
async function openPage(request: Request, pathname: string): Promise<Response> {
  const isAside = Date.now() < asideUntil;
  asideUntil = 0;
  const page = pages[findPage(pathname)!.name];
  const isForMembers = (page.access === "user" || pathname === "/") && !isAside;
  if (isForMembers && (await ownerOfStore().catch(() => undefined)) !== undefined)
    return (await files.matchPrecache(documentUrl)) ?? fetch(request);
  try {
    return await fetch(request);
  } catch (error) {
    const own = await files.matchPrecache(documentUrl);
    if (!own) throw error;
    return own;
  }
}

/** A file has its content in its name, so any build's copy is right. */
const findFile = async (request: Request): Promise<Response> =>
  (await caches.match(request, { ignoreVary: true })) ?? fetch(request);

/** While a new version goes out, another server may send the document of another build, which this program must not keep. */
async function demandOwnDocument({ request, response }: { request: Request; response: Response }): Promise<Response> {
  if (!request.url.includes(documentUrl)) return response;
  if (!(await response.clone().text()).includes(`data-build="${program.build}"`)) throw new Error("another build");
  return response;
}

/** Keeps the program before this one, for pages that are open. */
async function deleteOldPrograms(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== cacheName);
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
}
