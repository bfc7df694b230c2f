// Written by hand because each fault is one tested sentence that names the variable and shows no secret.
import path from "node:path";
import { asciiAddress } from "#contract/address.ts";
import { Email } from "#contract/fields.ts";
import { type RegistrationMode, registrationModes } from "#contract/overviews.ts";
import type { BackupSettings } from "../backups/places/open-place.ts";
import { parseBackupKey } from "../backups/places/sealed.ts";
import type { S3Settings } from "../blobs/s3-client.ts";
import { readBackups } from "./backup-settings.ts";
import { type BucketValues, bucketOf } from "./bucket-settings.ts";
import { type ProviderSettings, issuer, readProvider, slug } from "./identity-settings.ts";
import { parseKeys } from "../secrets/key.ts";
import { type SmtpServer, readSmtpUrl } from "./smtp-url.ts";

export interface Config {
  readonly port: number;
  readonly host: string;
  /** Without a final slash. Undefined: taken from each request. */
  readonly publicUrl: string | undefined;
  /** An absolute path. */
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  /** The maximum for this process; one more connection listens for hints. */
  readonly databaseConnections: number;
  /** A folder with PostgreSQL's programs, to use instead of the packaged ones. */
  readonly postgresBin: string | undefined;
  /** The sender of mails. */
  readonly mailFrom: { readonly name: string; readonly address: string };
  /** The OpenID Connect provider for signing in; null: none. */
  readonly identityProvider: ProviderSettings | null;
  /** The keys for tokens in the database. The first one seals; the others only open what they sealed. Null: a key in `dataDir`. */
  readonly secretKeys: readonly Buffer[] | null;
  /** The mail server. Undefined: each mail is written to a file. */
  readonly smtp: SmtpServer | undefined;
  /** The limit of mails per clock hour, for all servers together. */
  readonly mailPerHour: number;
  /** The base address of Google's Picker API, without a final slash. Undefined: no photo library. */
  readonly googlePhotosUrl: string | undefined;
  readonly maxImageBytes: number;
  readonly maxVideoBytes: number;
  /** The limit of one person's uploads in bytes; null: none. */
  readonly maxUserBytes: number | null;
  /** The limit of the photos of one squad and its trips in bytes; null: none. */
  readonly maxSquadBytes: number | null;
  /** With less room on the disk of `dataDir`, uploads are refused. 0: never. */
  readonly minFreeBytes: number;
  /** The bucket for photos; null: a folder in `dataDir`. */
  readonly s3: S3Settings | null;
  /** Where copies of the site go. */
  readonly backups: BackupSettings;
  /** The path or name of ffmpeg; null: none. */
  readonly ffmpeg: string | null;
  /** `required`: without bubblewrap the server does not start, and no decoder does. */
  readonly decoderSandbox: "auto" | "required";
  /** Who can create an account. */
  readonly registration: RegistrationMode;
  readonly rateLimits: boolean;
  readonly trustProxy: boolean;
  /** The proxy in front sends originals and videos from the folder of photos itself. */
  readonly proxyFiles: boolean;
  /** Over https, tell browsers to stay with https (Strict-Transport-Security). */
  readonly hsts: boolean;
  readonly logLevel: string;
  /** Who sends it reads the figures at /metrics, and why the server is not ready. Undefined: there are no figures. */
  readonly metricsToken: string | undefined;
  /** Where people report faults in the site's security, as a URI. Undefined: not published. */
  readonly securityContact: string | undefined;
  /** The addresses of those who run the site, as they were typed. */
  readonly admins: readonly string[];
  /** Whether this process runs jobs too. */
  readonly worker: boolean;
}

/** Faults never show the values of these variables. */
const secret = new Set(["DATABASE_URL", "SECRET_KEY", "SMTP_URL", "BACKUP_KEY", "METRICS_TOKEN"]);

