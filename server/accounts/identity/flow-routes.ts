import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { RegistrationMode } from "#contract/overviews.ts";
import { type SiteCookie, openCookies } from "../../platform/http/cookies.ts";
import { answerError } from "../../platform/http/errors.ts";
import { limitRequests } from "../../platform/http/limit-requests.ts";
import { Problem } from "../../platform/http/problem.ts";
import { returnPath } from "../../platform/http/return-path.ts";
import { isFetchedAhead, siteOf } from "../../platform/http/same-site.ts";
import { logRefusal, logSecurity } from "../../platform/http/security-log.ts";
import type { Mail } from "../../platform/mail/mail.ts";
import type { Tx } from "../../schema/database.ts";
import type { TellOwner } from "../alerts/build.ts";
import type { AskToConfirm } from "../people/routes.ts";
import type { AccountSessions } from "../sessions/build.ts";
import type { Identities } from "./build.ts";
import { keepFaultPage, keepReasonOf, linkFault, linkReasonOf, signInFault, signInFaultOf } from "./fault-addresses.ts";
import { type Flow, beginFlow, flowLifeMs, isSecret, newProof, newSecret } from "./flows.ts";
import { IdentityRefused } from "./identity.ts";
import type { Provider } from "./provider.ts";
import { type FaultReason, ProviderFault } from "./provider-fault.ts";

/** What sign-in by a provider needs. */
export interface IdentityParts extends Pick<Identities, "provider" | "tokens" | "store" | "flows"> {
  /** What a session proves about its owner. */
  readonly ownerProof: (session: Buffer | null) => Promise<{
    readonly isFresh: boolean;
    readonly hasTypedPassword: boolean;
    readonly passwordHash: string | null;
  }>;
  readonly tellOwner: TellOwner;
  readonly sessions: AccountSessions;
  readonly publicUrl: string | undefined;
  readonly rateLimits: boolean;
  readonly mail: Mail;
  readonly tellSeatKept: (userId: string) => Promise<void>;
  /** Who may create an account. */
  readonly registration: RegistrationMode;
  readonly askToConfirm: AskToConfirm;
  /** Takes the invitation in the path to return to, if any, for a new account. False if the account may not be created. */
  readonly claimInvitation: (tx: Tx, back: string, userId: string) => Promise<boolean>;
  /** Throws 503 while the site is read-only. These pages are GETs, and write all the same. */
  readonly demandWritable: () => Promise<void>;
  /** A photo library is configured. */
  readonly hasPhotos: boolean;
}

/** What the pages of a flow need: there is a provider. */
export type FlowParts = IdentityParts & { readonly provider: Provider };

type PageRequest = FastifyRequest<{ Querystring: Record<string, unknown> }>;

/** What the pages of a flow share. They are navigations, so every reply is a redirect, also after a fault. */
export type FlowPages = ReturnType<typeof openFlowPages>;

const perMinute = 60;

/** The faults of a person or of a forgery, not of the line to the provider. */
const mistrusted: ReadonlySet<FaultReason> = new Set(["revoked", "refused"]);

/** Returns what tells the owner that their account was linked to a provider of this name, or is no longer. */
export const ofLink =
  (tellOwner: TellOwner, name: string) =>
  (request: FastifyRequest) =>
  (tx: Tx, userId: string, what: "link" | "link-removed") =>
    tellOwner(tx, { userId, what, detail: name }, request);

const isReadOnly = (error: unknown) => error instanceof Problem && error.code === "read_only";

export function openFlowPages(app: FastifyInstance, parts: FlowParts) {
  const { provider, sessions, flows, publicUrl, hasPhotos } = parts;
  const base = `/api/auth/${provider.slug}`;
  const cookies = openCookies(publicUrl);
  const flowCookie: SiteCookie = { name: "identity", path: base, sameSite: "lax" };
  const forPhotos = ({ query }: PageRequest) => hasPhotos && query["with"] === "photos";
  const redirectUri = (request: FastifyRequest) => `${siteOf(request, publicUrl)}${base}/callback`;

  /** The options of a page's route. */
  const page = {
    ...limitRequests(app, parts.rateLimits && { max: perMinute, perMinutes: 1 }),
    // Over the limit, the browser is redirected to a page too.
    errorHandler(error: unknown, request: PageRequest, reply: FastifyReply) {
      if (!(error instanceof Problem) || error.code !== "too_many_requests") return answerError(error, request, reply);
      logRefusal(request, error);
      const back = returnPath(request.query["return"]);
      const { url } = request.routeOptions;
      const flow = { back, photos: forPhotos(request) };
      if (url === `${base}/keep`) return reply.redirect(keepFaultPage(flow, "too_many_tries"), 302);
      return reply.redirect(
        url === `${base}/link` ? linkFault(flow, "link_failed", "too_many_tries") : signInFault(flow, "too_many_tries"),
        302,
      );
    },
    // A flow changes cookies, and at its end accounts. Browsers drop a failed page that they loaded ahead, and load it again when somebody
    // opens it.
    async preHandler(request: FastifyRequest) {
      if (isFetchedAhead(request)) throw new Problem("unavailable", "page_not_loaded_ahead");
    },
  };

  /** Sends the browser to the provider. */
  const begin = async (request: FastifyRequest, reply: FastifyReply, flow: Omit<Flow, "issuer">) => {
    const held = cookies.read(request, flowCookie);
    // All flows of a browser share one secret, so that two tabs do not break each other's flow.
    const secret = isSecret(held) ? held : newSecret();
    const proof = newProof(secret);
    const address = await provider.authorizationUrl(proof, redirectUri(request), flow.photos);
    const session = sessions.tokenHashOf(request);
    await beginFlow(flows, { secret, session }, proof, { ...flow, issuer: provider.issuer });
    cookies.set(request, reply, flowCookie, secret, { maxAge: flowLifeMs / 1000 });
    return reply.redirect(address.href);
  };

  const logRefused = (request: FastifyRequest, purpose: Flow["purpose"], reason: string) =>
    purpose === "sign-in"
      ? logSecurity(request, "login_refused", { way: "provider", reason })
      : logSecurity(request, "provider_link_refused", { reason });

  /** Redirects to the page that shows the fault, with the reason in its URL. */
  const redirectWithFault = (
    request: FastifyRequest,
    reply: FastifyReply,
    flow: Omit<Flow, "issuer">,
    error: unknown,
  ) => {
    if (error instanceof ProviderFault) request.log.warn(error.message);
    else if (!(error instanceof IdentityRefused || isReadOnly(error)))
      request.log.error({ err: error }, "A sign-in by the identity provider failed");
    if (error instanceof IdentityRefused || (error instanceof ProviderFault && mistrusted.has(error.reason)))
      logRefused(request, flow.purpose, error.reason);
    if (flow.purpose === "keep") return reply.redirect(keepFaultPage(flow, keepReasonOf(error)));
    const ended = error instanceof Problem && error.code === "not_signed_in";
    const where =
      flow.purpose === "sign-in"
        ? signInFault(flow, signInFaultOf(error))
        : linkFault(flow, ended ? "invalid_session" : "link_failed", linkReasonOf(error));
    return reply.redirect(where);
  };

  return {
    base,
    page,
    forPhotos,
    redirectUri,
    begin,
    logRefused,
    redirectWithFault,
    /** The secret of the browser's flows. */
    secretOf: (request: FastifyRequest) => cookies.read(request, flowCookie),
  };
}
