// Decision 027: why one tab sends, and how a sleeping one is replaced.

/** What the tabs of one person in one browser say to each other. */
type Message<Command, News> =
  | { readonly kind: "command"; readonly id: string; readonly command: Command }
  /** The tab that leads has done a command. */
  | { readonly kind: "heard"; readonly id: string }
  | { readonly kind: "news"; readonly news: News }
  /** A tab leads from now on, and has no news yet. */
  | { readonly kind: "leads" }
  /** Does anybody lead? */
  | { readonly kind: "hello" };

export interface Tabs<Command, News> {
  /**
   * Has every tab do something, this one first. It is repeated until the tab that leads has done it, whichever that is then: it must not
   * matter if it is done twice.
   */
  readonly command: (command: Command) => Promise<unknown>;
  /** Tells the other tabs how things stand. Only the tab that leads has news. */
  readonly tell: (news: News) => void;
}

interface Hears<Command, News> {
  /** This tab leads from now on, until it closes or hears `onFollow`. */
  readonly onLead: () => Promise<void>;
  /** Another tab leads, or may. */
  readonly onFollow: () => void;
  /** Rejects when it cannot be done now; it is asked for again. */
  readonly onCommand: (command: Command) => Promise<void>;
  readonly onNews: (news: News) => void;
  /** The news, for a tab that has just opened. */
  readonly current: () => News;
  /** Whether there is anything to lead. */
  readonly isBusy: () => boolean;
}

/** A leader that says nothing for so long is asleep: phones suspend the tabs behind the one that is seen. */
const mostSilenceMs = 2000;
/** How often a tab that shows what another one does makes sure that it still does. */
const lookMs = 5000;

interface Lead {
  isReady: boolean;
  readonly end: () => void;
}

/**
 * Makes one of the tabs that join under a name the leader: until it closes, is hidden with nothing to do, or does not answer. Then the
 * next one leads. Where the browser cannot tell tabs apart each of them leads.
 */
export function joinTabs<Command, News>(name: string, hears: Hears<Command, News>): Tabs<Command, News> {
  const { locks } = navigator as { locks?: LockManager };
  const channel = new BroadcastChannel(name);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of its origin alone
  const send = (message: Message<Command, News>) => channel.postMessage(message);
  const unheard = new Map<string, { readonly command: Command; readonly heard: () => void }>();
  let leading: Lead | undefined;
  let queueing: AbortController | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;

  const perform = (command: Command) =>
    hears.onCommand(command).then(
      () => true,
      () => false,
    );
  const lead = (end: () => void) => {
    const mine: Lead = { isReady: false, end };
    leading = mine;
    isAnswered();
    send({ kind: "leads" });
    const ready = hears.onLead();
    for (const [id, { command }] of unheard) void perform(command).then(() => settle(id));
    void ready.then(() => {
      mine.isReady = true;
      return leading === mine && tell(hears.current());
    });
  };
  const follow = () => {
    leading = undefined;
    hears.onFollow();
  };
  /** Waits for its turn to lead, or takes it. */
  const request = (how: "wait" | "rob") => {
    if (!locks) return;
    queueing?.abort();
    const mine = new AbortController();
    queueing = mine;
    let held: Lead | undefined;
    const hold = () =>
      new Promise<void>((resolve) => {
        lead(resolve);
        held = leading;
      });
    locks.request(name, how === "rob" ? { steal: true } : { signal: mine.signal }, hold).then(
      () => {
        // It was let go.
        if (leading === held) follow();
        return document.hidden || ask();
      },
      (error: unknown) => {
        if (held && leading === held) follow();
        const isRobbed = error instanceof DOMException && error.name === "AbortError";
        if (!isRobbed && !held) lead(() => undefined);
        else if (queueing === mine) request("wait");
      },
    );
  };
  const letGo = () => {
    if (!leading?.isReady || !document.hidden || hears.isBusy()) return;
    queueing = undefined;
    leading.end();
  };

  const ask = () => {
    if (leading || silence !== undefined) return;
    const askedAt = performance.now();
    silence = setTimeout(() => {
      silence = undefined;
      // Whoever slept itself has not heard the answer yet.
      if (performance.now() - askedAt > mostSilenceMs * 2) ask();
      else request("rob");
    }, mostSilenceMs);
    if (!queueing) request("wait");
    send({ kind: "hello" });
  };
  const isAnswered = () => {
    clearTimeout(silence);
    silence = undefined;
  };
  const repeat = () => {
    for (const [id, { command }] of unheard) send({ kind: "command", id, command });
  };
  const settle = (id: string) => {
    unheard.get(id)?.heard();
    unheard.delete(id);
  };
  const tell = (news: News) => {
    if (!leading?.isReady) return;
    send({ kind: "news", news });
    letGo();
  };

  const hear = async (message: Message<Command, News>) => {
    if (message.kind === "command") {
      const isDoing = leading !== undefined;
      if ((await perform(message.command)) && isDoing) send({ kind: "heard", id: message.id });
    } else if (message.kind === "heard") settle(message.id);
    else if (leading) {
      if (message.kind !== "hello") return;
      send(leading.isReady ? { kind: "news", news: hears.current() } : { kind: "leads" });
    } else if (message.kind !== "hello") {
      isAnswered();
      if (message.kind === "news") hears.onNews(message.news);
      else repeat();
    }
  };
  channel.addEventListener("message", ({ data }: MessageEvent<Message<Command, News>>) => void hear(data));

  if (locks) {
    ask();
    document.addEventListener("visibilitychange", () => (document.hidden ? letGo() : ask()));
    setInterval(() => {
      if (leading || document.hidden || (unheard.size === 0 && !hears.isBusy())) return;
      repeat();
      ask();
    }, lookMs);
  } else lead(() => undefined);

  return {
    command(command) {
      const id = `${performance.timeOrigin} ${Math.random()}`;
      const isLeading = leading !== undefined;
      const doing = perform(command);
      send({ kind: "command", id, command });
      if (isLeading) return doing;
      const heard = new Promise<boolean>((resolve) => unheard.set(id, { command, heard: () => resolve(true) }));
      ask();
      return heard;
    },
    tell,
  };
}
