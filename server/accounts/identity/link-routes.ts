import type { FastifyInstance, FastifyRequest } from "fastify";
import { returnPath, withQuery } from "../../platform/http/return-path.ts";
import { comesFromHere } from "../../platform/http/same-site.ts";
import { linkFault, signInFault } from "./fault-addresses.ts";
import type { FlowPages, FlowParts } from "./flow-routes.ts";

/** Mounts the page that begins to link the viewer's account to one at the provider. */
export function mountLinkPage(app: FastifyInstance, parts: FlowParts, flowPages: FlowPages): void {
  const { provider, sessions, ownerProof, store } = parts;
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
      return await begin(request, reply, flow);
    } catch (error) {
      return redirectWithFault(request, reply, flow, error);
    }
  });
}
