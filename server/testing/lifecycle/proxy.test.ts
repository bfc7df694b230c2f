import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import net from "node:net";
import path from "node:path";
import tls from "node:tls";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { largePng, sha256 } from "../../media/fixtures/pieces.ts";
import { killAll, launchServer, register, temporaryFolder, until } from "./server-process.ts";

// Runs real proxies with the configuration that docs/self-hosting.md gives.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
const home = temporaryFolder();
const proxies: ChildProcess[] = [];
const guide = readFileSync(path.resolve(import.meta.dirname, "../../../docs/self-hosting.md"), "utf8");

const [key, certificate] = [path.join(home.path, "key.pem"), path.join(home.path, "certificate.pem")];
const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
const canMakeCertificate =
  spawnSync("openssl", [
    "req",
    "-x509",
    "-newkey",
    "rsa:2048",
    "-nodes",
    "-keyout",
    key,
    "-out",
    certificate,
    ...subject,
  ]).status === 0;

const isThere = (program: string, version: string) => canMakeCertificate && spawnSync(program, [version]).status === 0;

beforeAll(() => {
  if (canMakeCertificate) tls.setDefaultCACertificates([...tls.getCACertificates(), readFileSync(certificate, "utf8")]);
});

afterAll(async () => {
  killAll();
  // SIGTERM, so that nginx ends its workers.
  await Promise.all(
    proxies.map(async (proxy) => {
      const end = once(proxy, "exit");
      if (proxy.exitCode === null && proxy.kill()) await end;
    }),
  );
  await home.remove();
});

interface ProxyOptions {
  readonly folder: string;
  readonly port: number;
  /** Port of the server behind the proxy. */
  readonly backend: number;
}

/** The code block of the guide that has this word, with the guide's example replaced. */
function blockOf(word: string, example: string, real: string): string {
  const block = [...guide.matchAll(/```\w*\n(.*?)```/gs)].map(([, text]) => text!).find((text) => text.includes(word));
  if (!block?.includes(example)) throw new Error(`The guide has no lines with ${word} for ${example}`);
  return block.replaceAll(example, real);
}

/** The lines of the guide that name the server, for a server at this port. */
const guideBlock = (word: string, backend: number) => blockOf(word, "127.0.0.1:3000", `127.0.0.1:${backend}`);

const locationBlock = blockOf("proxy_pass", "swellmates", "swellmates");

/** The location of the guide from which nginx sends files of `dataDir` itself. */
const fileBlock = (dataDir: string) => blockOf("X-Content-Type-Options", "/opt/swellmates/data/", `${dataDir}/`);

function nginx({ folder, port, backend }: ProxyOptions, files = ""): ChildProcess {
  const file = path.join(folder, "nginx.conf");
  const scratch = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (what) => `${what}_temp_path ${folder}/${what};`,
  );
  writeFileSync(
    file,
    `daemon off; pid ${folder}/pid; error_log stderr; events {}
     http { access_log off; ${scratch.join(" ")}
       ${guideBlock("keepalive", backend)}
       server { listen 127.0.0.1:${port} ssl; ssl_certificate ${certificate}; ssl_certificate_key ${key};
         ${locationBlock} ${files} } }`,
  );
  // As root, nginx would drop to another account, which cannot read the files.
  const asRoot = files && process.getuid?.() === 0 ? ["-g", "user root;"] : [];
  return spawn("nginx", ["-c", file, "-p", folder, ...asRoot], { stdio: "ignore" });
}

function caddy({ folder, port, backend }: ProxyOptions): ChildProcess {
  const file = path.join(folder, "Caddyfile");
  const site = guideBlock("reverse_proxy", backend).replace(
    "trips.example.org {",
    `https://localhost:${port} {\n bind 127.0.0.1\n tls ${certificate} ${key}`,
  );
  writeFileSync(file, `{\n admin off\n auto_https disable_redirects\n storage file_system ${folder}\n}\n${site}`);
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  return spawn("caddy", ["run", "--adapter", "caddyfile", "--config", file], { stdio: "ignore", env });
}

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = net.createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as net.AddressInfo;
      server.close(() => resolve(port));
    });
  });

