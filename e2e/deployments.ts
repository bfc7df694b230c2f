import { type IncomingMessage, type ServerResponse, createServer, request } from "node:http";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import path from "node:path";
import type { RunningServer } from "./server.ts";

/** A site whose builds come and go. Their content is that of the built web; each names itself otherwise. */
export interface Deployments {
  readonly url: string;
  /** From now on all documents, answers and files are of this build. The site begins with "one". */
  deploy(build: string): void;
  /** As `deploy`, but for the document of the worker, as while servers of two builds answer. */
  deployPartly(build: string): void;
  /** How many answers of the API have gone out since the start. */
  readonly answered: () => number;
  close(): Promise<void>;
}

const built = /data-build="([\w-]+)"/.exec(
  readFileSync(path.resolve(import.meta.dirname, "../dist/app.html"), "utf8"),
)![1]!;

/** Puts a proxy before a server, which names the build of what passes. */
export async function openDeployments({ url }: RunningServer): Promise<Deployments> {
  const target = new URL(url);
  let [build, documentBuild, answers] = ["one", "one", 0];

  const pass = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { pathname } = new URL(incoming.url ?? "/", url);
    const isText = !/^\/(api|objects|assets)\//.test(pathname);
    const headers = { ...incoming.headers, ...(isText && { "accept-encoding": "identity" }) };
    const asking = request(target, { path: incoming.url, method: incoming.method, headers }, (answer) => {
      if (pathname.startsWith("/api/")) answers++;
      if (answer.headers["swellmates-build"] !== undefined) answer.headers["swellmates-build"] = build;
      if (!isText) {
        outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
        return answer.pipe(outgoing);
      }
      const parts: Buffer[] = [];
      answer.on("data", (part: Buffer) => parts.push(part));
      answer.on("end", () => {
        const named = Buffer.concat(parts)
          .toString()
          .replaceAll(built, pathname === "/app.html" ? documentBuild : build);
        const { "content-length": _, etag: __, "last-modified": ___, ...rest } = answer.headers;
        outgoing.writeHead(answer.statusCode ?? 500, rest).end(named);
      });
      return undefined;
    });
    asking.on("error", () => outgoing.destroy());
    incoming.pipe(asking);
    // The live stream ends with its page.
    outgoing.on("close", () => asking.destroy());
  };

  const server = createServer(pass).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    deploy: (next) => void ([build, documentBuild] = [next, next]),
    deployPartly: (next) => void (build = next),
    answered: () => answers,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
