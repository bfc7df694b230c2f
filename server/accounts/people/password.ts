/** OWASP's second recommended setting for Argon2id: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Loaded at the first sign-in, to keep the start fast. */
const load = () => import("@node-rs/argon2");

/** The form in which passwords are hashed, because keyboards and systems write the same letters in several ways (RFC 8265). */
const hashedForm = (password: string) => password.normalize("NFKC");

export async function hashPassword(password: string): Promise<string> {
  const { hash } = await load();
  return hash(hashedForm(password), cost);
}

let decoy: Promise<string> | undefined;

/** How a password matches its hash. `outdated`: only as it was typed, so the hash is older than `hashedForm` and should be replaced. */
export type PasswordMatch = "current" | "outdated";

/** Compares a password with its hash; null if it is wrong. Without a hash it does the same work, so the time tells nothing. */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<PasswordMatch | null> {
  const { verify } = await load();
  decoy ??= hashPassword(crypto.randomUUID());
  const known = passwordHash ?? (await decoy);
  const form = hashedForm(password);
  const isCurrent = await verify(known, form);
  const isOutdated = !isCurrent && form !== password && (await verify(known, password));
  if (passwordHash === null) return null;
  return isCurrent ? "current" : isOutdated ? "outdated" : null;
}
