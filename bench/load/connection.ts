import net from "node:net";

export interface Connection {
  /** Sends one request and calls `answered` when the whole answer has arrived. Wait for it before the next `send`. */
  send(request: Buffer, answered: (status: number, bodyBytes: number) => void): void;
  close(): void;
}

const headEnd = Buffer.from("\r\n\r\n");

/**
 * A keep-alive connection that reads only the status and length of an answer: on two cores, each microsecond the client uses is
 * missing for the server under test. It calls `failed` when the connection breaks or an answer has no length.
 */
export async function openConnection(port: number, failed: (reason: string) => void): Promise<Connection> {
  const socket = net.connect({ port, host: "127.0.0.1", noDelay: true });
  await new Promise<void>((resolve, reject) => socket.once("connect", resolve).once("error", reject));
  let answered: ((status: number, bodyBytes: number) => void) | undefined;
  let head: Buffer | undefined;
  let status = 0;
  let bodyBytes = 0;
  let missing = -1;

  const give = () => {
    const tell = answered;
    answered = undefined;
    head = undefined;
    missing = -1;
    tell?.(status, bodyBytes);
  };
  socket.on("data", (chunk: Buffer) => {
    if (missing >= 0) {
      missing -= chunk.length;
      if (missing === 0) give();
      return;
    }
    head = head ? Buffer.concat([head, chunk]) : chunk;
    const end = head.indexOf(headEnd);
    if (end < 0) return;
    const text = head.toString("latin1", 0, end);
    status = Number(text.slice(9, 12));
    const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1];
    if (length === undefined && status !== 204 && status !== 304) return failed(`an answer ${status} without a length`);
    bodyBytes = Number(length ?? 0);
    missing = bodyBytes - (head.length - end - headEnd.length);
    if (missing === 0) give();
  });
  socket.on("error", (error) => failed(error.message));
  socket.on("close", () => answered && failed("the connection was closed before the answer"));
  return {
    send(request, tell) {
      answered = tell;
      socket.write(request);
    },
    close: () => void socket.destroy(),
  };
}
