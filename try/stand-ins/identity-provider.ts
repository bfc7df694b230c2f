import { generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { once } from "node:events";
import { type Server, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type Adapter, Provider } from "oidc-provider";
// @ts-expect-error -- this file of the package has no types
import MemoryAdapter from "oidc-provider/lib/adapters/memory_adapter.js";
import { photosScope } from "../../server/accounts/identity/photos-scope.ts";
import { type Form, consentPage, loginPage, readForm } from "./identity-provider-pages.ts";

export interface ProviderPerson {
  readonly email?: unknown;
  readonly email_verified?: unknown;
  readonly name?: unknown;
  readonly given_name?: unknown;
  readonly family_name?: unknown;
}

/** A changed ID token. */
export interface Forged {
  readonly claims: Readonly<Record<string, unknown>>;
  /** Signs with a key that is not the provider's. */
  readonly byStranger?: boolean;
}

/** A real OpenID Connect provider on this machine. It accepts every login name; `people` has their claims. */
export interface StandInProvider {
  readonly issuer: string;
  /** The `OIDC_…` variables for this provider. */
  readonly environment: Record<string, string>;
  readonly people: Map<string, ProviderPerson>;
  /** Allows this redirect URI. */
  allow(redirectUri: string): void;
  /** Changes ID tokens before they are sent. */
  forge: ((claims: Readonly<Record<string, unknown>>) => Forged) | null;
  /** The error of a token refresh; null for success. */
  refusal: string | null;
  /** Seconds until an access token expires. */
  accessSeconds: number;
  /** The requests it has answered, oldest first, such as `POST /token refresh_token`; no pages, no `refusal`. */
  readonly asked: string[];
  /** Closes the server until `start`. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

const clientId = "swellmates";

export async function startIdentityProvider(): Promise<StandInProvider> {
  const own = signingKey();
  const stranger = signingKey();
  const allowed = new Set<string>();
  const clientSecret = randomBytes(24).toString("base64url");
  let server = await listen(0);
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;

  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [`${issuer}/nowhere`],
        grant_types: ["authorization_code", "refresh_token"],
      },
    ],
    // The default adapter, without its warning for production.
    adapter: (name) => new MemoryAdapter(name) as Adapter,
    cookies: { keys: [randomBytes(16).toString("hex")] },
    jwks: { keys: [own.jwk] },
    features: { devInteractions: { enabled: false }, revocation: { enabled: true, allowedPolicy: async () => true } },
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name", "given_name", "family_name"] },
    scopes: ["openid", photosScope],
    extraParams: ["access_type"],
    issueRefreshToken: (_, __, given) => given.scopes.has(photosScope),
    pkce: { required: () => true },
    ttl: {
      AccessToken: () => standIn.accessSeconds,
      RefreshToken: 14 * 86_400,
      Grant: 14 * 86_400,
      Session: 3600,
      Interaction: 600,
      IdToken: 600,
    },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    async loadExistingGrant(ctx) {
      const { session, client } = ctx.oidc;
      const given = session?.grantIdFor(client!.clientId);
      if (given) return provider.Grant.find(given);
      const grant = new provider.Grant({ accountId: session!.accountId!, clientId: client!.clientId });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
    async findAccount(_, id) {
      return { accountId: id, claims: () => ({ sub: id, ...standIn.people.get(id) }) };
    },
  });
  provider.Client.prototype.redirectUriAllowed = (uri: string) => allowed.has(uri);

  provider.use(async (ctx, next) => {
    const isToken = ctx.path === "/token";
    if (isToken && standIn.refusal !== null && (await isRefreshForm(ctx))) {
      ctx.status = 400;
      ctx.body = { error: standIn.refusal };
      return;
    }
    if (ctx.path.startsWith("/interaction/")) return interact(provider, ctx, standIn.people);
    await next();
    const kind = isToken ? ` ${String(ctx.oidc?.params?.["grant_type"])}` : "";
    standIn.asked.push(`${ctx.method} ${ctx.path}${kind}`);
    const body = ctx.body as { id_token?: string } | undefined;
    if (!isToken || !standIn.forge || !body?.id_token) return;
    const { claims, byStranger = false } = standIn.forge(claimsOf(body.id_token));
    ctx.body = { ...body, id_token: tokenOf(claims, byStranger ? stranger.key : own.key) };
  });
  const answer = provider.callback();
  server.on("request", answer);

  const standIn: StandInProvider = {
    issuer,
    environment: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: clientId,
      OIDC_CLIENT_SECRET: clientSecret,
      OIDC_NAME: "Google",
    },
    people: new Map(),
    allow: (redirectUri) => void allowed.add(redirectUri),
    forge: null,
    refusal: null,
    accessSeconds: 3600,
    asked: [],
    async stop() {
      if (!server.listening) return;
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
    async start() {
      server = await listen(port);
      server.on("request", answer);
    },
  };
  return standIn;
}

type Context = Parameters<Parameters<Provider["use"]>[0]>[0];

async function listen(port: number): Promise<Server> {
  const server = createServer().listen(port, "127.0.0.1");
  await once(server, "listening");
  return server;
}

/** Serves the login and consent pages and takes their forms, which may also cancel. */
async function interact(provider: Provider, ctx: Context, people: StandInProvider["people"]): Promise<void> {
  const { prompt, params, session, grantId } = await provider.interactionDetails(ctx.req, ctx.res);
  if (ctx.method === "GET") {
    ctx.type = "html";
    ctx.body = prompt.name === "login" ? loginPage(labelsOf(people)) : consentPage;
    return;
  }
  const form = await readForm(ctx.req);
  const result = form["cancel"]
    ? { error: "access_denied" }
    : prompt.name === "login"
      ? { login: { accountId: form["login"]! } }
      : { consent: { grantId: await grant(provider, form, { accountId: session!.accountId, grantId, params }) } };
  ctx.respond = false;
  await provider.interactionFinished(ctx.req, ctx.res, result, { mergeWithLastSubmission: true });
}

/** The label of each person on the login page, by login name. */
const labelsOf = (people: StandInProvider["people"]) =>
  new Map(
    [...people].map(([login, { given_name, name, email }]) => [
      login,
      [given_name ?? name, email].map(String).join(" · "),
    ]),
  );

async function grant(
  provider: Provider,
  form: Form,
  asked: { accountId: string; grantId: string | undefined; params: Record<string, unknown> },
): Promise<string> {
  const found = asked.grantId ? await provider.Grant.find(asked.grantId) : undefined;
  const given =
    found ?? new provider.Grant({ accountId: asked.accountId, clientId: String(asked.params["client_id"]) });
  given.addOIDCScope("openid email profile");
  if (form["photos"]) given.addOIDCScope(photosScope);
  else given.rejectOIDCScope(photosScope);
  return given.save();
}

async function isRefreshForm(ctx: Context): Promise<boolean> {
  const form = await readForm(ctx.req);
  // oidc-provider uses `body` if the stream was read before.
  Object.assign(ctx.req, { body: form });
  return form["grant_type"] === "refresh_token";
}

function signingKey() {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  return { key: privateKey, jwk: { ...privateKey.export({ format: "jwk" }), kid: "one", use: "sig", alg: "RS256" } };
}

const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split(".")[1]!, "base64url").toString()) as Record<string, unknown>;

function tokenOf(claims: Readonly<Record<string, unknown>>, key: ReturnType<typeof signingKey>["key"]): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const body = `${part({ alg: "RS256", kid: "one", typ: "JWT" })}.${part(claims)}`;
  return `${body}.${sign("RSA-SHA256", Buffer.from(body), key).toString("base64url")}`;
}
