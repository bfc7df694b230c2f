import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { LinkFault, LinkReason, SignInFault } from "#contract/identity.ts";
import type { AskToConfirm } from "../people/routes.ts";
import type { Tx } from "../../schema/database.ts";
import { answerError } from "../../platform/http/errors.ts";
import { type SiteCookie, openCookies } from "../../platform/http/cookies.ts";
import { returnPath, withQuery } from "../../platform/http/return-path.ts";
import { comesFromHere, isFetchedAhead, siteOf } from "../../platform/http/same-site.ts";
import type { Serve } from "../../platform/http/serve.ts";
import type { AccountSessions } from "../sessions/build.ts";
import { limitRequests } from "../../platform/http/limit-requests.ts";
import { Problem } from "../../platform/http/problem.ts";
import { logRefusal, logSecurity } from "../../platform/http/security-log.ts";
import type { Mail } from "../../platform/mail/mail.ts";
import { type TellOwner, ofBrowser } from "../alerts/build.ts";
import { type Flow, beginFlow, endFlow, flowLifeMs, isSecret, newProof, newSecret } from "./flows.ts";
import type { Identities } from "./build.ts";
import { IdentityRefused, type RefusalReason, accountFor, linkTo, unlink } from "./identity.ts";
import { type FaultReason, ProviderFault } from "./provider-fault.ts";
import type { Provider, ProviderLogin } from "./provider.ts";

interface Parts extends Pick<Identities, "provider" | "tokens" | "store" | "flows"> {
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
  readonly askToConfirm: AskToConfirm;
  /** Takes the invitation in the path to return to, if any, for a new account. False if the account may not be created. */
  readonly claimInvitation: (tx: Tx, back: string, userId: string) => Promise<boolean>;
  /** A photo library is configured. */
  readonly hasPhotos: boolean;
}

const perMinute = 60;

export function identityRoutes(app: FastifyInstance, serve: Serve, parts: Parts): void {
  const { provider, tokens, store } = parts;

  serve.call("GET /api/account/identities", async ({ viewer }) => {
    const linked = await store.ofUser(viewer.id);
    const isLinked = linked.some(({ issuer }) => issuer === provider?.issuer);
    return {
      linked: linked.map(({ issuer, ...rest }) => ({ ...rest, provider: nameOf(issuer, provider) })),
      canLink: provider && !isLinked ? { name: provider.name, slug: provider.slug } : null,
    };
  });

  serve.call("DELETE /api/account/identities/:id", async ({ viewer, params, request }) => {
    const revoke = await tokens?.revocationOf(viewer.id, params.id);
    const link = (await store.ofUser(viewer.id)).find(({ id }) => id === params.id);
    await store.together((writes) => unlink(writes, viewer.id, params.id, provider?.issuer), {
      onLink: ofLink(parts.tellOwner, link ? nameOf(link.issuer, provider) : "a provider")(request),
    });
    logSecurity(request, "provider_unlinked");
    parts.mail.wake();
    await revoke?.();
    return undefined;
  });

  if (provider) mountFlows(app, { ...parts, provider });
}

/** Of a provider that is not configured any more, only the issuer URL is known. */
const nameOf = (issuer: string, provider: Provider | null) =>
  issuer === provider?.issuer ? provider.name : (URL.parse(issuer)?.host ?? issuer);

const ofLink =
  (tellOwner: TellOwner, name: string) =>
  (request: FastifyRequest) =>
  (tx: Tx, userId: string, what: "link" | "link-removed") =>
    tellOwner(tx, { userId, what, detail: name }, request);

