import { readFileSync } from "node:fs";
import path from "node:path";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { addressOf } from "#contract/call.ts";
import { coverSet, headSizes } from "#contract/cover-sizes.ts";
import type { First } from "#contract/first.ts";
import { isId } from "#contract/id.ts";
import { firstCallsOf } from "#contract/first-calls.ts";
import { findPage, pageNames, pages } from "#contract/pages.ts";
import { type SiteCookie, openCookies } from "../../platform/http/cookies.ts";
import { firstAnswers } from "../../platform/http/first-answers.ts";
import { siteOf } from "../../platform/http/same-site.ts";
import type { Viewer } from "../../platform/http/session.ts";
import type { DocumentParts } from "../../platform/http/web.ts";
import type { FindPreview } from "../../squads/previews/routes.ts";
import { openCode } from "./code.ts";
import { openDrawing } from "./drawing.ts";
import { openRules } from "./rules.ts";
import { type Answer, viewsForMembers, viewsForVisitors } from "./views.ts";

/** The browser's time zone, as `web/core/zone.ts` keeps it. */
const zoneCookie: SiteCookie = { name: "zone", path: "/", sameSite: "lax" };

interface Parts {
  readonly webDir: string;
  readonly publicUrl: string | undefined;
  readonly findPreview: FindPreview;
}

/** The routes of all pages, and what the document of a page brings for the sender of a request. */
export function firstViews(app: FastifyInstance, { webDir, publicUrl, findPreview }: Parts) {
  const cookies = openCookies(publicUrl);
  const document = readFileSync(path.join(webDir, "index.html"), "utf8");
  const codeOf = openCode(webDir, document);
  const rulesOf = openRules(webDir, document);
  const draw = openDrawing(webDir);
  return {
    pagePaths: pageNames.flatMap((name) => routesOf(pages[name].path)),
    async partsOf(request: FastifyRequest, viewer: Viewer | null): Promise<DocumentParts> {
      const page = findPage(request.url.replace(/\?.*/, ""));
      const view = page && (viewer ? viewsForMembers : viewsForVisitors)[page.name];
      const code = codeOf(
        viewer ? "shell/member-app.tsx" : "shell/visitor-app.tsx",
        ...(view?.module ? [view.module] : []),
        ...(view?.usesQueries && !viewer ? ["core/queries-room.tsx"] : []),
      );
      if (!page || !Object.values(page.params).every((id) => id === undefined || isId(id)))
        return { code, answers: [] };
      const query = request.query as Readonly<Record<string, string>>;
      const zone = cookies.read(request, zoneCookie);
      const calls = firstCallsOf(page, { me: viewer?.id, query, zone });
      const [answers, preview] = await Promise.all([
        firstAnswers(
          app,
          request,
          calls.map((call) => addressOf(call.name, call)),
        ),
        page.name === "joinSquad" ? findPreview(page.params["id"] ?? "", query["invite"]).catch(() => null) : null,
      ]);
      const main = view?.cover && answers[0] && (JSON.parse(answers[0].text) as Answer);
      const cover = main && view.cover?.(main);
      return {
        code,
        ...(cover && { pictures: preload(cover) }),
        answers,
        description: view?.description,
        ...(preview && { preview }),
        isUsable: view?.isUsable,
        ...(view?.isDrawn && {
          draw: async (first) => {
            const address = URL.parse(request.url, siteOf(request, publicUrl));
            return address ? draw(address, JSON.parse(first) as First) : "";
          },
        }),
        ...(view?.bringsRules && { rulesOf }),
      };
    },
  };
}

/** Fastify's routes of a page's path: with and without the part that may be missing, with and without a slash at the end. */
const routesOf = (pattern: string): string[] =>
  [...new Set([pattern.replace(/\/:\w+\?$/, ""), pattern.replace("?", "")])].flatMap((route) =>
    route === "/" ? [route] : [route, `${route}/`],
  );

/** `address` is that of one of our pictures. The browser chooses among the same sizes as for the picture on the page. */
const preload = (address: string) =>
  `<link rel="preload" as="image" imagesrcset="${coverSet(address)}" imagesizes="${headSizes}" fetchpriority="high">`;
