/** OWASP's second recommended setting for Argon2id: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Loaded at the first sign-in, to keep the start fast. */
const load = () => import("@node-rs/argon2");

export async function hashPassword(password: string): Promise<string> {
  const { hash } = await load();
  return hash(password, cost);
}

let decoy: Promise<string> | undefined;

/** Whether the password matches the hash. Without a hash it does the same work and returns false, so the time tells nothing. */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const { verify } = await load();
  decoy ??= hashPassword(crypto.randomUUID());
  const matches = await verify(passwordHash ?? (await decoy), password);
  return matches && passwordHash !== null;
}
