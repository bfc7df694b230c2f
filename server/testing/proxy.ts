import net from "node:net";

export interface Proxy {
  /** `http://127.0.0.1:{port}`, which forwards to the target. */
  readonly url: string;
  /** Bytes forwarded to the target since the start. */
  readonly sent: () => number;
  /** Cuts all connections and accepts none until `restore`. */
  cut(): Promise<void>;
  restore(): Promise<void>;
  /** Calls `cut` after this many more bytes to the target. */
  cutAfter(bytes: number): void;
  /** Accepts connections and bytes but forwards nothing, until `cut` or `restore`. */
  stall(): void;
  close(): Promise<void>;
}

/** A proxy to a TCP server or Unix socket on this machine, which can cut and stall connections. */
export async function openProxy(target: string): Promise<Proxy> {
  const targetAddress = target.startsWith("/") ? { path: target } : addressOf(new URL(target));
  const sockets = new Set<net.Socket>();
  let sent = 0;
  let cutAt = Infinity;
  let isStalled = false;
  let port = 0;
  const hangUp = () => {
    for (const socket of sockets) socket.destroy();
  };
  const server = net.createServer((near) => {
    const far = net.connect(targetAddress);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket
        .on("error", () => {})
        .on("close", () => {
          sockets.delete(socket);
          near.destroy();
          far.destroy();
        });
    }
    near.on("data", (piece) => {
      sent += piece.length;
      if (sent >= cutAt) void cut();
      else if (!isStalled && !far.write(piece)) near.pause();
    });
    far.on("drain", () => near.resume());
    far.on("data", (piece) => {
      if (!isStalled && !near.write(piece)) far.pause();
    });
    near.on("drain", () => far.resume());
  });
  const listen = () => new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const cut = () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    hangUp();
    return closed;
  };
  await listen();
  ({ port } = server.address() as net.AddressInfo);
  return {
    url: `http://127.0.0.1:${port}`,
    sent: () => sent,
    cut,
    async restore() {
      hangUp();
      [isStalled, cutAt] = [false, Infinity];
      if (!server.listening) await listen();
    },
    cutAfter(bytes) {
      cutAt = sent + bytes;
    },
    stall() {
      isStalled = true;
    },
    close: () => (server.listening ? cut() : Promise.resolve()),
  };
}

const addressOf = ({ hostname, port }: URL) => ({ host: hostname, port: Number(port) });
