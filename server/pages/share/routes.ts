import type { FastifyInstance } from "fastify";
import { pages } from "#contract/pages.ts";
import { drain } from "../../media/uploads/body.ts";
import { limitRequests } from "../../platform/http/limit-requests.ts";

const maxSharesPerMinute = 60;

/**
 * What a phone shares to the installed app goes to the worker of the app. Where none runs, it comes here: nothing is kept, and the page
 * says how to add the photos instead. It changes nothing, so any app may send it.
 */
export function shareRoute(app: FastifyInstance, rateLimits: boolean): void {
  const limit = limitRequests(app, rateLimits && { max: maxSharesPerMinute, perMinutes: 1 });
  void app.register(async (form) => {
    form.removeAllContentTypeParsers();
    form.addContentTypeParser("*", (_request, _payload, done) => done(null));
    const config = { rawBody: true, fromAnywhere: true, worksReadOnly: true, ...limit.config };
    form.post("/share", { ...limit, config }, async (request, reply) => {
      drain(request.raw);
      return reply.redirect(`${pages.addPhotos.path}?lost`, 303);
    });
  });
}
