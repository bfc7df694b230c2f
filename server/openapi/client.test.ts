import { execFile } from "node:child_process";
import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import generateClient from "oazapfts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, openTestApp } from "../testing/app.ts";

const run = promisify(execFile);
const modules = path.resolve(import.meta.dirname, "../../node_modules");

let swell: TestApp;
let folder: string;
beforeAll(async () => {
  swell = await openTestApp();
  await swell.app.listen({ port: 0, host: "127.0.0.1" });
  folder = await mkdtemp(path.join(os.tmpdir(), "swellmates-client-"));
  await symlink(modules, path.join(folder, "node_modules"));
});
afterAll(async () => {
  await swell.close();
  await rm(folder, { recursive: true, force: true });
});

/** Uses the generated client with types; the last function proves that they refuse what the description does not allow. */
const program = `
import { defaults, getAuthUser, postLogin, postTrips } from "./client.ts";

export async function logIn(baseUrl: string, email: string, password: string) {
  let cookie = "";
  defaults.baseUrl = baseUrl;
  defaults.fetch = async (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set("cookie", cookie);
    const reply = await fetch(input, { ...init, headers });
    cookie = reply.headers.getSetCookie().map((one) => one.split(";")[0]).join("; ") || cookie;
    return reply;
  };
  const user = await postLogin({ email, password });
  const again = await getAuthUser();
  const trip = await postTrips({ name: "Ericeira", location: "Portugal", startDate: "2026-07-04", endDate: "2026-07-11" });
  const tripName: string = trip.name;
  return { ids: [user.id, again.id], tripName };
}

export const forgetful = (email: string) =>
  // @ts-expect-error -- a password is required
  postLogin({ email });
`;

const tsconfig = {
  compilerOptions: {
    module: "nodenext",
    target: "esnext",
    lib: ["esnext", "dom", "dom.iterable"],
    types: [],
    strict: true,
    noEmit: true,
    allowImportingTsExtensions: true,
  },
  files: ["program.ts"],
};

// Over two seconds: the compiler reads a client of every call.
test("a client generated from the description compiles and logs in", async () => {
  const file = (name: string, text: string) => writeFile(path.join(folder, name), text);
  const description = await swell.visitor.get("/api/openapi.json");
  await file("openapi.json", description.text);
  await file("client.ts", await generateClient(path.join(folder, "openapi.json"), { optimistic: true }));
  await file("program.ts", program);
  await file("package.json", JSON.stringify({ type: "module" }));
  await file("tsconfig.json", JSON.stringify(tsconfig));
  const compiled = await run(path.join(modules, ".bin/tsc"), ["-p", folder]).catch(
    (error: { stdout: string }) => error,
  );
  expect(compiled.stdout).toBe("");

  const { email, password, id } = await swell.person("ana");
  const { port } = swell.app.server.address() as AddressInfo;
  const { logIn } = (await import(pathToFileURL(path.join(folder, "program.ts")).href)) as {
    logIn: (baseUrl: string, email: string, password: string) => Promise<unknown>;
  };
  const origin = `http://127.0.0.1:${port}`;
  expect(await logIn(origin, email, password)).toEqual({ ids: [id, id], tripName: "Ericeira" });
  await expect(logIn(origin, email, "not it")).rejects.toMatchObject({
    status: 401,
    data: { code: "wrong_credentials" },
  });
}, 60_000);
