/** What the tabs of one person in one browser say to each other. */
type Message<Command, News> =
  | { readonly kind: "command"; readonly command: Command }
  | { readonly kind: "news"; readonly news: News }
  | { readonly kind: "hello" };

export interface Tabs<Command, News> {
  /** Has the tab that leads do something: this one, or another. */
  readonly command: (command: Command) => void;
  /** Tells the other tabs how things stand. Only the tab that leads has news. */
  readonly tell: (news: News) => void;
}

interface Hears<Command, News> {
  /** This tab leads from now on, until it closes. */
  readonly onLead: () => Promise<void>;
  readonly onCommand: (command: Command) => void;
  readonly onNews: (news: News) => void;
  /** The news, for a tab that has just opened. */
  readonly current: () => News;
}

/**
 * Makes one of the tabs that join under a name the leader, until it closes; then the next one leads. Where the browser cannot tell tabs
 * apart each of them leads.
 */
export function joinTabs<Command, News>(name: string, hears: Hears<Command, News>): Tabs<Command, News> {
  const channel = new BroadcastChannel(name);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of its origin alone
  const send = (message: Message<Command, News>) => channel.postMessage(message);
  let waiting: Command[] = [];
  let role: "joining" | "leads" | "follows" = "joining";

  const settle = (now: "leads" | "follows") => {
    role = now;
    const commands = waiting;
    waiting = [];
    for (const command of commands) perform(command);
  };
  const perform = (command: Command) => {
    if (role === "leads") hears.onCommand(command);
    else if (role === "follows") send({ kind: "command", command });
    else waiting.push(command);
  };
  const lead = async () => {
    await hears.onLead();
    settle("leads");
    send({ kind: "news", news: hears.current() });
  };

  channel.addEventListener("message", ({ data }: MessageEvent<Message<Command, News>>) => {
    if (data.kind === "news" && role !== "leads") {
      hears.onNews(data.news);
      if (role === "joining") settle("follows");
    }
    if (role !== "leads") return;
    if (data.kind === "command") hears.onCommand(data.command);
    if (data.kind === "hello") send({ kind: "news", news: hears.current() });
  });
  const { locks } = navigator as { locks?: LockManager };
  if (locks) {
    // Held for as long as the tab lives.
    void locks.request(name, async () => {
      await lead();
      await new Promise(() => {});
    });
    send({ kind: "hello" });
  } else void lead();

  return { command: perform, tell: (news) => role === "leads" && send({ kind: "news", news }) };
}