describe.each([
  ["nginx", nginx, "-v"],
  ["caddy", caddy, "version"],
] as const)("behind %s, configured as in the guide", (name, start, version) => {
  test.skipIf(!isThere(name, version))(
    "sessions, live hints, large uploads, ranges and client addresses work",
    async () => {
      const folder = path.join(home.path, name);
      mkdirSync(folder);
      const [port, backend] = [await freePort(), await freePort()];
      const url = `https://localhost:${port}`;
      const env = { PORT: String(backend), PUBLIC_URL: url, TRUST_PROXY: "on", RATE_LIMITS: "on" };
      const server = launchServer({ dataDir: path.join(folder, "data"), env });
      proxies.push(start({ folder, port, backend }));
      await until(`${name} answers`, async () =>
        fetch(`${url}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        ),
      );

      const registration = { firstName: "Bo", lastName: "Berg", email: "bo@example.org", password: "likes-waves" };
      const registered = await fetch(`${url}/api/register`, {
        method: "POST",
        headers: { "content-type": "application/json", origin: url },
        body: JSON.stringify(registration),
      });
      expect(registered.status).toBe(201);
      expect(registered.headers.getSetCookie()[0]).toMatch(/; Secure/);

      const ana = await register(url, "Ana");
      const stream = await ana.send("GET", "/api/live");
      let heard = "";
      const listening = (async () => {
        const text = new TextDecoder();
        for await (const part of stream.body ?? []) heard += text.decode(part, { stream: true });
      })().catch(() => {});
      await until("the live stream says hello", () => heard.includes("event: hello"));
      const { id: squad } = (await (await ana.send("POST", "/api/squads", { name: "Dawn Patrol" })).json()) as {
        id: string;
      };

      // Larger than a proxy's memory buffer, and than nginx's default maximum of a body.
      const photo = await largePng({ width: 1800, height: 1200 });
      expect(photo.length).toBeGreaterThan(4_000_000);
      const { uploadURL } = (await (await ana.send("POST", "/api/objects/upload")).json()) as { uploadURL: string };
      const put = await fetch(new URL(uploadURL, url), {
        method: "PUT",
        headers: { cookie: ana.cookie, "content-type": "image/png" },
        body: new Uint8Array(photo),
      });
      expect(put.status).toBe(200);
      const registeredPhoto = await ana.send("PUT", `/api/squads/${squad}/media`, {
        mediaURL: uploadURL,
        fileName: "wave.png",
      });
      expect(registeredPhoto.status).toBe(201);
      const { filePath } = (await registeredPhoto.json()) as { filePath: string };
      await until("the live stream has a hint about the photo", () => heard.includes('"media"'));

      const whole = await fetch(new URL(filePath, url), { headers: { cookie: ana.cookie } });
      expect(sha256(Buffer.from(await whole.arrayBuffer()))).toBe(sha256(photo));
      const part = await fetch(new URL(filePath, url), { headers: { cookie: ana.cookie, range: "bytes=5-9" } });
      expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([206, photo.subarray(5, 10)]);

      // Invented X-Forwarded-For entries do not avoid the rate limit.
      const guess = (n: number) =>
        fetch(`${url}/api/login`, {
          method: "POST",
          headers: { "content-type": "application/json", "x-forwarded-for": `10.0.0.${n}` },
          body: JSON.stringify({ email: `nobody${n}@example.org`, password: "likes-waves" }),
        });
      const statuses: number[] = [];
      for (let n = 0; n < 30; n++) statuses.push((await guess(n)).status);
      expect(statuses).toContain(429);
      await server.end("SIGTERM");
      await listening;
    },
  );
});

/** Uploads a photo to a new squad. Returns its path. */
async function addPhoto(ana: Awaited<ReturnType<typeof register>>, url: string, photo: Buffer): Promise<string> {
  const { id } = (await (await ana.send("POST", "/api/squads", { name: "Dawn Patrol" })).json()) as { id: string };
  const { uploadURL } = (await (await ana.send("POST", "/api/objects/upload")).json()) as { uploadURL: string };
  const headers = { cookie: ana.cookie, "content-type": "image/png" };
  await fetch(new URL(uploadURL, url), { method: "PUT", headers, body: new Uint8Array(photo) });
  const added = await ana.send("PUT", `/api/squads/${id}/media`, { mediaURL: uploadURL, fileName: "wave.png" });
  return ((await added.json()) as { filePath: string }).filePath;
}

test.skipIf(!isThere("nginx", "-v"))("nginx sends an original itself, to people who may have it alone", async () => {
  const folder = path.join(home.path, "hand-over");
  mkdirSync(folder);
  const dataDir = path.join(folder, "data");
  const [port, backend] = [await freePort(), await freePort()];
  const url = `https://localhost:${port}`;
  const env = { PORT: String(backend), PUBLIC_URL: url, TRUST_PROXY: "on", PROXY_FILES: "on" };
  const server = launchServer({ dataDir, env });
  proxies.push(nginx({ folder, port, backend }, fileBlock(dataDir)));
  await until("nginx answers", async () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  const ana = await register(url, "Ana");
  const photo = await largePng({ width: 600, height: 400 });
  const file = await addPhoto(ana, url, photo);
  const get = (address: string, headers: Record<string, string> = {}, method = "GET") =>
    fetch(new URL(address, url), { method, headers: { cookie: ana.cookie, ...headers } });
  const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

  // Our server sends no byte of it.
  const handed = await fetch(`http://127.0.0.1:${backend}${file}`, {
    headers: { cookie: ana.cookie, "x-forwarded-proto": "https" },
  });
  const internal = handed.headers.get("x-accel-redirect")!;
  expect([handed.status, (await bytesOf(handed)).length]).toEqual([200, 0]);
  expect(internal).toMatch(/^\/stored-files\/[0-9a-f]{2}\/[0-9a-f-]{36}\.original$/);

  const whole = await get(`${file}?download=1`);
  expect(sha256(await bytesOf(whole))).toBe(sha256(photo));
  const headers = Object.fromEntries(whole.headers);
  expect(headers).toMatchObject({
    "content-type": "image/png",
    "content-disposition": expect.stringContaining("wave.png"),
    "cache-control": "private, max-age=604800, immutable",
    vary: "Cookie",
    "x-content-type-options": "nosniff",
    "content-security-policy": expect.stringMatching(/^sandbox; default-src 'none'/),
    "cross-origin-resource-policy": "same-origin",
    "strict-transport-security": "max-age=31536000",
    "accept-ranges": "bytes",
  });
  expect(headers).not.toHaveProperty("x-accel-redirect");

  const part = await get(file, { range: "bytes=5-9", "if-range": headers["etag"]! });
  expect([part.status, await bytesOf(part)]).toEqual([206, photo.subarray(5, 10)]);
  expect((await get(file, { "if-none-match": headers["etag"]! })).status).toBe(304);
  const head = await get(file, {}, "HEAD");
  expect([head.status, head.headers.get("content-length")]).toEqual([200, String(photo.length)]);
  // Pictures still come from the server's memory.
  expect((await get(`${file}?size=thumb`)).headers.get("etag")).toContain("-thumb-");

  const bo = await register(url, "Bo");
  for (const cookie of [bo.cookie, ""]) expect((await get(file, { cookie })).status).toBe(404);
  expect((await get(internal)).status).toBe(404);
  await server.end("SIGTERM");
});

test("the guide has lines for both proxies", () => {
  expect(() => [guideBlock("keepalive", 1), guideBlock("reverse_proxy", 1), fileBlock("/data")]).not.toThrow();
});
