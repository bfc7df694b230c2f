import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { createStore } from "../../ui/store.ts";
import { unreadable } from "./put-bytes.ts";
import { openDevice } from "./testing/device.ts";
import type { SendFile } from "./tab-state.ts";
import type { Upload, UploadState } from "./upload-list.ts";
import { openUploadTab } from "./upload-tab.ts";

/** Vitest runs in Node, whose `setImmediate` the types of the web do not have. */
declare const setImmediate: (run: (value?: unknown) => void) => unknown;

const done: UploadState = { kind: "done", isDuplicate: false };
const failed: UploadState = { kind: "failed", sentence: "No.", mayRetry: true };

/** A browser with tabs that share locks, a channel and the IndexedDB of the device. A tab that sleeps hears and does nothing. */
function openBrowser({ hasLocks = true } = {}) {
  interface Tab {
    isAsleep: boolean;
    readonly onWake: (() => void)[];
  }
  const holders = new Map<string, { readonly tab: Tab; readonly lose: () => void }>();
  const channels: Channel[] = [];
  const document = Object.assign(new EventTarget(), { hidden: false });
  vi.stubGlobal("document", document);
  let opening: Tab;

  class Channel extends EventTarget {
    readonly tab = opening;
    constructor() {
      super();
      channels.push(this);
    }
    postMessage() {
      for (const other of channels) if (other !== this) setImmediate(() => other.hear());
    }
    hear() {
      if (this.tab.isAsleep) this.tab.onWake.push(() => this.hear());
      else this.dispatchEvent(new Event("message"));
    }
  }

  const locksOf = (tab: Tab) => ({
    request: (name: string, { steal }: LockOptions, hold: (lock: object | null) => unknown) =>
      new Promise<void>((resolve, reject) => {
        const before = holders.get(name);
        if (before && !steal) return resolve(void hold(null));
        before?.lose();
        const lose = () => {
          const hear = () => reject(new DOMException("Stolen", "AbortError"));
          return tab.isAsleep ? void tab.onWake.push(hear) : hear();
        };
        const mine = { tab, lose };
        holders.set(name, mine);
        void Promise.resolve(hold({})).then(() => {
          if (holders.get(name) === mine) holders.delete(name);
          return resolve();
        });
      }),
  });

  const openTab = (name: string, userId = "ana") => {
    const tab: Tab = { isAsleep: false, onWake: [] };
    opening = tab;
    vi.stubGlobal("BroadcastChannel", Channel);
    vi.stubGlobal("navigator", { onLine: true, ...(hasLocks && { locks: locksOf(tab) }) });
    const every = setInterval;
    vi.stubGlobal("setInterval", (work: () => void, ms: number) => every(() => tab.isAsleep || work(), ms));
    const list = createStore<readonly Upload[]>([]);
    const running = new Map<string, { readonly job: Parameters<SendFile>[0]; readonly end: () => void }>();
    const sent: string[] = [];
    const queue = openUploadTab(
      userId,
      list,
      (job) =>
        new Promise((resolve, reject) => {
          const { name: file } = job.upload;
          sent.push(file);
          running.set(file, { job, end: resolve });
          job.signal.addEventListener("abort", () => {
            running.delete(file);
            reject(job.signal.reason as Error);
          });
        }),
    );
    vi.stubGlobal("setInterval", every);
    const end = (file: string, state: UploadState) => {
      running.get(file)!.job.tell(state);
      running.get(file)!.end();
      running.delete(file);
    };
    void queue.look();
    return {
      ...queue,
      name,
      /** The files that this tab began to send. */
      sent,
      /** The files that it sends now. */
      sending: () => [...running.keys()],
      job: (file: string) => running.get(file)!.job,
      end,
      idOf: (file: string) => list.current().find((upload) => upload.name === file)!.id,
      states: () => Object.fromEntries(list.current().map((upload) => [upload.name, upload.state.kind])),
      list,
      choose: (...files: string[]) =>
        queue.add(
          files.map((file, n): Upload => ({
            id: `${name} ${file}`,
            order: Date.now() + n / 1000,
            name: file,
            type: "image/png",
            size: 3,
            scope: { tripId: "t" },
            state: { kind: "waiting" },
            file: new Blob([file]),
          })),
        ),
      sleep: () => (tab.isAsleep = true),
      wake() {
        tab.isAsleep = false;
        for (const happened of tab.onWake.splice(0)) happened();
      },
      /** As when the tab or the browser goes without a word. */
      close() {
        tab.isAsleep = true;
        for (const [lock, holder] of holders) if (holder.tab === tab) holders.delete(lock);
      },
    };
  };

  return Object.assign(openTab, {
    /** Hides or shows all tabs. */
    show(isShown: boolean) {
      document.hidden = !isShown;
      document.dispatchEvent(new Event("visibilitychange"));
    },
  });
}

