import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { LinkFault, LinkReason, WayInFault } from "#contract/identity.ts";
import type { AskToConfirm } from "../people/routes.ts";
import { answerError } from "../../platform/http/errors.ts";
import { originOf } from "../../platform/http/same-site.ts";
import type { Serve } from "../../platform/http/serve.ts";
import type { Sessions } from "../../platform/http/session.ts";
import { Problem } from "../../platform/http/problem.ts";
import type { Mail } from "../../platform/mail/mail.ts";
import { type Flow, beginFlow, endFlow, flowLifeMs, isSecret, newProof, newSecret } from "./flows.ts";
import type { Identities } from "./build.ts";
import { type Hindrance, Hindered, accountFor, linkTo, unlink } from "./identity.ts";
import { type FaultReason, ProviderFault } from "./provider-fault.ts";
import type { Arrival, Provider } from "./provider.ts";
import { returnPath, withQuery } from "./return-path.ts";

interface Parts extends Pick<Identities, "provider" | "tokens" | "store" | "flows"> {
  /** How sure we can be of whoever holds a session. */
  readonly standing: (session: Buffer | null) => Promise<{ readonly isFresh: boolean }>;
  readonly sessions: Sessions;
  readonly publicUrl: string | undefined;
  readonly rateLimits: boolean;
  readonly mail: Mail;
  readonly askToConfirm: AskToConfirm;
  /** There is a photo library to ask for. */
  readonly hasPhotos: boolean;
}

const cookieName = "identity";
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

  serve.call("DELETE /api/account/identities/:id", async ({ viewer, params }) => {
    const revoke = await tokens?.revocationOf(viewer.id, params.id);
    await store.together((writes) => unlink(writes, viewer.id, params.id, provider?.issuer));
    await revoke?.();
    return undefined;
  });

  if (provider) mountWays(app, { ...parts, provider });
}

/** Of a provider that is not set up any more only its address is known. */
const nameOf = (issuer: string, provider: Provider | null) =>
  issuer === provider?.issuer ? provider.name : (URL.parse(issuer)?.host ?? issuer);

