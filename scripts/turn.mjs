import { lstatSync, mkdirSync, rmSync } from "node:fs";
import net from "node:net";
import path from "node:path";
import { root } from "./run.mjs";

/**
 * Does `work` while no other process of this clone does its own of the same name; says so when it has to wait. The turn is a
 * listening unix socket, which the kernel frees with its process.
 */
export async function inTurn(name, work) {
  mkdirSync(path.join(root, ".cache"), { recursive: true });
  // Relative, because a clone's path may be too long for a socket.
  process.chdir(root);
  const file = path.join(".cache", `${name}.turn`);
  for (let said = false; ;) {
    const seen = identity(file);
    const server = await listen(file);
    if (server) {
      try {
        return await work();
      } finally {
        await new Promise((resolve) => server.close(resolve));
      }
    }
    if (await otherEnds(file, () => !said && console.log(`Waiting for another start of this clone (${name}) …`))) {
      said = true;
      continue;
    }
    // Whoever listened was killed. Its socket goes only if it is still the one that was seen dead.
    if (identity(file) === seen) rmSync(file, { force: true });
  }
}

function listen(file) {
  const guests = new Set();
  const server = net.createServer((guest) => {
    guests.add(guest);
    guest.on("error", () => {}).on("close", () => guests.delete(guest));
  });
  const close = server.close.bind(server);
  server.close = (done) => {
    for (const guest of guests) guest.destroy();
    return close(done);
  };
  return new Promise((resolve, reject) => {
    server.once("error", (error) => (error.code === "EADDRINUSE" ? resolve(undefined) : reject(error)));
    server.listen(file, () => resolve(server));
  });
}

/** True once the other one is done; false at once when nobody listens. */
function otherEnds(file, onWait) {
  return new Promise((resolve) => {
    let connected = false;
    const socket = net.connect(file, () => {
      connected = true;
      onWait();
    });
    socket.on("error", () => {}).on("close", () => resolve(connected));
  });
}

function identity(file) {
  const stat = lstatSync(file, { bigint: true, throwIfNoEntry: false });
  return stat ? `${stat.ino} ${stat.mtimeNs}` : "";
}
