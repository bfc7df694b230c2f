// Written by hand because every row's ratio rests on this client: another one, such as autocannon, would change them all.
import { type Connection, openConnection } from "./connection.ts";
import { type Job, type Outcome, wireBytes } from "./job.ts";

/** The load client, a separate process. It takes jobs from its parent, one at a time, and answers each with its outcome. */
process.on("message", (job: Job) => {
  run(job).then(
    (outcome) => process.send!({ outcome }),
    (error: unknown) => process.send!({ failure: error instanceof Error ? error.message : String(error) }),
  );
});
process.on("disconnect", () => process.exit());

async function run(job: Job): Promise<Outcome> {
  const requests = job.requests.map(wireBytes);
  const latencies: number[] = [];
  const faults: string[] = [];
  let stop: (reason: Error) => void = () => {};
  const broken = new Promise<never>((_resolve, reject) => (stop = reject));
  const connections: Connection[] = [];
  for (let i = 0; i < job.connections; i++)
    connections.push(await openConnection(job.port, (reason) => stop(new Error(reason))));

  let next = 0;
  const started = performance.now();
  const deadline = job.forMs === undefined ? Infinity : started + job.forMs;
  const work = (connection: Connection) =>
    new Promise<void>((resolve) => {
      const go = () => {
        const sentAt = performance.now();
        const isOver = job.forMs === undefined ? next >= requests.length : sentAt >= deadline;
        if (isOver) return resolve();
        const at = next++ % requests.length;
        connection.send(requests[at]!, (status, bytes) => {
          latencies.push(performance.now() - sentAt);
          if (status !== job.expect.status || bytes < job.expect.bytes) {
            if (faults.length < 5) faults.push(`${job.requests[at]!.path} answered ${status} with ${bytes} bytes`);
          }
          go();
        });
      };
      go();
    });
  await Promise.race([Promise.all(connections.map(work)), broken]);
  const seconds = (performance.now() - started) / 1000;
  for (const connection of connections) connection.close();
  latencies.sort((a, b) => a - b);
  const at = (share: number) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0;
  return { answers: latencies.length, seconds, p50: at(0.5), p99: at(0.99), faults };
}
