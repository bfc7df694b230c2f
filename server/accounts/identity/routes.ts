import type { FastifyInstance } from "fastify";
import { logSecurity } from "../../platform/http/security-log.ts";
import type { Serve } from "../../platform/http/serve.ts";
import { mountCallbackPage } from "./callback-routes.ts";
import { type IdentityParts, ofLink, openFlowPages } from "./flow-routes.ts";
import { unlink } from "./identity.ts";
import { mountLinkPage } from "./link-routes.ts";
import type { Provider } from "./provider.ts";
import { mountSignInPage } from "./sign-in-routes.ts";

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
  for (const mount of [mountSignInPage, mountLinkPage, mountCallbackPage]) mount(app, flowParts, flowPages);
}

/** Of a provider that is not configured any more, only the issuer URL is known. */
const nameOf = (issuer: string, provider: Provider | null) =>
  issuer === provider?.issuer ? provider.name : (URL.parse(issuer)?.host ?? issuer);
