/** A push service in a process of its own that takes everything and looks at nothing. */
import { readFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";

const pem = readFileSync(new URL("../../try/stand-ins/push-service.pem", import.meta.url), "utf8");
let [left, began] = [0, 0];
const server = createServer({ key: pem, cert: pem }, (request, reply) => {
  request.resume().on("end", () => {
    reply.writeHead(201).end();
    began ||= performance.now();
    left--;
    if (left === 0) process.send!({ ms: performance.now() - began });
  });
});
// A sender keeps its connections from one event to the next.
server.keepAliveTimeout = 600_000;
server.listen(0, "127.0.0.1", () => process.send!({ port: (server.address() as AddressInfo).port }));
// Tells the bench how long a number of pushes took, from the first to the last.
process.on("message", ({ pushes }: { pushes: number }) => void ([left, began] = [pushes, 0]));
process.once("disconnect", () => process.exit(0));