/** A value as faults show it. In addresses, the part before the @ is left out, because it may hold a password. */
const redacted = (name: string, value: string) => (name.startsWith("MAIL_") ? value : value.replace(/^.*@/s, "…@"));

const storeAddress = "an address like https://s3.example.org";

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the environment. Throws one Error that names every fault. An empty value counts as unset. */
export function readConfig(environment: Environment): Config {
  const faults: string[] = [];
  const read = <T>(name: string, fallback: T, parse: (value: string) => T | undefined, expected: string): T => {
    const value = environment[name]?.trim();
    if (!value) return fallback;
    const parsed = parse(value);
    if (parsed === undefined)
      faults.push(`${name} must be ${expected}${secret.has(name) ? "" : `, not '${redacted(name, value)}'`}`);
    return parsed === undefined ? fallback : parsed;
  };
  const readNumber = <T>(name: string, fallback: T, min: number, max: number, what: string) =>
    read<T | number>(name, fallback, integer(min, max), `${what} from ${min} to ${max}`);
  const readOptional = (name: string, parse: (value: string) => string | undefined, expected: string) =>
    read<string | undefined>(name, undefined, parse, expected);
  const photos: BucketValues = {
    endpoint: readOptional("S3_ENDPOINT", origin, storeAddress),
    bucket: readOptional("S3_BUCKET", bucketName, "the name of a bucket"),
    region: readOptional("S3_REGION", unchanged, "a region"),
    accessKeyId: readOptional("S3_ACCESS_KEY_ID", unchanged, "a key"),
    secretAccessKey: readOptional("S3_SECRET_ACCESS_KEY", unchanged, "a secret"),
  };
  const copies: BucketValues = {
    endpoint: readOptional("BACKUP_ENDPOINT", origin, storeAddress),
    bucket: readOptional("BACKUP_BUCKET", bucketName, "the name of a bucket"),
    region: readOptional("BACKUP_REGION", unchanged, "a region"),
    accessKeyId: readOptional("BACKUP_ACCESS_KEY_ID", unchanged, "a key"),
    secretAccessKey: readOptional("BACKUP_SECRET_ACCESS_KEY", unchanged, "a secret"),
  };
  // Without their own bucket, the variables of the photos may be there for that of the backups.
  const isForCopies = photos.bucket === undefined && Boolean(environment["BACKUP_BUCKET"]?.trim());
  const s3 = isForCopies ? null : bucketOf(photos, "S3", faults);
  const dataDir = path.resolve(read("DATA_DIR", "data", (value) => value, "a directory"));
  const publicUrl = read<string | undefined>(
    "PUBLIC_URL",
    undefined,
    origin,
    "an address like https://trips.example.org",
  );
  const config: Config = {
    port: readNumber("PORT", 3000, 0, 65_535, "a port number"),
    host: read("HOST", "0.0.0.0", (value) => value, "an address"),
    publicUrl,
    dataDir,
    databaseUrl: read<string | undefined>(
      "DATABASE_URL",
      undefined,
      databaseUrl,
      "an address like postgresql://name:password@db.example.org/trips, with every special character of name and password percent-encoded",
    ),
    databaseConnections: readNumber("DATABASE_CONNECTIONS", 16, 4, 200, "a number of connections"),
    postgresBin: read<string | undefined>("APP_PG_BIN", undefined, (value) => value, "a directory"),
    mailFrom: read("MAIL_FROM", defaultSender(publicUrl), sender, "an address like Swellmates <trips@example.org>"),
    identityProvider: readProvider(
      {
        issuer: read("OIDC_ISSUER", undefined, issuer, "an address like https://accounts.google.com"),
        clientId: read("OIDC_CLIENT_ID", undefined, unchanged, "the id of a client"),
        clientSecret: read("OIDC_CLIENT_SECRET", undefined, unchanged, "the secret of a client"),
        name: read("OIDC_NAME", undefined, unchanged, "a name"),
        slug: read("OIDC_SLUG", undefined, slug, "small letters, digits and hyphens, and not user"),
      },
      faults,
    ),
    secretKeys: read<readonly Buffer[] | null>("SECRET_KEY", null, parseKeys, "32 bytes in base64"),
    smtp: read<SmtpServer | undefined>(
      "SMTP_URL",
      undefined,
      readSmtpUrl,
      "an address like smtp://name:password@mail.example.org:587 or smtps://…, with every special character of name and password percent-encoded",
    ),
    mailPerHour: readNumber("MAIL_PER_HOUR", 2000, 1, 10_000_000, "a number of mails"),
    googlePhotosUrl: read<string | undefined>(
      "GOOGLE_PHOTOS_URL",
      undefined,
      pickerUrl,
      "an address like https://photospicker.googleapis.com",
    ),
    maxImageBytes: readNumber("MAX_IMAGE_BYTES", 10_485_760, 1, 2 ** 40, "a number of bytes"),
    maxVideoBytes: readNumber("MAX_VIDEO_BYTES", 536_870_912, 1, 2 ** 40, "a number of bytes"),
    maxUserBytes: readNumber("MAX_USER_BYTES", null, 1, 2 ** 50, "a number of bytes"),
    maxSquadBytes: readNumber("MAX_SQUAD_BYTES", null, 1, 2 ** 50, "a number of bytes"),
    minFreeBytes: readNumber("MIN_FREE_BYTES", 2 * 1024 ** 3, 0, 2 ** 49, "a number of bytes"),
    s3,
    backups: readBackups(
      {
        dir: readOptional("BACKUP_DIR", (value) => path.resolve(value), "a directory"),
        bucket: copies,
        days: readNumber("BACKUP_DAYS", 14, 1, 3650, "a number of days"),
        key: readOptional("BACKUP_KEY", parseBackupKey, "a key like AGE-SECRET-KEY-1…"),
      },
      { dataDir, photos, s3 },
      faults,
    ),
    ffmpeg: read<string | null>("FFMPEG", "ffmpeg", program, "a program, or off"),
    decoderSandbox: read("DECODER_SANDBOX", "auto", oneOf("auto", "required"), "auto or required"),
    registration: read("REGISTRATION", "open", oneOf(...registrationModes), "open, invited or closed"),
    rateLimits: read("RATE_LIMITS", true, onOff, "on or off"),
    trustProxy: read("TRUST_PROXY", false, onOff, "on or off"),
    proxyFiles: read("PROXY_FILES", false, onOff, "on or off"),
    hsts: read("HSTS", true, onOff, "on or off"),
    logLevel: read(
      "LOG_LEVEL",
      "warn",
      oneOf("fatal", "error", "warn", "info", "debug", "trace", "silent"),
      "fatal, error, warn, info, debug, trace or silent",
    ),
    metricsToken: readOptional("METRICS_TOKEN", longToken, "at least 24 letters, digits or signs, without spaces"),
    securityContact: read<string | undefined>(
      "SECURITY_CONTACT",
      undefined,
      contact,
      "an email address, or an address that begins with https://",
    ),
    admins: read<readonly string[]>("ADMINS", [], addresses, "email addresses with commas between them"),
    worker: read("WORKER", true, onOff, "on or off"),
  };
  if (config.googlePhotosUrl !== undefined && !environment["OIDC_ISSUER"]?.trim())
    faults.push(
      "GOOGLE_PHOTOS_URL needs OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET, to ask people for access to their photos",
    );
  if (config.trustProxy && config.publicUrl === undefined && !faults.some((fault) => fault.startsWith("PUBLIC_URL")))
    faults.push("TRUST_PROXY=on needs PUBLIC_URL, because mails must not link to an address that a request names");
  if (config.proxyFiles && !config.trustProxy)
    faults.push("PROXY_FILES=on needs TRUST_PROXY=on: without a proxy that knows about it, browsers get empty files");
  if (config.proxyFiles && config.s3)
    faults.push("PROXY_FILES=on needs the photos in DATA_DIR, and S3_BUCKET puts them into a bucket");
  faults.push(...mailFaults(config, environment));
  if (faults.length > 0) throw new Error(`Configuration: ${faults.join("; ")}.`);
  return Object.freeze(config);
}

