import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { withQuery } from "../../platform/http/return-path.ts";
import { logSecurity } from "../../platform/http/security-log.ts";
import { ofBrowser } from "../alerts/build.ts";
import { linkFault, mark, signInFault } from "./fault-addresses.ts";
import { type FlowPages, type FlowParts, ofLink } from "./flow-routes.ts";
import { type Flow, endFlow } from "./flows.ts";
import { accountFor, linkTo } from "./identity.ts";
import type { ProviderLogin } from "./provider.ts";

/** Mounts the page that the provider sends the browser back to: it ends the flow. */
export function mountCallbackPage(app: FastifyInstance, parts: FlowParts, flowPages: FlowPages): void {
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
        // A viewer with a session is signed in already, or meant to link.
        if (ended?.flow.purpose === "sign-in" && viewer) return reply.redirect(flow.back);
        if (ended?.flow.purpose === "link" || viewer)
          return reply.redirect(linkFault(ended ? flow : { ...flow, back: "/account" }, "invalid_session"));
        return reply.redirect(signInFault(flow, "expired"));
      }
      const login = await provider.exchangeCode(callback, ended.proof);
      return await (ended.flow.purpose === "sign-in" ? signIn : link)(request, reply, ended.flow, login);
    } catch (error) {
      return redirectWithFault(request, reply, flow, error);
    }
  });
}
