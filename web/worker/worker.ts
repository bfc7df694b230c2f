// Decision 121: what the service worker answers, and what it never keeps.
import { answerPicture } from "./pictures.ts";
import { answerFromProgram } from "./program.ts";
import { watchPushes } from "./pushes.ts";
import { answerShare } from "./shares.ts";

declare const self: ServiceWorkerGlobalScope;

self.addEventListener("fetch", (event) => {
  if (new URL(event.request.url).origin !== location.origin) return;
  const answer = answerFromProgram(event) ?? answerPicture(event) ?? answerShare(event);
  if (answer) event.respondWith(answer);
});

watchPushes();