const bucketName = (value: string) => (/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(value) ? value : undefined);
const unchanged = (value: string) => value;

/** What a header can carry, and nobody can guess. */
const longToken = (value: string) => (/^[!-~]{24,512}$/.test(value) ? value : undefined);

const integer = (min: number, max: number) => (value: string) =>
  /^\d{1,16}$/.test(value) && Number(value) >= min && Number(value) <= max ? Number(value) : undefined;

const onOff = (value: string) =>
  /^(on|true|1|yes)$/i.test(value) ? true : /^(off|false|0|no)$/i.test(value) ? false : undefined;

/** Null for `off`: run without the program. */
const program = (value: string) => (/^off$/i.test(value) ? null : value);

const oneOf =
  <const T extends string>(...words: readonly T[]) =>
  (value: string): T | undefined =>
    words.find((word) => word === value.toLowerCase());

function origin(value: string): string | undefined {
  const url = URL.parse(value);
  return url && /^https?:$/.test(url.protocol) && url.pathname === "/" && !url.search ? url.origin : undefined;
}

/** People's tokens go to this address, so only https, or http to this machine. */
function pickerUrl(value: string): string | undefined {
  const url = URL.parse(value);
  const isHere = url?.protocol === "http:" && ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
  if (!url || !(url.protocol === "https:" || isHere) || url.search || url.hash || url.username) return undefined;
  return url.href.replace(/\/+$/, "");
}

