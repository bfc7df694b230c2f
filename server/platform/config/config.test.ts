import { expect, test } from "vitest";
import { readConfig } from "./config.ts";

const aws = {
  S3_BUCKET: "trips",
  S3_REGION: "eu-central-1",
  S3_ACCESS_KEY_ID: "AKIA",
  S3_SECRET_ACCESS_KEY: "secret",
};

test("photos are stored in a folder unless a bucket is set", () => {
  expect(readConfig({}).s3).toBeNull();
  expect(readConfig({ S3_BUCKET: " " }).s3).toBeNull();
});

test("a bucket belongs to AWS, or to the store at S3_ENDPOINT", () => {
  const keys = { accessKeyId: "AKIA", secretAccessKey: "secret" };
  expect(readConfig(aws).s3).toEqual({ endpoint: undefined, bucket: "trips", region: "eu-central-1", ...keys });
  const { S3_REGION, ...rest } = aws;
  expect(S3_REGION).toBe("eu-central-1");
  expect(readConfig({ ...rest, S3_ENDPOINT: "https://s3.example.org/" }).s3).toEqual({
    endpoint: "https://s3.example.org",
    bucket: "trips",
    region: "us-east-1",
    ...keys,
  });
});

test.each([
  [{ S3_BUCKET: undefined }, "S3_BUCKET is missing"],
  [{ S3_ACCESS_KEY_ID: "" }, "S3_ACCESS_KEY_ID is missing"],
  [{ S3_SECRET_ACCESS_KEY: undefined }, "S3_SECRET_ACCESS_KEY is missing"],
  [{ S3_REGION: undefined }, "S3_REGION is missing for AWS, or S3_ENDPOINT for another object store"],
  [
    { S3_ENDPOINT: "s3.example.org" },
    "S3_ENDPOINT must be an address like https://s3.example.org, not 's3.example.org'",
  ],
  [{ MAX_SQUAD_BYTES: "5 GB" }, "MAX_SQUAD_BYTES must be a number of bytes from 1 to 1125899906842624, not '5 GB'"],
  [{ MAX_USER_BYTES: "0" }, "MAX_USER_BYTES must be a number of bytes from 1 to 1125899906842624, not '0'"],
  [{ S3_BUCKET: "My Trips" }, "S3_BUCKET must be the name of a bucket, not 'My Trips'"],
])("incomplete or wrong bucket variables, %j, give one clear fault", (change, fault) => {
  expect(() => readConfig({ ...aws, ...change })).toThrow(fault);
  try {
    readConfig({ ...aws, ...change });
  } catch (error) {
    expect(String(error)).not.toContain("\n");
    expect(String(error)).not.toContain("secret");
  }
});

test.each(["/", "#", "?"])("no fault shows a password that contains %s", (sign) => {
  const secrets = (url: string) => ({
    DATABASE_URL: url,
    S3_ENDPOINT: `https://AKIA:hun${sign}ter2@s3.example.org`,
    PUBLIC_URL: `ana:hun${sign}ter2@trips.example.org`,
    MAIL_FROM: "nobody@",
  });
  const faultOf = (url: string) => {
    try {
      return String(readConfig(secrets(url)));
    } catch (error) {
      return String(error);
    }
  };
  const fault = faultOf(`postgresql://ana:hun${sign}ter2@db.example.org/trips`);
  expect(fault).not.toMatch(/hun|ter2|AKIA/);
  expect(fault).toContain(
    "DATABASE_URL must be an address like postgresql://name:password@db.example.org/trips, with every special character of name and password percent-encoded;",
  );
  expect(fault).toContain("S3_ENDPOINT must be an address like https://s3.example.org, not '…@s3.example.org'");
  expect(fault).toContain("not '…@trips.example.org'");
  expect(fault).toContain("not 'nobody@'");
  expect(faultOf(`postgresql://ana:hun${encodeURIComponent(sign)}ter2@db.example.org/trips`)).not.toContain("DATABASE");
});

test("DATABASE_CONNECTIONS is a number from 4 to 200, and 16 if unset", () => {
  expect(readConfig({}).databaseConnections).toBe(16);
  expect(readConfig({ DATABASE_CONNECTIONS: "40" }).databaseConnections).toBe(40);
  for (const bad of ["3", "201", "many"])
    expect(() => readConfig({ DATABASE_CONNECTIONS: bad })).toThrow(
      `DATABASE_CONNECTIONS must be a number of connections from 4 to 200, not '${bad}'`,
    );
});

