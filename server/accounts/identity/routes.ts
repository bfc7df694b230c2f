import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { logSecurity } from "../../platform/http/security-log.ts";
import type { Serve } from "../../platform/http/serve.ts";
import { type FlowPages, type FlowParts, type IdentityParts, ofLink, openFlowPages } from "./flow-routes.ts";
import { IdentityRefused, accountFor, keepSeatBy, linkTo, unlink } from "./identity.ts";
import type { Provider, ProviderLogin } from "./provider.ts";
import { returnPath, withQuery } from "../../platform/http/return-path.ts";
import { ofBrowser } from "../alerts/build.ts";
import { keepFaultPage, linkFault, mark, signInFault } from "./fault-addresses.ts";
import { type Flow, endFlow } from "./flows.ts";
import { comesFromHere } from "../../platform/http/same-site.ts";

export function identityRoutes(app: FastifyInstance, serve: Serve, parts: IdentityParts): void {
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

  if (!provider) return;
  const flowParts = { ...parts, provider };
  const flowPages = openFlowPages(app, flowParts);
  for (const mount of [mountSignInPage, mountLinkPage, mountKeepPage, mountCallbackPage])
    mount(app, flowParts, flowPages);
}

/** Of a provider that is not configured any more, only the issuer URL is known. */
const nameOf = (issuer: string, provider: Provider | null) =>
  issuer === provider?.issuer ? provider.name : (URL.parse(issuer)?.host ?? issuer);

/** Mounts the page that the provider sends the browser back to: it ends the flow. */
function mountCallbackPage(app: FastifyInstance, parts: FlowParts, flowPages: FlowPages): void {
  const { provider, sessions, ownerProof, store, flows, tokens } = parts;
  const { base, page, redirectUri, secretOf, logRefused, redirectWithFault } = flowPages;
  const tellOfBrowser = ofBrowser(parts.tellOwner);
  const tellOfLink = ofLink(parts.tellOwner, provider.name);

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

  async function signIn(request: FastifyRequest, reply: FastifyReply, flow: Flow, login: ProviderLogin) {
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

  async function link(request: FastifyRequest, reply: FastifyReply, flow: Flow, login: ProviderLogin) {
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
  }

  async function keep(request: FastifyRequest, reply: FastifyReply, flow: Flow, login: ProviderLogin) {
    const viewer = await sessions.viewerOf(request, reply);
    if (!viewer) return reply.redirect(keepFaultPage(flow, "expired"));
    // The seat was kept in another browser meanwhile.
    if (!viewer.isSeat) return reply.redirect(flow.back);
    if (parts.registration === "closed") throw new IdentityRefused("not-invited");
    const { id } = viewer;
    await store.together((writes) => keepSeatBy(writes, id, flow.issuer, login), {
      onUnconfirmed: async (tx, user) => parts.askToConfirm(tx, user, request),
    });
    parts.mail.wake();
    await sessions.start(request, reply, id);
    logSecurity(request, "seat_kept", { way: "provider" });
    logSecurity(request, "provider_linked");
    await parts.tellSeatKept(id);
    return reply.redirect(flow.back);
  }

  const endings = { "sign-in": signIn, link, keep };
  app.get(`${base}/callback`, page, async (request, reply) => {
    const callback = new URL(redirectUri(request));
    callback.search = request.url.slice(request.url.indexOf("?"));
    const states = callback.searchParams.getAll("state");
    const session = sessions.tokenHashOf(request);
    let flow: Omit<Flow, "issuer"> = { purpose: "sign-in", photos: false, back: "/" };
    try {
      const browser = { secret: secretOf(request), session };
      const ended = states.length === 1 ? await endFlow(flows, browser, states[0]!) : null;
      if (ended) flow = ended.flow;
      if (!ended?.isSameSession || ended.flow.issuer !== provider.issuer) {
        const viewer = await sessions.viewerOf(request, reply);
        logRefused(request, flow.purpose, "unknown-flow");
        if (ended?.flow.purpose === "keep") return reply.redirect(keepFaultPage(flow, "expired"));
        // A viewer with a session is signed in already, or meant to link.
        if (ended?.flow.purpose === "sign-in" && viewer) return reply.redirect(flow.back);
        if (ended?.flow.purpose === "link" || viewer)
          return reply.redirect(linkFault(ended ? flow : { ...flow, back: "/account" }, "invalid_session"));
        return reply.redirect(signInFault(flow, "expired"));
      }
      if (ended.flow.purpose !== "sign-in") await parts.demandWritable();
      const login = await provider.exchangeCode(callback, ended.proof);
      return await endings[ended.flow.purpose](request, reply, ended.flow, login);
    } catch (error) {
      return redirectWithFault(request, reply, flow, error);
    }
  });
}

/** Mounts the page that begins to link the viewer's account to one at the provider. */
function mountLinkPage(app: FastifyInstance, parts: FlowParts, flowPages: FlowPages): void {
  const { provider, sessions, ownerProof, store, demandWritable } = parts;
  const { base, page, begin, forPhotos, redirectWithFault } = flowPages;

  /** Whether a link needs the password first. A second visit for the photo library needs none. */
  const needsPassword = async (request: FastifyRequest, userId: string) => {
    const { passwordHash, hasTypedPassword } = await ownerProof(sessions.tokenHashOf(request));
    if (passwordHash === null || hasTypedPassword) return false;
    return !(await store.ofUser(userId)).some(({ issuer }) => issuer === provider.issuer);
  };

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
      await demandWritable();
      return await begin(request, reply, flow);
    } catch (error) {
      return redirectWithFault(request, reply, flow, error);
    }
  });
}

/** Mounts the page that begins to keep the viewer's seat by a login at the provider. */
function mountKeepPage(
  app: FastifyInstance,
  { sessions, registration, demandWritable }: FlowParts,
  flowPages: FlowPages,
): void {
  const { base, page, begin, redirectWithFault } = flowPages;
  app.get<{ Querystring: Record<string, unknown> }>(`${base}/keep`, page, async (request, reply) => {
    const flow = { purpose: "keep", photos: false, back: returnPath(request.query["return"]) } as const;
    // Another site must not make the viewer's seat an account of a stranger.
    if (!comesFromHere(request)) return reply.redirect(keepFaultPage(flow, "expired"));
    try {
      const viewer = await sessions.viewerOf(request, reply);
      // The page with this link was made for somebody else, or before the seat was kept. It loads anew, as the viewer's.
      if (!viewer?.isSeat || (request.query["person"] ?? viewer.id) !== viewer.id) return reply.redirect(flow.back);
      if (registration === "closed") throw new IdentityRefused("not-invited");
      await demandWritable();
      return await begin(request, reply, flow);
    } catch (error) {
      return redirectWithFault(request, reply, flow, error);
    }
  });
}

/** Mounts the page that begins a sign-in by the provider. */
function mountSignInPage(app: FastifyInstance, { sessions }: FlowParts, flowPages: FlowPages): void {
  const { base, page, begin, redirectWithFault } = flowPages;
  app.get<{ Querystring: Record<string, unknown> }>(base, page, async (request, reply) => {
    const flow = { purpose: "sign-in", photos: false, back: returnPath(request.query["return"]) } as const;
    // Another site must not sign the viewer in to an account of its own.
    if (!comesFromHere(request)) return reply.redirect(withQuery("/auth", { return: flow.back }));
    if (await sessions.viewerOf(request, reply)) return reply.redirect(flow.back);
    return begin(request, reply, flow).catch((error: unknown) => redirectWithFault(request, reply, flow, error));
  });
}
