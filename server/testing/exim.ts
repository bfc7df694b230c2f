import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { type AddressInfo, connect, createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const program = "/usr/sbin/exim4";

/** Exim accepts our configuration file only from root. */
export const hasExim = existsSync(program) && existsSync("/usr/bin/openssl") && process.getuid?.() === 0;

/**
 * A real mail server of Debian's for `x.test`: STARTTLS, a login (app, pw), no relaying, and no user
 * called `nouser`. It delivers into one Maildir.
 */
export async function startExim() {
  const folder = mkdtempSync(path.join(os.tmpdir(), "swellmates-exim-"));
  const user = Number(execFileSync("id", ["-u", "Debian-exim"], { encoding: "utf8" }));
  for (const name of ["spool", "log", "mail"]) mkdirSync(path.join(folder, name));
  for (const name of ["", "spool", "log", "mail"]) chownSync(path.join(folder, name), user, user);
  makeCertificate(folder);
  for (const name of ["cert.pem", "key.pem"]) chownSync(path.join(folder, name), user, user);
  const config = path.join(folder, "exim.conf");
  writeFileSync(config, configuration(folder), { mode: 0o644 });
  const port = await freePort();
  const child = spawn(program, ["-C", config, "-bd", "-bdf", "-odi", "-oX", `127.0.0.1.${port}`], { stdio: "ignore" });
  await waitUntilUp(port);
  return {
    port,
    /** The self-signed certificate. */
    certificate: readFileSync(path.join(folder, "cert.pem"), "utf8"),
    /** The mails that it delivered. */
    delivered: () => {
      const at = path.join(folder, "mail", "new");
      return existsSync(at) ? readdirSync(at).map((name) => readFileSync(path.join(at, name))) : [];
    },
    async stop() {
      const exit = once(child, "exit");
      child.kill("SIGTERM");
      await exit;
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

function makeCertificate(folder: string) {
  const file = (name: string) => path.join(folder, name);
  const names = ["-subj", "/CN=mail.x.test", "-addext", "subjectAltName=IP:127.0.0.1,DNS:localhost"];
  const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", file("key.pem")];
  execFileSync("openssl", ["req", "-x509", ...key, "-days", "2", "-out", file("cert.pem"), ...names], {
    stdio: "ignore",
  });
}

// Deliveries have a fixed folder, because Exim refuses paths made from an address.
const configuration = (folder: string) => `
primary_hostname = mail.x.test
spool_directory = ${folder}/spool
log_file_path = ${folder}/log/%slog
domainlist local_domains = x.test
tls_advertise_hosts = *
tls_certificate = ${folder}/cert.pem
tls_privatekey = ${folder}/key.pem
auth_advertise_hosts = \${if eq{$tls_in_cipher}{}{}{*}}
acl_smtp_rcpt = check_rcpt
message_size_limit = 20M
keep_environment =
smtp_accept_queue_per_connection = 0
begin acl
check_rcpt:
  deny message = 5.1.1 Unknown user
       local_parts = nouser
  accept authenticated = *
         domains = +local_domains
  deny message = relay not permitted
begin routers
people:
  driver = accept
  domains = +local_domains
  transport = people
begin transports
people:
  driver = appendfile
  maildir_format
  directory = ${folder}/mail
  create_directory
  user = Debian-exim
begin authenticators
plain:
  driver = plaintext
  public_name = PLAIN
  server_prompts = :
  server_condition = \${if and{{eq{$auth2}{app}}{eq{$auth3}{pw}}}}
  server_set_id = $auth2
`;

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, "close");
  return port;
}

async function waitUntilUp(port: number) {
  for (const until = Date.now() + 20_000; ; await sleep(50)) {
    const socket = connect(port, "127.0.0.1");
    const isUp = await once(socket, "data").then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isUp) return;
    if (Date.now() > until) throw new Error("Exim did not come up.");
  }
}
