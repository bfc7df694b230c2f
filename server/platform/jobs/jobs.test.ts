import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type TestDatabase, freshDatabase } from "../../testing/database.ts";
import { type EndedJob, type Jobs, type Queue, openJobs } from "./jobs.ts";
import { sqlText } from "../db/sql-text.ts";

interface Wave {
  readonly height: number;
}
const waves: Queue<Wave> = { name: "waves", batch: 4, loops: 2, retries: 2, retrySeconds: 1 };

let database: TestDatabase;
let open: Jobs[] = [];
const errors: unknown[] = [];
beforeEach(async () => {
  database = await freshDatabase();
});
afterEach(async () => {
  for (const jobs of open) await jobs.stop();
  open = [];
  await database.drop();
  expect(errors.splice(0)).toEqual([]);
});

/** Opens the jobs of a server. `done` has the heights it handled, in order. */
function server(fail: (height: number, isLast: boolean) => boolean = () => false, works = true) {
  const jobs = openJobs({ database, works, log: (error) => errors.push(error) });
  open.push(jobs);
  const done: number[] = [];
  jobs.handle(waves, async (batch) => {
    const failed = new Map<string, Error>();
    for (const { id, task, isLast } of batch) {
      if (fail(task.height, isLast)) failed.set(id, new Error(`${task.height} m is too much`));
      else done.push(task.height);
    }
    return failed;
  });
  return { jobs, done };
}
const soon = (claim: () => void | Promise<void>) => vi.waitFor(claim, { timeout: 20_000, interval: 20 });
/** Like `soon`, but wakes the queue each time, so that a retry does not wait for the next poll. */
const soonAwake = (jobs: Jobs, claim: () => void | Promise<void>) =>
  soon(() => {
    jobs.wake(waves);
    return claim();
  });

test("a job exists only if its transaction commits", async () => {
  const { jobs, done } = server();
  const failing = database.transact(async (tx) => {
    await jobs.send(tx, waves, { height: 1 });
    throw new Error("no swell");
  });
  await expect(failing).rejects.toThrow("no swell");
  await database.transact((tx) => jobs.send(tx, waves, { height: 2 }));
  jobs.wake(waves);
  await soon(() => expect(done).toEqual([2]));
});

test("a failed job is retried later and does not block others", async () => {
  let tries = 0;
  const { jobs, done } = server((height) => height === 5 && ++tries < 3);
  await jobs.sendNow(
    waves,
    [4, 5, 6].map((height) => ({ height })),
  );
  jobs.wake(waves);
  await soon(() => expect(done).toHaveLength(2));
  expect(new Set(done)).toEqual(new Set([4, 6]));
  await soonAwake(jobs, () => expect(done.slice(2)).toEqual([5]));
  expect(tries).toBe(3);
});

test("each try of a job is told with its id and how it ended", async () => {
  const ended: EndedJob[] = [];
  const jobs = openJobs({ database, works: true, log: (error) => errors.push(error), note: (one) => ended.push(one) });
  open.push(jobs);
  const ids: string[] = [];
  jobs.handle({ ...waves, retries: 0 }, async (batch) => {
    ids.push(...batch.map(({ id }) => id));
    return new Map(batch.filter(({ task }) => task.height > 5).map(({ id }) => [id, new Error("too high")]));
  });
  await jobs.sendNow(waves, [{ height: 1 }, { height: 9 }]);
  await soonAwake(jobs, () => expect(ended).toHaveLength(2));
  expect(ended.map(({ job }) => job).toSorted()).toEqual(ids.toSorted());
  expect(ended.map(({ queue, outcome, err }) => [queue, outcome, String(err)])).toEqual(
    expect.arrayContaining([
      ["waves", "done", "undefined"],
      ["waves", "given_up", "Error: too high"],
    ]),
  );
});

test("a job's last try has isLast", async () => {
  const lasts: boolean[] = [];
  const { jobs } = server((_height, isLast) => lasts.push(isLast) > 0);
  await jobs.sendNow(waves, [{ height: 9 }]);
  jobs.wake(waves);
  const state = () => database.one<string>({ name: "state", text: sqlText`select state::text from jobs.job` }, []);
  // A job in this state never runs again.
  await soonAwake(jobs, async () => expect(await state()).toBe("failed"));
  expect(lasts).toEqual([false, false, true]);
});

test("new queue settings apply after an upgrade, but waiting jobs keep their retries", async () => {
  const earlier = openJobs({ database, works: false, log: (error) => errors.push(error) });
  open.push(earlier);
  const before: Queue<Wave> = { ...waves, retries: 1 };
  earlier.handle(before, async () => new Map());
  await earlier.sendNow(before, [{ height: 1 }]);
  const lasts: Record<number, boolean[]> = { 1: [], 2: [] };
  const { jobs } = server((height, isLast) => lasts[height]!.push(isLast) > 0);
  await jobs.sendNow(waves, [{ height: 2 }]);
  jobs.wake(waves);
  await soonAwake(jobs, () => expect(lasts).toEqual({ 1: [false, true], 2: [false, false, true] }));
});

