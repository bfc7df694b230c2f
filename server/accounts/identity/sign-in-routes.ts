import type { FastifyInstance } from "fastify";
import { returnPath, withQuery } from "../../platform/http/return-path.ts";
import { comesFromHere } from "../../platform/http/same-site.ts";
import type { FlowPages, FlowParts } from "./flow-routes.ts";

/** Mounts the page that begins a sign-in by the provider. */
export function mountSignInPage(app: FastifyInstance, { sessions }: FlowParts, flowPages: FlowPages): void {
  const { base, page, begin, redirectWithFault } = flowPages;
  app.get<{ Querystring: Record<string, unknown> }>(base, page, async (request, reply) => {
    const flow = { purpose: "sign-in", photos: false, back: returnPath(request.query["return"]) } as const;
    // Another site must not sign the viewer in to an account of its own.
    if (!comesFromHere(request)) return reply.redirect(withQuery("/auth", { return: flow.back }));
    if (await sessions.viewerOf(request, reply)) return reply.redirect(flow.back);
    return begin(request, reply, flow).catch((error: unknown) => redirectWithFault(request, reply, flow, error));
  });
}
