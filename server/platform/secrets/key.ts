import { randomBytes } from "node:crypto";
import { link, mkdir, open, readFile, unlink, writeFile } from "node:fs/promises";
import path from "node:path";

const keyBytes = 32;

/** Reads `SECRET_KEY`: keys of 32 bytes in base64; the first one seals. Undefined if one of them is invalid. */
export function parseKeys(value: string): Buffer[] | undefined {
  const keys = value.split(",").map(parseKey);
  return keys.every((key) => key !== undefined) ? keys : undefined;
}

function parseKey(text: string): Buffer | undefined {
  const trimmed = text.trim();
  const key = Buffer.from(trimmed, "base64");
  const isWhole = key.length === keyBytes && key.toString("base64").replace(/=+$/, "") === trimmed.replace(/=+$/, "");
  return isWhole ? key : undefined;
}

/** The key in `dataDir/secret.key`, made at the first use. Only the server's account can read the file. */
export async function keyOfFolder(dataDir: string): Promise<Buffer> {
  const file = path.join(dataDir, "secret.key");
  const key = (await readKey(file)) ?? (await makeKey(dataDir, file));
  if (!key) throw new Error(`${file} does not hold a key of 32 bytes in base64.`);
  return key;
}

async function readKey(file: string): Promise<Buffer | undefined> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const key = parseKey(text);
  if (!key) throw new Error(`${file} does not hold a key of 32 bytes in base64.`);
  return key;
}

/** Writes a temporary file and links it, so that two servers which start at once use the same whole key. */
async function makeKey(dataDir: string, file: string): Promise<Buffer | undefined> {
  await mkdir(dataDir, { recursive: true });
  const draft = `${file}.${randomBytes(6).toString("hex")}`;
  try {
    await writeFile(draft, `${randomBytes(keyBytes).toString("base64")}\n`, { mode: 0o600, flag: "wx", flush: true });
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
  } finally {
    await unlink(draft).catch(() => {});
  }
  const folder = await open(dataDir);
  await folder.sync().finally(() => folder.close());
  return readKey(file);
}
