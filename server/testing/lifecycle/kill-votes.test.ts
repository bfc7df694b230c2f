import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, test, vi } from "vitest";
import {
  connectTo,
  killAll,
  type Member,
  postmasterOf,
  register,
  startServer,
  temporaryFolder,
  until,
} from "./server-process.ts";

vi.setConfig({ testTimeout: 120_000 });
const home = temporaryFolder();

afterAll(async () => {
  killAll();
  await home.remove();
});

/** The last confirmed vote of a voter, and the unconfirmed ones sent since. */
interface Ballot {
  confirmed?: string;
  sent: string[];
  count: number;
}

async function keepsVotes(dataDir: string, rounds: number) {
  let server = await startServer({ dataDir });
  const crew = await Promise.all(["Ana", "Bo", "Cy", "Di"].map((name) => register(server.url, name)));
  const category = await openAward(crew);
  // Di never votes, so the award stays open and votes can change.
  const voters = crew.slice(0, 3).map((voter) => ({ voter, ballot: { sent: [], count: 0 } as Ballot }));
  for (let round = 0; round < rounds; round++) {
    const before = voters.map(({ ballot }) => ballot.count);
    const voting = voters.map(({ voter, ballot }) => voteUntilGone(voter.at(server.url), category, crew, ballot));
    await until("all have voted", () => voters.every(({ ballot }, i) => ballot.count > (before[i] ?? 0) + 10));
    await sleep(Math.random() * 200);
    const postgres = postmasterOf(dataDir);
    if (round % 2 === 0) process.kill(postgres, "SIGKILL");
    await server.end("SIGKILL");
    await Promise.all(voting);

    server = await startServer({ dataDir });
    const reader = await connectTo(dataDir);
    const { rows } = await reader.query<{ voter: string; nominee: string }>(
      "select voter_id as voter, nominee_id as nominee from votes where category_id = $1",
      [category],
    );
    await reader.end();
    expect(rows).toHaveLength(voters.length);
    for (const { voter, ballot } of voters)
      expect([ballot.confirmed, ...ballot.sent]).toContain(rows.find((row) => row.voter === voter.id)?.nominee);
  }
  expect(await server.end("SIGTERM")).toBe(0);
}

test("a kill -9 of server and database loses no confirmed vote", () => keepsVotes(path.join(home.path, "once"), 1));

test("three kills at random moments lose no confirmed vote", { tags: "long" }, () =>
  keepsVotes(path.join(home.path, "thrice"), 3),
);

/** Makes a squad of these people with a trip and an award. Returns the award's id. */
async function openAward([leader, ...others]: readonly Member[]): Promise<string> {
  if (!leader) throw new Error("a crew needs somebody");
  const make = async (who: Member, route: string, body: unknown) => {
    const reply = await who.send("POST", route, body);
    if (!reply.ok) throw new Error(`${route}: ${await reply.text()}`);
    return ((await reply.json()) as { id: string }).id;
  };
  const squadId = await make(leader, "/api/squads", { name: "Voters", isPublic: true });
  for (const other of others) await make(other, `/api/trips/${squadId}/join`, {});
  const days = { startDate: "2031-06-01T00:00:00.000Z", endDate: "2031-06-09T00:00:00.000Z" };
  const tripId = await make(leader, "/api/trips", { name: "Dawn", location: "Ericeira", squadId, ...days });
  return make(leader, `/api/trips/${tripId}/categories`, { name: "Best Wipeout", description: "Who fell the most" });
}

async function voteUntilGone(voter: Member, category: string, crew: readonly Member[], ballot: Ballot): Promise<void> {
  for (;;) {
    const nomineeId = crew[Math.floor(Math.random() * crew.length)]?.id ?? "";
    ballot.sent.push(nomineeId);
    const reply = await voter.send("POST", `/api/categories/${category}/vote`, { nomineeId }).catch(() => undefined);
    if (!reply) return;
    if (!reply.ok) {
      await sleep(20);
      continue;
    }
    ballot.confirmed = nomineeId;
    ballot.sent = [];
    ballot.count += 1;
  }
}
