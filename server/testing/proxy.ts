import net from "node:net";

export interface Proxy {
  /** `http://127.0.0.1:{port}`: what is sent there goes to the target. */
  readonly url: string;
  /** How many bytes have gone to the target since the start. */
  readonly sent: () => number;
  /** Cuts every line, and takes no new one until `restore`. */
  cut(): Promise<void>;
  restore(): Promise<void>;
  /** Cuts every line as soon as so many more bytes have gone to the target, and takes no new one. */
  cutAfter(bytes: number): void;
  /** Takes lines and bytes, and never answers, until `cut` or `restore`. */
  stall(): void;
  close(): Promise<void>;
}

/** Stands between a client and a server on this machine, at an address or a socket's path, and makes trouble on the line. */
export async function openProxy(target: string): Promise<Proxy> {
  const there = target.startsWith("/") ? { path: target } : endOf(new URL(target));
  const lines = new Set<net.Socket>();
  let sent = 0;
  let cutAt = Infinity;
  let isStalled = false;
  let port = 0;
  const hangUp = () => {
    for (const line of lines) line.destroy();
  };
  const server = net.createServer((near) => {
    const far = net.connect(there);
    for (const line of [near, far]) {
      lines.add(line);
      line
        .on("error", () => {})
        .on("close", () => {
          lines.delete(line);
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

const endOf = ({ hostname, port }: URL) => ({ host: hostname, port: Number(port) });
