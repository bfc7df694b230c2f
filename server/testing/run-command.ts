import { execFile } from "node:child_process";
import path from "node:path";
import type { TestApp } from "./app.ts";

/** Runs a command of an operator on the database of this app, beside it. Resolves to its exit code and to all that it printed. */
export async function runCommand(
  swell: TestApp,
  name: "admin" | "log-out",
  ...args: string[]
): Promise<{ readonly code: number; readonly said: string }> {
  const client = await swell.database.dedicated();
  const { host, port, user, database } = client;
  await client.end();
  const env = {
    ...process.env,
    DATA_DIR: swell.parts.config.dataDir,
    DATABASE_URL: `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`,
  };
  const program = path.join(import.meta.dirname, `../commands/${name}.ts`);
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), said: stdout + stderr }),
    );
  });
}