/** Mounts the pages of a flow. They are navigations, so every reply is a redirect, also after a fault. */
function mountFlows(app: FastifyInstance, parts: Parts & { readonly provider: Provider }): void {
  const { provider, sessions, ownerProof, store, flows, tokens, publicUrl, hasPhotos } = parts;
  const base = `/api/auth/${provider.slug}`;
  const forPhotos = ({ query }: FastifyRequest<{ Querystring: Record<string, unknown> }>) =>
    hasPhotos && query["with"] === "photos";
  const page = {
    ...limitRequests(app, parts.rateLimits && { max: perMinute, perMinutes: 1 }),
    // Over the limit, the browser is redirected to a page too.
    errorHandler(
      error: unknown,
      request: FastifyRequest<{ Querystring: Record<string, unknown> }>,
      reply: FastifyReply,
    ) {
      if (!(error instanceof Problem) || error.code !== "too_many_requests") return answerError(error, request, reply);
      logRefusal(request, error);
      const back = returnPath(request.query["return"]);
      const isLinking = request.routeOptions.url === `${base}/link`;
      const flow = { back, photos: forPhotos(request) };
      return reply.redirect(
        isLinking ? linkFault(flow, "link_failed", "too_many_tries") : signInFault(flow, "too_many_tries"),
        302,
      );
    },
    // A flow changes cookies, and at its end accounts. Browsers drop a failed page that they loaded ahead, and load it again when somebody
    // opens it.
    async preHandler(request: FastifyRequest) {
      if (isFetchedAhead(request)) throw new Problem("unavailable", "This page is not loaded ahead. Please open it.");
    },
  };
  const tellOfBrowser = ofBrowser(parts.tellOwner);
  const tellOfLink = ofLink(parts.tellOwner, provider.name);
  const redirectUri = (request: FastifyRequest) => `${siteOf(request, publicUrl)}${base}/callback`;
  const cookies = openCookies(publicUrl);
  const flowCookie: SiteCookie = { name: "identity", path: base, sameSite: "lax" };

  /** Whether a link needs the password first. A second visit for the photo library needs none. */
  const needsPassword = async (request: FastifyRequest, userId: string) => {
    const { passwordHash, hasTypedPassword } = await ownerProof(sessions.tokenHashOf(request));
    if (passwordHash === null || hasTypedPassword) return false;
    return !(await store.ofUser(userId)).some(({ issuer }) => issuer === provider.issuer);
  };
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

  /** Tells the owner of a new link, and knows after the transaction whether there is one. */
  const watchLink = (request: FastifyRequest) => {
    const watch = {
      isLinked: false,
      onLink: (...link: Parameters<ReturnType<typeof tellOfLink>>) => {
        watch.isLinked = true;
        return tellOfLink(request)(...link);
      },
    };
    return watch;
  };

  const finish = async (request: FastifyRequest, reply: FastifyReply, flow: Flow, login: ProviderLogin) => {
    if (flow.purpose === "sign-in") {
      let isNew = false;
      const watch = watchLink(request);
      const userId = await store.together((writes) => accountFor(writes, flow.issuer, login), {
        claimInvitation: (tx, id) => parts.claimInvitation(tx, flow.back, id),
        onUnconfirmed: async (tx, user) => parts.askToConfirm(tx, user, request),
        onNewAccount: () => void (isNew = true),
        onLink: watch.onLink,
      });
      const proof = { issuer: flow.issuer, subject: login.subject };
      await sessions.start(request, reply, userId, proof, isNew ? undefined : tellOfBrowser(userId, request));
      if (isNew) logSecurity(request, "registered", { way: "provider" });
      if (watch.isLinked) logSecurity(request, "provider_linked");
      parts.mail.wake();
      return reply.redirect(flow.back);
    }
    const viewer = await sessions.viewerOf(request, reply);
    if (!viewer) return reply.redirect(linkFault(flow, "invalid_session"));
    const watch = watchLink(request);
    const ownersProof = await ownerProof(sessions.tokenHashOf(request));
    const id = await store.together(
      (writes) => linkTo(writes, { userId: viewer.id, ...ownersProof }, flow.issuer, login),
      { onLink: watch.onLink },
    );
    if (watch.isLinked) logSecurity(request, "provider_linked");
    parts.mail.wake();
    if (flow.photos) await tokens?.keep(id, login.tokens);
    return reply.redirect(withQuery(flow.back, { success: "account_linked", ...mark(flow) }));
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
    else if (!(error instanceof IdentityRefused))
      request.log.error({ err: error }, "A sign-in by the identity provider failed");
    if (error instanceof IdentityRefused || (error instanceof ProviderFault && mistrusted.has(error.reason)))
      logRefused(request, flow.purpose, error.reason);
    const ended = error instanceof Problem && error.code === "not_signed_in";
    const where =
      flow.purpose === "sign-in"
        ? signInFault(flow, signInFaultOf(error))
        : linkFault(flow, ended ? "invalid_session" : "link_failed", linkReasonOf(error));
    return reply.redirect(where);
  };

  app.get<{ Querystring: Record<string, unknown> }>(base, page, async (request, reply) => {
    const flow = { purpose: "sign-in", photos: false, back: returnPath(request.query["return"]) } as const;
    // Another site must not sign the viewer in to an account of its own.
    if (!comesFromHere(request)) return reply.redirect(withQuery("/auth", { return: flow.back }));
    if (await sessions.viewerOf(request, reply)) return reply.redirect(flow.back);
    return begin(request, reply, flow).catch((error: unknown) => redirectWithFault(request, reply, flow, error));
  });

  app.get<{ Querystring: Record<string, unknown> }>(`${base}/link`, page, async (request, reply) => {
    const back = returnPath(request.query["return"]);
    const flow = { purpose: "link", photos: forPhotos(request), back } as const;
    // Another site must not make the viewer link a stranger's provider account.
    if (!comesFromHere(request)) return reply.redirect(linkFault(flow, "invalid_session"));
    try {
      const viewer = await sessions.viewerOf(request, reply);
      if (!viewer) return reply.redirect(signInFault(flow, "login_required"));
      // The page with this link was made for somebody else. It loads anew, as the viewer's.
      if ((request.query["person"] ?? viewer.id) !== viewer.id) return reply.redirect(back);
      if (await needsPassword(request, viewer.id))
        return reply.redirect(withQuery("/link-account", { return: back, with: flow.photos ? "photos" : undefined }));
      return await begin(request, reply, flow);
    } catch (error) {
      return redirectWithFault(request, reply, flow, error);
    }
  });

  app.get(`${base}/callback`, page, async (request, reply) => {
    const callback = new URL(redirectUri(request));
    callback.search = request.url.slice(request.url.indexOf("?"));
    const states = callback.searchParams.getAll("state");
    const session = sessions.tokenHashOf(request);
    let flow: Omit<Flow, "issuer"> = { purpose: "sign-in", photos: false, back: "/" };
    try {
      const browser = { secret: cookies.read(request, flowCookie), session };
      const ended = states.length === 1 ? await endFlow(flows, browser, states[0]!) : null;
      if (ended) flow = ended.flow;
      if (!ended?.isSameSession || ended.flow.issuer !== provider.issuer) {
        const viewer = await sessions.viewerOf(request, reply);
        logRefused(request, flow.purpose, "unknown-flow");
        // A viewer with a session is signed in already, or meant to link.
        if (ended?.flow.purpose === "sign-in" && viewer) return reply.redirect(flow.back);
        if (ended?.flow.purpose === "link" || viewer)
          return reply.redirect(linkFault(ended ? flow : { ...flow, back: "/account" }, "invalid_session"));
        return reply.redirect(signInFault(flow, "expired"));
      }
      return await finish(request, reply, ended.flow, await provider.exchangeCode(callback, ended.proof));
    } catch (error) {
      return redirectWithFault(request, reply, flow, error);
    }
  });
}