/** A mail address or a page as a URI, without characters that could begin another line. */
function contact(value: string): string | undefined {
  const address = asciiAddress(value);
  if (/^[\w.+-]{1,64}@[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(address)) return `mailto:${address}`;
  const url = URL.parse(value);
  return url?.protocol === "https:" ? url.href : undefined;
}

/** Reads addresses as accounts have them. */
function addresses(value: string): readonly string[] | undefined {
  const read = value.split(",").map((one) => Email.safeParse(one.trim()));
  return read.every(({ success }) => success) ? read.map(({ data }) => data!) : undefined;
}

/** Reads `Name <address>`, or an address alone. */
function sender(value: string): Config["mailFrom"] | undefined {
  const [, name = "", long, short] = /^(?:"?([^"<>\p{Cc}]*?)"?\s*<([^<>]+)>|([^<>]+))$/u.exec(value) ?? [];
  const address = asciiAddress(long ?? short ?? "");
  if (address.length > 254 || !/^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(address))
    return undefined;
  return { name: name || "Swellmates", address };
}

/** The faults of settings that a mail server needs. */
function mailFaults({ publicUrl, mailFrom }: Config, environment: Environment): string[] {
  const isSet = (name: string) => Boolean(environment[name]?.trim());
  if (!isSet("SMTP_URL")) return [];
  const faults: string[] = [];
  if (publicUrl === undefined && !isSet("PUBLIC_URL"))
    faults.push("SMTP_URL needs PUBLIC_URL: without it, the sender of a request decides where the links in mails lead");
  else if (mailFrom.address.endsWith("@localhost") && !isSet("MAIL_FROM"))
    faults.push("SMTP_URL needs MAIL_FROM, because PUBLIC_URL names no domain that mails could come from");
  return faults;
}

function defaultSender(publicUrl: string | undefined): Config["mailFrom"] {
  const host = publicUrl === undefined ? "localhost" : new URL(publicUrl).hostname;
  // An IP address cannot send mail.
  return { name: "Swellmates", address: `noreply@${/[a-z]$/i.test(host) ? host : "localhost"}` };
}

const databaseUrl = (value: string) => (/^postgres(ql)?:$/.test(URL.parse(value)?.protocol ?? "") ? value : undefined);
