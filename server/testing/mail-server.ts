import { once } from "node:events";
import type { AddressInfo, Socket } from "node:net";
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from "smtp-server";

/** A mail that the server received. */
export interface Received {
  readonly from: string;
  readonly to: string;
  readonly raw: string;
}

type Answer = "take" | "drop" | { readonly code: number; readonly says: string; readonly at: "rcpt" | "data" };
/** The server's reaction to attempt number `time` (from 1) at an address. `drop`: it takes the mail and cuts the connection. */
export type Behaviour = (to: string, time: number) => Promise<Answer> | Answer;

/** A mail server with the failures that `behaviour` defines. */
export async function openMailServer(behaviour: Behaviour = () => "take", options: SMTPServerOptions = {}, port = 0) {
  const received: Received[] = [];
  const dropped: Received[] = [];
  const asked = new Map<string, number>();
  const sockets = new Set<Socket>();
  const answerOf = async (to: string) => behaviour(to, asked.get(to) ?? 0);
  const refuse = ({ code, says }: { code: number; says: string }) =>
    Object.assign(new Error(says), { responseCode: code });

  const onRcpt = async (to: string, done: (error?: Error) => void) => {
    asked.set(to, (asked.get(to) ?? 0) + 1);
    const answer = await answerOf(to);
    return typeof answer === "object" && answer.at === "rcpt" ? done(refuse(answer)) : done();
  };
  const onMail = async (mail: Received, remotePort: number, done: (error?: Error) => void) => {
    const answer = await answerOf(mail.to);
    if (typeof answer === "object") return done(refuse(answer));
    if (answer === "drop") {
      dropped.push(mail);
      for (const socket of sockets) if (socket.remotePort === remotePort) socket.destroy();
      return undefined;
    }
    received.push(mail);
    return done();
  };

  const server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    disableReverseLookup: true,
    logger: false,
    onRcptTo: ({ address }, _session, done) => void onRcpt(address, done),
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", () => {
        const tooLarge = stream.sizeExceeded ? refuse({ code: 552, says: "5.3.4 Too large" }) : undefined;
        if (tooLarge) return done(tooLarge);
        const mail = { ...envelopeOf(session), raw: Buffer.concat(parts).toString("latin1") };
        return void onMail(mail, session.remotePort, done);
      });
    },
    ...options,
  });
  server.server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  server.on("error", () => undefined);
  server.listen(port, "127.0.0.1");
  await once(server.server, "listening");
  return {
    port: (server.server.address() as AddressInfo).port,
    /** Complete mails whose senders got no reply. */
    dropped,
    received,
    to: (address: string) => received.filter(({ to }) => to === address),
    /** Number of delivery attempts to this address. */
    asked: (to: string) => asked.get(to) ?? 0,
    async close() {
      const closed = new Promise<void>((done) => {
        server.close(done);
      });
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

const envelopeOf = ({ envelope }: SMTPServerSession) => ({
  from: envelope.mailFrom === false ? "" : envelope.mailFrom.address,
  to: envelope.rcptTo[0]?.address ?? "",
});

/** The header names of a mail in order, and its unfolded head. */
export function headOf(raw: string): { names: string[]; head: string } {
  const head = (raw.split("\r\n\r\n")[0] ?? "").replaceAll(/\r\n[ \t]+/g, " ");
  return { names: head.split("\r\n").map((line) => line.split(":")[0]!), head };
}
