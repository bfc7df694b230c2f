import { readFileSync } from "node:fs";
import path from "node:path";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { coverSet, headSizes } from "#contract/cover-sizes.ts";
import { isId } from "#contract/id.ts";
import { memberPaths, openPaths } from "#contract/pages.ts";
import { type SiteCookie, openCookies } from "../../platform/http/cookies.ts";
import { siteOf } from "../../platform/http/same-site.ts";
import type { Viewer } from "../../platform/http/session.ts";
import type { First } from "../../platform/http/web.ts";
import { firstAnswers } from "../../platform/http/first-answers.ts";
import { openCode } from "./code.ts";
import { type Told, openDrawing } from "./drawing.ts";
import { type Answer, type FirstPage, memberPages, openPages, visitorPages } from "./pages.ts";

/** The browser's time zone, as `web/core/zone.ts` keeps them. */
const zoneCookie: SiteCookie = { name: "zone", path: "/", sameSite: "lax" };

/** The pages whose document brings answers, code and pictures, and what it brings for the sender of a request. */
export function firstViews(app: FastifyInstance, webDir: string, publicUrl: string | undefined) {
  const cookies = openCookies(publicUrl);
  const codeOf = openCode(webDir, readFileSync(path.join(webDir, "index.html"), "utf8"));
  const draw = openDrawing(webDir);
  const byPath = (pages: readonly FirstPage[]) => new Map([...pages, ...openPages].map((page) => [page.path, page]));
  const [members, visitors] = [byPath(memberPages), byPath(visitorPages)];
  return {
    pagePaths: [...memberPaths, ...openPaths].flatMap(routesOf),
    async firstOf(request: FastifyRequest, viewer: Viewer | null): Promise<First> {
      const page = (viewer ? members : visitors).get(request.routeOptions.url?.replace(/(?<=.)\/$/, "") ?? "");
      const code = codeOf(
        viewer ? "shell/member-app.tsx" : "shell/visitor-app.tsx",
        ...(page?.module ? [page.module] : []),
        ...(page?.usesQueries && !viewer ? ["core/queries-room.tsx"] : []),
      );
      const params = (request.params ?? {}) as Readonly<Record<string, string>>;
      if (!page || !Object.values(params).every(isId)) return { code, answers: [] };
      const query = request.query as Readonly<Record<string, string>>;
      const asked = {
        params,
        query,
        viewerId: viewer?.id ?? "",
        zone: cookies.read(request, zoneCookie),
      };
      const answers = await firstAnswers(app, request, page.calls(asked));
      const main = (page.cover || page.description) && answers[0] && (JSON.parse(answers[0].text) as Answer);
      const cover = main && page.cover?.(main);
      return {
        code,
        ...(cover && { pictures: preload(cover) }),
        answers,
        description: page.description?.(asked, main || undefined),
        isUsable: page.isUsable,
        ...(page.isDrawn && {
          draw: async (told) => {
            const address = URL.parse(request.url, siteOf(request, publicUrl));
            return address ? draw(address, JSON.parse(told) as Told) : "";
          },
        }),
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