let device: ReturnType<typeof openDevice>;
beforeAll(() => {
  device = openDevice();
});
beforeEach(async () => {
  await device.clear();
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  vi.stubGlobal("addEventListener", () => undefined);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date", "performance"] });
});
afterEach(() => {
  // First the stubs: they would bring back the fake timers that they replaced.
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
afterAll(() => device.restore());

/** Lets this much time pass, and all that IndexedDB and the channel have to do. */
async function seconds(count: number): Promise<void> {
  for (let passed = 0; passed <= count; passed += 0.5) {
    await vi.advanceTimersByTimeAsync(500);
    for (let n = 0; n < 30; n++) await new Promise((resolve) => void setImmediate(resolve));
  }
}

it("the tab in which a file is chosen sends it, and other tabs show how far it is", async () => {
  const openTab = openBrowser();
  const [first, second] = [openTab("first"), openTab("second")];
  first.choose("wave");
  await seconds(1);
  first.job("wave").tell({ kind: "sending", share: 0.4 });
  await seconds(3);
  expect(second.list.current()).toMatchObject([{ name: "wave", state: { kind: "sending", share: 0.4 } }]);
  await seconds(60);
  first.end("wave", done);
  await seconds(1);
  expect([first.states(), second.states()]).toEqual([{ wave: "done" }, { wave: "done" }]);
  expect([first.sent, second.sent]).toEqual([["wave"], []]);
  expect(await device.idsIn("files")).toEqual([]);
});

it("a tab sends two files at once at first, and the others in their order", async () => {
  const tab = openBrowser()("only");
  tab.choose("a", "b", "c", "d");
  await seconds(1);
  expect(tab.sending()).toEqual(["a", "b"]);
  tab.end("b", done);
  await seconds(1);
  expect(tab.sending()).toEqual(["a", "c"]);
});

it("when a tab closes, another one continues where it was", async () => {
  const openTab = openBrowser();
  const [first, second] = [openTab("first"), openTab("second")];
  first.choose("wave", "dune", "rock");
  await seconds(1);
  first.job("wave").remember({ address: "/api/uploads/1" });
  await seconds(1);
  first.close();
  await seconds(6);
  expect(second.sending()).toEqual(["wave", "dune"]);
  expect(second.job("wave").upload.address).toBe("/api/uploads/1");
  expect(await second.job("wave").file.text()).toBe("wave");
});

it("the next page continues after a crash and leaves out what was done", async () => {
  const openTab = openBrowser();
  const first = openTab("first");
  first.choose("wave", "dune");
  await seconds(1);
  first.end("dune", done);
  await seconds(1);
  first.close();
  await seconds(30);
  const next = openTab("next");
  await seconds(1);
  expect(next.states()).toEqual({ wave: "waiting" });
  expect(next.sending()).toEqual(["wave"]);
});

it("a sleeping tab holds up only what it holds, and that for ten seconds", async () => {
  const openTab = openBrowser();
  const [first, second] = [openTab("first"), openTab("second")];
  first.choose("wave");
  await seconds(1);
  first.sleep();
  second.choose("dune");
  await seconds(1);
  expect(second.sending()).toEqual(["dune"]);
  await seconds(7);
  expect(second.sending()).toEqual(["dune"]);
  await seconds(9);
  expect(second.sending()).toEqual(["dune", "wave"]);
  first.wake();
  await seconds(20);
  expect(first.sending()).toEqual([]);
  second.end("wave", done);
  await seconds(1);
  expect(first.states()).toEqual({ dune: "waiting", wave: "done" });
  expect(first.sent).toEqual(["wave"]);
});

it("a hidden tab takes nothing from a silent one", async () => {
  const openTab = openBrowser();
  const [first, second] = [openTab("first"), openTab("second")];
  first.choose("wave");
  await seconds(1);
  first.sleep();
  openTab.show(false);
  await seconds(60);
  expect(second.sending()).toEqual([]);
  openTab.show(true);
  await seconds(1);
  expect(second.sending()).toEqual(["wave"]);
});

it("without Web Locks one tab sends, and another one after ten silent seconds", async () => {
  const openTab = openBrowser({ hasLocks: false });
  const [first, second] = [openTab("first"), openTab("second")];
  first.choose("wave");
  await seconds(60);
  expect([first.sending(), second.sending()]).toEqual([["wave"], []]);
  first.close();
  await seconds(16);
  expect(second.sending()).toEqual(["wave"]);
});

it("without IndexedDB a tab sends its own files and shows that it must stay open", async () => {
  device.reach(false);
  const openTab = openBrowser();
  const [first, second] = [openTab("first"), openTab("second")];
  first.choose("wave");
  await seconds(10);
  expect(first.list.current()).toMatchObject([{ isStored: false }]);
  first.end("wave", failed);
  await seconds(1);
  await first.retry(first.idOf("wave"));
  await seconds(1);
  first.end("wave", done);
  await seconds(10);
  expect(first.sent).toEqual(["wave", "wave"]);
  expect(first.states()).toEqual({ wave: "done" });
  expect(second.list.current()).toEqual([]);
  await first.removeAll();
  device.reach(true);
});

it("an upload that is removed in one tab ends in the tab that sends it", async () => {
  const openTab = openBrowser();
  const [first, second] = [openTab("first"), openTab("second")];
  first.choose("wave");
  await seconds(3);
  second.remove([second.idOf("wave")]);
  await seconds(1);
  expect(first.sending()).toEqual([]);
  expect([first.states(), second.states()]).toEqual([{}, {}]);
  expect(await device.idsIn("files")).toEqual([]);
});

it("a removed upload does not come back when IndexedDB could not be reached", async () => {
  const tab = openBrowser()("only");
  tab.choose("wave");
  await seconds(1);
  device.reach(false);
  tab.remove([tab.idOf("wave")]);
  await seconds(2);
  device.reach(true);
  await tab.look();
  expect(tab.states()).toEqual({});
  await seconds(10);
  expect(await device.idsIn("uploads")).toEqual([]);
});

it("a failed upload is sent by the tab in which it is retried", async () => {
  const openTab = openBrowser();
  const [first, second] = [openTab("first"), openTab("second")];
  first.choose("wave");
  await seconds(1);
  first.end("wave", failed);
  await seconds(10);
  expect(second.states()).toEqual({ wave: "failed" });
  await second.retry(second.idOf("wave"));
  await seconds(1);
  expect([first.sending(), second.sending()]).toEqual([[], ["wave"]]);
  expect(first.states()).toEqual({ wave: "waiting" });
});

it("nobody else sees or sends someone's uploads, and logging out deletes them", async () => {
  const openTab = openBrowser();
  const [ana, bo] = [openTab("ana's"), openTab("bo's", "bo")];
  ana.choose("wave");
  bo.choose("dune");
  await seconds(10);
  expect([ana.states(), bo.states()]).toEqual([{ wave: "waiting" }, { dune: "waiting" }]);
  await ana.removeAll();
  await seconds(10);
  expect([ana.sending(), bo.sending()]).toEqual([[], ["dune"]]);
  expect(await device.idsIn("files")).toEqual(["bo's dune"]);
});

it("logging out fails while the copies cannot be deleted", async () => {
  const tab = openBrowser()("only");
  tab.choose("wave");
  await seconds(1);
  device.reach(false);
  await expect(tab.removeAll()).rejects.toThrow("lost");
  device.reach(true);
  await tab.removeAll();
  expect(await device.idsIn("uploads")).toEqual([]);
});

it("a file that was moved meanwhile is sent from its copy", async () => {
  const tab = openBrowser()("only");
  tab.choose("wave");
  await seconds(1);
  tab.end("wave", { kind: "failed", sentence: unreadable().message, mayRetry: false, isUnreadable: true });
  await seconds(1);
  expect(tab.sent).toEqual(["wave", "wave"]);
  expect(tab.states()).toEqual({ wave: "waiting" });
  tab.end("wave", done);
  await seconds(1);
  expect(tab.states()).toEqual({ wave: "done" });
});

it("a copy that cannot be read just now is waited for", async () => {
  const openTab = openBrowser();
  const first = openTab("first");
  first.choose("wave");
  await seconds(1);
  first.close();
  const next = openTab("next");
  device.reach(false);
  await seconds(5);
  expect(next.sending()).toEqual([]);
  device.reach(true);
  await seconds(10);
  expect(next.sending()).toEqual(["wave"]);
});