test("a handler that throws does not stop its queue", async () => {
  let isBroken = true;
  const { jobs, done } = server(() => {
    if (isBroken) throw new Error("out of order");
    return false;
  });
  await jobs.sendNow(waves, [{ height: 1 }]);
  jobs.wake(waves);
  await sleep(300);
  isBroken = false;
  await soon(() => expect(done).toEqual([1]));
});

test("a server without workers leaves its jobs to another server", async () => {
  const web = server(undefined, false);
  await web.jobs.sendNow(
    waves,
    Array.from({ length: 30 }, (_, height) => ({ height })),
  );
  await sleep(200);
  expect(web.done).toEqual([]);
  const worker = server();
  worker.jobs.start();
  await soon(() => expect(worker.done.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, i) => i)));
});

test("one of several servers does each job", async () => {
  const servers = [server(), server(), server()];
  await Promise.all(
    servers.map(({ jobs }, i) =>
      jobs.sendNow(
        waves,
        Array.from({ length: 25 }, (_, n) => ({ height: i * 25 + n })),
      ),
    ),
  );
  for (const { jobs } of servers) jobs.wake(waves);
  const all = () => servers.flatMap(({ done }) => done).toSorted((a, b) => a - b);
  await soon(() => expect(all()).toEqual(Array.from({ length: 75 }, (_, i) => i)));
});

test("a job that every server sends once an hour runs once an hour", async () => {
  const [one, two] = [server(), server()];
  for (const { jobs } of [one, two, one, two]) await jobs.sendNow(waves, [{ height: 7 }], 3600);
  for (const { jobs } of [one, two]) jobs.wake(waves);
  await soon(() => expect([...one.done, ...two.done]).toEqual([7]));
  await sleep(500);
  expect([...one.done, ...two.done]).toEqual([7]);
});

test("a backlog in batches of one runs without pauses", async () => {
  const jobs = openJobs({ database, works: true, log: (error) => errors.push(error) });
  open.push(jobs);
  const one: Queue<Wave> = { ...waves, batch: 1, loops: 1 };
  const done: number[] = [];
  jobs.handle(one, async ([job]) => {
    done.push(job!.task.height);
    return new Map();
  });
  // At one poll every few seconds, these would take minutes.
  await jobs.sendNow(
    one,
    Array.from({ length: 100 }, (_, height) => ({ height })),
  );
  jobs.wake(one);
  await soon(() => expect(done).toHaveLength(100));
});

test("one person's many jobs leave a loop free for others", async () => {
  const jobs = openJobs({ database, works: true, log: (error) => errors.push(error) });
  open.push(jobs);
  interface Wish {
    readonly who: string;
  }
  const wishes: Queue<Wish> = {
    name: "wishes",
    batch: 1,
    loops: 3,
    retries: 2,
    retrySeconds: 1,
    turns: { most: 2, of: ({ who }) => who, secondsOf: () => 1 },
  };
  const [under, done]: [string[], string[]] = [[], []];
  let most = 0;
  jobs.handle(wishes, async ([job]) => {
    const { who } = job!.task;
    under.push(who);
    most = Math.max(most, under.filter((one) => one === "ana").length);
    await sleep(30);
    under.splice(under.indexOf(who), 1);
    done.push(who);
    return new Map();
  });
  await jobs.sendNow(
    wishes,
    Array.from({ length: 60 }, () => ({ who: "ana" })),
  );
  jobs.wake(wishes);
  await soon(() => expect(done.length).toBeGreaterThan(4));
  await jobs.sendNow(wishes, [{ who: "bo" }]);
  jobs.wake(wishes);
  await soon(() => expect(done).toContain("bo"));
  expect(done.length).toBeLessThan(60);
  await soon(() => expect(done).toHaveLength(61));
  expect(most).toBe(2);
});

test("people take turns in a queue, and a short job goes before long ones", async () => {
  interface Film {
    readonly name: string;
    readonly who: string;
    readonly seconds: number;
  }
  const films: Queue<Film> = {
    name: "films",
    batch: 1,
    loops: 1,
    retries: 0,
    retrySeconds: 1,
    turns: { of: ({ who }) => who, secondsOf: ({ seconds }) => seconds },
  };
  const shown: string[] = [];
  const openFor = (works: boolean) => {
    const jobs = openJobs({ database, works, log: (error) => errors.push(error) });
    open.push(jobs);
    jobs.handle(films, async ([job]) => {
      shown.push(job!.task.name);
      return new Map();
    });
    return jobs;
  };
  const sender = openFor(false);
  for (const n of [1, 2, 3]) await sender.sendNow(films, [{ name: `mal ${n}`, who: "mal", seconds: 3600 }]);
  await sender.sendNow(films, [{ name: "bo", who: "bo", seconds: 3700 }]);
  await sender.sendNow(films, [{ name: "ana", who: "ana", seconds: 10 }]);
  openFor(true).start();
  await soon(() => expect(shown).toEqual(["ana", "mal 1", "bo", "mal 2", "mal 3"]));
});
