import { spawn } from "node:child_process";
import { writeFile } from "node:fs/promises";
import net from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { must } from "./answers.ts";

export interface Nginx {
  readonly port: number;
  readonly pid: number;
  stop(): Promise<void>;
}

/**
 * Starts nginx with one worker process, like our server, and `server` as its server block. It keeps connections to `upstreams`, ports by
 * their names. It writes to `folder`. Null where nginx is missing.
 */
export async function startNginx(
  folder: string,
  server: string,
  upstreams: Readonly<Record<string, number>> = {},
): Promise<Nginx | null> {
  const port = await freePort();
  const kept = Object.entries(upstreams).map(
    ([name, to]) => `upstream ${name} { server 127.0.0.1:${to}; keepalive 32; keepalive_requests 1000000; }`,
  );
  const config = `worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log; daemon off;
events { worker_connections 256; }
http { access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000; default_type image/jpeg;
  client_body_temp_path ${folder}; proxy_temp_path ${folder}; fastcgi_temp_path ${folder}; uwsgi_temp_path ${folder}; scgi_temp_path ${folder};
  ${kept.join(" ")}
  server { listen 127.0.0.1:${port}; ${server} } }`;
  await writeFile(path.join(folder, "nginx.conf"), config);
  // As root, nginx would drop to another account, which cannot read the files.
  const asRoot = process.getuid?.() === 0 ? ["-g", "user root;"] : [];
  const child = spawn("nginx", ["-p", folder, "-c", path.join(folder, "nginx.conf"), ...asRoot], { stdio: "ignore" });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()).once("error", () => resolve()));
  for (let tries = 0; tries < 200 && child.exitCode === null && child.pid !== undefined; tries++) {
    if (await answers(port)) {
      return {
        port,
        pid: child.pid,
        async stop() {
          child.kill("SIGTERM");
          await ended;
        },
      };
    }
    await sleep(50);
  }
  must(child.pid === undefined, `nginx did not start; ${folder}/error.log says why`);
  return null;
}

export async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as net.AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const answers = (port: number) =>
  fetch(`http://127.0.0.1:${port}/`).then(
    () => true,
    () => false,
  );