/** The faults of a person or of a forgery, not of the line to the provider. */
const mistrusted: ReadonlySet<FaultReason> = new Set(["revoked", "refused"]);

type Origin = Pick<Flow, "back" | "photos">;
/** Tells the page that the flow was for the photo library, whose messages name Google. */
const mark = ({ photos }: Origin) => ({ with: photos ? "photos" : undefined });
const signInFault = (flow: Origin, error: SignInFault) =>
  withQuery("/auth", { return: flow.back === "/" ? undefined : flow.back, error, ...mark(flow) });
const linkFault = (flow: Origin, error: LinkFault, reason?: LinkReason) =>
  withQuery(flow.back, { error, reason, ...mark(flow) });

const providerSignInFaults: Readonly<Record<FaultReason, SignInFault>> = {
  down: "provider_unavailable",
  cancelled: "cancelled",
  revoked: "refused",
  refused: "refused",
};

const signInRefusals: Readonly<Record<RefusalReason, SignInFault>> = {
  "account-exists": "account_exists",
  "no-email": "email_missing",
  "not-invited": "not_invited",
  "no-password": "refused",
  "in-use": "refused",
  "another-linked": "refused",
  "not-fresh": "refused",
};

function signInFaultOf(error: unknown): SignInFault {
  if (error instanceof ProviderFault) return providerSignInFaults[error.reason];
  return error instanceof IdentityRefused ? signInRefusals[error.reason] : "refused";
}

const linkRefusals: Readonly<Partial<Record<RefusalReason, LinkReason>>> = {
  "no-password": "password_needed",
  "in-use": "in_use",
  "another-linked": "another_linked",
  "not-fresh": "log_in_again",
};

function linkReasonOf(error: unknown): LinkReason | undefined {
  if (error instanceof ProviderFault && error.reason === "down") return "unavailable";
  if (error instanceof ProviderFault && error.reason === "cancelled") return "cancelled";
  return error instanceof IdentityRefused ? linkRefusals[error.reason] : undefined;
}
