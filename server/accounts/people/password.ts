/** OWASP's second recommended setting for Argon2id: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Loaded with the first sign-in: a server that starts has nobody to hash for. */
const load = () => import("@node-rs/argon2");

export async function hashPassword(password: string): Promise<string> {
  const { hash } = await load();
  return hash(password, cost);
}

let decoy: Promise<string> | undefined;

/** Whether the password belongs to the hash. Without a hash it does the same work and answers false. */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const { verify } = await load();
  decoy ??= hashPassword(crypto.randomUUID());
  const matches = await verify(passwordHash ?? (await decoy), password);
  return matches && passwordHash !== null;
}