/** Navigations, never fetches: each one answers a redirect, also where something is wrong. */
function mountWays(app: FastifyInstance, parts: Parts & { readonly provider: Provider }): void {
  const { provider, sessions, standing, store, flows, tokens, publicUrl, hasPhotos } = parts;
  const base = `/api/auth/${provider.slug}`;
  const limit = {
    ...(parts.rateLimits && { config: { rateLimit: { max: perMinute, timeWindow: 60_000 } } }),
    // Whoever comes too often is told so on a page of ours as well.
    errorHandler(
      error: unknown,
      request: FastifyRequest<{ Querystring: Record<string, unknown> }>,
      reply: FastifyReply,
    ) {
      if (!(error instanceof Problem) || error.code !== "too_many_requests") return answerError(error, request, reply);
      const back = returnPath(request.query["return"]);
      const isLinking = request.routeOptions.url === `${base}/link`;
      return reply.redirect(
        isLinking ? linkFault(back, "link_failed", "too_many_tries") : wayInFault(back, "too_many_tries"),
        302,
      );
    },
  };
  const redirectUri = (request: FastifyRequest) => `${publicUrl ?? originOf(request)}${base}/callback`;
  const cookieLook = (request: FastifyRequest) => {
    const secure = publicUrl?.startsWith("https:") === true || request.protocol === "https";
    return { path: base, httpOnly: true, sameSite: "lax", secure } as const;
  };

  const begin = async (request: FastifyRequest, reply: FastifyReply, flow: Omit<Flow, "issuer">) => {
    const held = request.cookies[cookieName];
    // The same one for all that is begun in this browser, so that two tabs do not end each other's way.
    const secret = isSecret(held) ? held : newSecret();
    const proof = newProof(secret);
    const address = await provider.addressFor(proof, redirectUri(request), flow.photos);
    const session = sessions.tokenHashOf(request);
    await beginFlow(flows, { secret, session }, proof, { ...flow, issuer: provider.issuer });
    void reply.setCookie(cookieName, secret, { ...cookieLook(request), maxAge: flowLifeMs / 1000 });
    return reply.redirect(address.href);
  };

  const finish = async (request: FastifyRequest, reply: FastifyReply, flow: Flow, arrival: Arrival) => {
    if (flow.purpose === "sign-in") {
      const userId = await store.together(
        (writes) => accountFor(writes, flow.issuer, arrival),
        (tx, user) => parts.askToConfirm(tx, user, request),
      );
      parts.mail.wake();
      await sessions.start(request, reply, userId, { issuer: flow.issuer, subject: arrival.subject });
      return reply.redirect(flow.back);
    }
    const viewer = await sessions.viewerOf(request);
    if (!viewer) return reply.redirect(linkFault(flow.back, "invalid_session"));
    const { isFresh } = await standing(sessions.tokenHashOf(request));
    const id = await store.together((writes) => linkTo(writes, { userId: viewer.id, isFresh }, flow.issuer, arrival));
    if (flow.photos) await tokens?.keep(id, arrival.tokens);
    return reply.redirect(withQuery(flow.back, { success: "account_linked" }));
  };

  /** Where a way ends that went wrong, with the reason in the address. */
  const tellFault = (
    request: FastifyRequest,
    reply: FastifyReply,
    flow: Pick<Flow, "purpose" | "back">,
    error: unknown,
  ) => {
    if (error instanceof ProviderFault) request.log.warn(error.message);
    else if (!(error instanceof Hindered))
      request.log.error({ err: error }, "Somebody could not come in from the provider");
    const ended = error instanceof Problem && error.code === "not_signed_in";
    const where =
      flow.purpose === "sign-in"
        ? wayInFault(flow.back, wayInFaultOf(error))
        : linkFault(flow.back, ended ? "invalid_session" : "link_failed", linkReasonOf(error));
    return reply.redirect(where);
  };

  app.get<{ Querystring: Record<string, unknown> }>(base, limit, async (request, reply) => {
    const flow = { purpose: "sign-in", photos: false, back: returnPath(request.query["return"]) } as const;
    return begin(request, reply, flow).catch((error: unknown) => tellFault(request, reply, flow, error));
  });

  app.get<{ Querystring: Record<string, unknown> }>(`${base}/link`, limit, async (request, reply) => {
    const back = returnPath(request.query["return"]);
    const photos = hasPhotos && request.query["with"] === "photos";
    const flow = { purpose: "link", photos, back } as const;
    // Nobody links somebody else's browser to an account of their own.
    const site = request.headers["sec-fetch-site"];
    if (site !== undefined && site !== "same-origin" && site !== "none")
      return reply.redirect(linkFault(back, "invalid_session"));
    try {
      if (!(await sessions.viewerOf(request))) return reply.redirect(wayInFault(back, "login_required"));
      return await begin(request, reply, flow);
    } catch (error) {
      return tellFault(request, reply, flow, error);
    }
  });

  app.get(`${base}/callback`, limit, async (request, reply) => {
    const callback = new URL(redirectUri(request));
    callback.search = request.url.slice(request.url.indexOf("?"));
    const states = callback.searchParams.getAll("state");
    const session = sessions.tokenHashOf(request);
    let flow: Pick<Flow, "purpose" | "back"> = { purpose: "sign-in", back: "/" };
    try {
      const here = { secret: request.cookies[cookieName], session };
      const way = states.length === 1 ? await endFlow(flows, here, states[0]!) : null;
      if (way) flow = way.flow;
      if (!way?.isSameSession || way.flow.issuer !== provider.issuer) {
        const viewer = await sessions.viewerOf(request);
        // Whoever is logged in meant to link, or is where they wanted to be.
        if (way?.flow.purpose === "sign-in" && viewer) return reply.redirect(flow.back);
        if (way?.flow.purpose === "link" || viewer)
          return reply.redirect(linkFault(way ? flow.back : "/account", "invalid_session"));
        return reply.redirect(wayInFault(flow.back, "expired"));
      }
      return await finish(request, reply, way.flow, await provider.arrive(callback, way.proof));
    } catch (error) {
      return tellFault(request, reply, flow, error);
    }
  });
}

const wayInFault = (back: string, error: WayInFault) =>
  withQuery("/auth", { return: back === "/" ? undefined : back, error });
const linkFault = (back: string, error: LinkFault, reason?: LinkReason) => withQuery(back, { error, reason });

const wayIn: Readonly<Record<FaultReason, WayInFault>> = {
  down: "provider_unavailable",
  cancelled: "cancelled",
  revoked: "refused",
  refused: "refused",
};

const wayInHindrance: Readonly<Record<Hindrance, WayInFault>> = {
  "account-exists": "account_exists",
  "no-email": "email_missing",
  "in-use": "refused",
  "another-linked": "refused",
  "not-fresh": "refused",
};

function wayInFaultOf(error: unknown): WayInFault {
  if (error instanceof ProviderFault) return wayIn[error.reason];
  return error instanceof Hindered ? wayInHindrance[error.hindrance] : "refused";
}

const linkHindrance: Readonly<Partial<Record<Hindrance, LinkReason>>> = {
  "in-use": "in_use",
  "another-linked": "another_linked",
  "not-fresh": "log_in_again",
};

function linkReasonOf(error: unknown): LinkReason | undefined {
  if (error instanceof ProviderFault && error.reason === "down") return "unavailable";
  if (error instanceof ProviderFault && error.reason === "cancelled") return "cancelled";
  return error instanceof Hindered ? linkHindrance[error.hindrance] : undefined;
}
