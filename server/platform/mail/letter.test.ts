import PostalMime from "postal-mime";
import { expect, test } from "vitest";
import { letterOf, oneLine } from "./letter.ts";
import { messageOf } from "./message.ts";

const from = { name: "Swellmates", address: "noreply@trips.example.org" };
const draft = {
  title: "You’re invited",
  paragraphs: ["Ana invites you.", { quote: "Bring wax.\nAnd a towel." }, { list: ["Best Wipeout", "Camp Chef"] }],
  button: { label: "Join", url: "https://trips.example.org/join-squad/1?invite=a&b=c" },
  footnote: "Not for you? Ignore this mail.",
} as const;

async function sent(subject: string, content: ReturnType<typeof letterOf>, to = "bo@example.org") {
  const message = await messageOf("1", from, { to, subject, ...content });
  return { raw: message.raw.toString("latin1"), mail: await PostalMime.parse(message.raw) };
}

test("a letter is one mail to one address, as plain text and as HTML", async () => {
  const { raw, mail } = await sent("Come along", letterOf(draft));
  expect(mail.from).toEqual(expect.objectContaining({ name: "Swellmates", address: "noreply@trips.example.org" }));
  expect(mail.to).toEqual([expect.objectContaining({ address: "bo@example.org" })]);
  expect(mail.subject).toBe("Come along");
  expect(Math.abs(Date.parse(mail.date!) - Date.now())).toBeLessThan(60_000);
  expect(mail.messageId).toMatch(/^<[\w-]{36}@trips\.example\.org>$/);
  expect(mail.attachments).toEqual([]);
  expect(raw).toMatch(/^Content-Type: multipart\/alternative;/m);
  expect(raw.match(/^Content-Transfer-Encoding: quoted-printable\r$/gm)).toHaveLength(2);
  expect(raw.match(/^Content-Type: text\/(plain|html); charset=utf-8\r$/gm)).toHaveLength(2);
  expect(raw.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
  expect(Math.max(...raw.split("\r\n").map((line) => line.length))).toBeLessThanOrEqual(78);
});

test("the plain text has title, paragraphs, link and footnote", async () => {
  const { mail } = await sent("Come along", letterOf(draft));
  expect(mail.text).toBe(
    `You’re invited

Ana invites you.

> Bring wax.
> And a towel.

- Best Wipeout
- Camp Chef

Join:
https://trips.example.org/join-squad/1?invite=a&b=c

--
Not for you? Ignore this mail.
`,
  );
});

test("the HTML says the same, escapes its link and fetches nothing", async () => {
  const { mail } = await sent("Come along", letterOf(draft));
  for (const words of [
    "You’re invited",
    "Ana invites you.",
    "Bring wax.<br>And a towel.",
    "Camp Chef</li>",
    "Not for you?",
  ])
    expect(mail.html).toContain(words);
  expect(mail.html).toContain('href="https://trips.example.org/join-squad/1?invite=a&amp;b=c"');
  expect(mail.html).not.toMatch(/<img|<script|<link|url\(|@import|src=/);
});

const hostile = {
  "a header of its own": "Hi\r\nBcc: everyone@example.org\r\n\r\nBuy wax",
  "lines of other kinds": "Hi\u2028Bcc: everyone@example.org\u0085X: y\u2029\vZ",
  HTML: `<script>alert(1)</script><img src="//evil.example/x">"'&amp;`,
  "five hundred characters": "W".repeat(500),
  emoji: "🏄‍♀️ ".repeat(80).trim(),
  "right to left": "גלים בים",
  "an override": "\u202egnp.\u202dexe\u2066",
  "half a character": "wave \ud83c",
  nothing: " \u200b ",
};

test.each(Object.entries(hostile))("a name with %s does no harm", async (_what, name) => {
  const shown = oneLine(name);
  const content = letterOf({
    ...draft,
    title: `${shown} invites you`,
    paragraphs: [`Come with ${shown}.`, { quote: name }, { list: [name] }],
    footnote: shown,
  });
  const { raw, mail } = await sent(`${name} invites you`, content);
  const [head = ""] = raw.split("\r\n\r\n");
  expect(
    head
      .split("\r\n")
      .filter((line) => !/^\s/.test(line))
      .map((line) => line.split(":")[0]),
  ).toEqual(["Auto-Submitted", "From", "To", "Subject", "Message-ID", "Date", "MIME-Version", "Content-Type"]);
  expect(mail.to).toHaveLength(1);
  expect(mail.cc ?? mail.bcc).toBeUndefined();
  expect(raw.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
  expect(mail.text).toContain(`Come with ${shown}.`);
  expect(shown).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e]/u);
  expect(mail.html).not.toMatch(/<script|<img/);
  expect(mail.text).not.toMatch(/\u202e|\ufffd/);
});

test("a long subject with emoji arrives unchanged", async () => {
  const subject = "🏄‍♀️ שלום ".repeat(40).trim();
  const { mail } = await sent(subject, letterOf(draft));
  expect(mail.subject).toBe(subject);
});

test("a right-to-left name does not reorder its sentence", () => {
  expect(oneLine("גלים")).toBe("\u2068גלים\u2069");
  expect(oneLine("Ana  Lopes\n")).toBe("Ana Lopes");
});
