import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { joinTabs } from "./upload-tabs.ts";

/** What a browser gives its tabs: one lock, and a channel on which a tab that sleeps hears nothing until it wakes. */
function openBrowser() {
  type Tab = { isAsleep: boolean; readonly onWake: (() => void)[] };
  type Held = { readonly lose: () => void };
  type Asking = { readonly grant: () => void };
  let held: Held | undefined;
  let asking: Asking[] = [];
  const channels: Channel[] = [];
  let opening: Tab;

  class Channel extends EventTarget {
    readonly tab = opening;
    readonly unread: unknown[] = [];
    constructor() {
      super();
      channels.push(this);
    }
    postMessage(data: unknown) {
      if (this.tab.isAsleep) return;
      for (const other of channels) if (other !== this) setTimeout(() => other.take(structuredClone(data)));
    }
    take(data: unknown) {
      if (this.tab.isAsleep) this.unread.push(data);
      else this.dispatchEvent(new MessageEvent("message", { data }));
    }
  }
  const advance = () => {
    if (!held) asking.shift()?.grant();
  };
  const requestOf =
    (tab: Tab) =>
    (_: string, { steal, signal }: LockOptions, hold: () => Promise<void>) =>
      new Promise<void>((resolve, reject) => {
        const lose = () => reject(new DOMException("Stolen", "AbortError"));
        const mine: Held = { lose: () => (tab.isAsleep ? void tab.onWake.push(lose) : lose()) };
        const grant = () => {
          held = mine;
          void hold().then(() => {
            if (held === mine) held = undefined;
            resolve();
            return advance();
          });
        };
        if (steal) {
          held?.lose();
          return grant();
        }
        const ask = { grant };
        asking.push(ask);
        signal?.addEventListener("abort", () => {
          asking = asking.filter((other) => other !== ask);
          reject(new DOMException("Aborted", "AbortError"));
        });
        advance();
      });
  vi.stubGlobal("BroadcastChannel", Channel);
  const document = Object.assign(new EventTarget(), { hidden: false });
  vi.stubGlobal("document", document);

  return {
    /** Hides or shows the page of whoever listens; one document stands for all tabs. */
    show(isShown: boolean) {
      document.hidden = !isShown;
      document.dispatchEvent(new Event("visibilitychange"));
    },
    openTab(name: string, { isBusy = true, ready = Promise.resolve(), hasLocks = true } = {}) {
      const log: string[] = [];
      const tab: Tab = { isAsleep: false, onWake: [] };
      opening = tab;
      vi.stubGlobal("navigator", hasLocks ? { locks: { request: requestOf(tab) } } : {});
      const tabs = joinTabs<string, string>("uploads", {
        onLead: async () => {
          log.push("leads");
          await ready;
        },
        onFollow: () => void log.push("follows"),
        onCommand: async (command) => void log.push(command),
        onNews: (news) => void log.push(`news of ${news}`),
        current: () => name,
        isBusy: () => isBusy,
      });
      const channel = channels.at(-1)!;
      return {
        ...tabs,
        log,
        sleep: () => (tab.isAsleep = true),
        wake() {
          tab.isAsleep = false;
          for (const happened of tab.onWake) happened();
          for (const data of channel.unread.splice(0)) channel.take(data);
        },
      };
    },
  };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
const seconds = (s: number) => vi.advanceTimersByTimeAsync(s * 1000);

it("one tab leads, does what another one asks for, and tells it how things stand", async () => {
  const browser = openBrowser();
  const first = browser.openTab("first");
  await seconds(1);
  const second = browser.openTab("second");
  await seconds(30);
  let isDone = false;
  void second.command("look").then(() => (isDone = true));
  await seconds(0.1);
  expect(first.log).toEqual(["leads", "look"]);
  expect(new Set(second.log)).toEqual(new Set(["news of first", "look"]));
  expect(isDone).toBe(true);
});

it("a tab that leads and does not answer is robbed, and follows when it wakes", async () => {
  const browser = openBrowser();
  const first = browser.openTab("first");
  await seconds(1);
  first.sleep();
  const second = browser.openTab("second");
  let isDone = false;
  void second.command("look").then(() => (isDone = true));
  await seconds(1.9);
  expect(second.log).toEqual(["look"]);
  expect(isDone).toBe(false);
  await seconds(0.2);
  // What it could not hand over it does itself.
  expect(second.log).toEqual(["look", "leads", "look"]);
  expect(isDone).toBe(true);
  first.wake();
  await seconds(6);
  expect(first.log).toContain("follows");
  expect(first.log.at(-1)).toBe("news of second");
  expect(second.log).not.toContain("follows");
});

it("a tab that falls asleep while another one waits for it is robbed too", async () => {
  const browser = openBrowser();
  const first = browser.openTab("first");
  await seconds(1);
  const second = browser.openTab("second");
  await seconds(1);
  first.sleep();
  await seconds(8);
  expect(second.log.at(-1)).toBe("leads");
});

it("what is asked for while the next one makes ready is done by it", async () => {
  const browser = openBrowser();
  const first = browser.openTab("first");
  await seconds(1);
  let makeReady = () => {};
  const ready = new Promise<void>((resolve) => (makeReady = resolve));
  const second = browser.openTab("second", { ready });
  first.sleep();
  await seconds(8);
  expect(second.log.at(-1)).toBe("leads");
  void second.command("look");
  await seconds(0.1);
  expect(second.log.at(-1)).toBe("look");
  // It leads already: a third one need not rob it.
  const third = browser.openTab("third");
  await seconds(8);
  expect(third.log).not.toContain("leads");
  makeReady();
  await seconds(1);
  expect(third.log.at(-1)).toBe("news of second");
});

it("a hidden tab with nothing to do lets others lead, and asks again when it is seen", async () => {
  const browser = openBrowser();
  const first = browser.openTab("first", { isBusy: false });
  await seconds(1);
  browser.show(false);
  await seconds(1);
  expect(first.log).toEqual(["leads", "follows"]);
  browser.show(true);
  await seconds(1);
  expect(first.log).toEqual(["leads", "follows", "leads"]);
  const busy = openBrowser();
  const sends = busy.openTab("first");
  await seconds(1);
  busy.show(false);
  await seconds(1);
  expect(sends.log).toEqual(["leads"]);
});

it("each tab leads where the browser has no locks", async () => {
  const browser = openBrowser();
  const tabs = ["first", "second"].map((name) => browser.openTab(name, { hasLocks: false }));
  await seconds(10);
  for (const { log } of tabs) expect(log).toEqual(["leads"]);
});