test.each([
  ["PORT", "port", 65_535],
  ["DATABASE_CONNECTIONS", "databaseConnections", 200],
  ["MAIL_PER_HOUR", "mailPerHour", 10_000_000],
  ["MAX_IMAGE_BYTES", "maxImageBytes", 2 ** 40],
  ["MAX_VIDEO_BYTES", "maxVideoBytes", 2 ** 40],
  ["MAX_USER_BYTES", "maxUserBytes", 2 ** 50],
  ["MAX_SQUAD_BYTES", "maxSquadBytes", 2 ** 50],
  ["MIN_FREE_BYTES", "minFreeBytes", 2 ** 49],
] as const)("%s takes its largest value, and a fault names it", (name, field, max) => {
  expect(readConfig({ [name]: String(max) })[field]).toBe(max);
  for (const value of [String(max + 1), "9".repeat(400)])
    expect(() => readConfig({ [name]: value })).toThrow(
      new RegExp(`^Configuration: ${name} must be a[^;]* from \\d+ to ${max}, not '${value}'\\.$`),
    );
});

test("REGISTRATION is open unless it is set to invited or closed", () => {
  expect(readConfig({}).registration).toBe("open");
  expect(readConfig({ REGISTRATION: "Invited" }).registration).toBe("invited");
  expect(() => readConfig({ REGISTRATION: "friends" })).toThrow(
    "REGISTRATION must be open, invited or closed, not 'friends'",
  );
});

test("a trusted proxy needs the public address", () => {
  expect(() => readConfig({ TRUST_PROXY: "on" })).toThrow(/^Configuration: TRUST_PROXY=on needs PUBLIC_URL, [^;]*\.$/);
  expect(readConfig({ TRUST_PROXY: "on", PUBLIC_URL: "https://trips.example.org" }).trustProxy).toBe(true);
});

test("a proxy that sends files needs to be trusted, and photos in the data folder", () => {
  const proxied = { TRUST_PROXY: "on", PUBLIC_URL: "https://trips.example.org", PROXY_FILES: "on" };
  const bucket = {
    S3_BUCKET: "our-trips",
    S3_REGION: "eu-central-1",
    S3_ACCESS_KEY_ID: "id",
    S3_SECRET_ACCESS_KEY: "key",
  };
  expect(readConfig(proxied).proxyFiles).toBe(true);
  expect(() => readConfig({ PROXY_FILES: "on" })).toThrow("PROXY_FILES=on needs TRUST_PROXY=on");
  expect(() => readConfig({ ...proxied, ...bucket })).toThrow("PROXY_FILES=on needs the photos in DATA_DIR");
});

test("a security contact is an email address or an https address", () => {
  const contactOf = (value: string) => readConfig({ SECURITY_CONTACT: value }).securityContact;
  expect(contactOf("security@example.org")).toBe("mailto:security@example.org");
  expect(contactOf("https://example.org/report")).toBe("https://example.org/report");
  for (const value of ["ana", "http://example.org", "a@example.org\nContact: b@example.org"])
    expect(() => contactOf(value)).toThrow("SECURITY_CONTACT must be an email address");
});

test("DECODER_SANDBOX is auto unless it is set to required", () => {
  expect(readConfig({}).decoderSandbox).toBe("auto");
  expect(readConfig({ DECODER_SANDBOX: "required" }).decoderSandbox).toBe("required");
  expect(() => readConfig({ DECODER_SANDBOX: "on" })).toThrow("DECODER_SANDBOX must be auto or required, not 'on'");
});

test("a token for the figures is long, and no fault shows it", () => {
  expect(readConfig({}).metricsToken).toBeUndefined();
  expect(readConfig({ METRICS_TOKEN: "a-token-of-the-operator-1" }).metricsToken).toBe("a-token-of-the-operator-1");
  for (const METRICS_TOKEN of ["a-short-token", "a token with spaces that is long"])
    expect(() => readConfig({ METRICS_TOKEN })).toThrow(
      /^Configuration: METRICS_TOKEN must be at least 24 letters, digits or signs, without spaces\.$/,
    );
});
