import { ownerOfStore, personOf } from "../core/device/store.ts";
import { keepShared } from "../core/device/shared-files.ts";

/** Takes the photos and videos that another app shares to this one. Undefined for any other request. */
export function answerShare({ request }: FetchEvent): Promise<Response> | undefined {
  const isShare = request.method === "POST" && new URL(request.url).pathname === "/share";
  return isShare ? takeShare(request) : undefined;
}

/** Keeps the files for the person of this device, and opens the page that asks for their trip. That page also says why none are kept. */
async function takeShare(request: Request): Promise<Response> {
  const openPage = (lost?: string) =>
    Response.redirect(lost === undefined ? "/add-photos" : `/add-photos?lost=${lost}`, 303);
  try {
    const owner = await ownerOfStore();
    if (owner === undefined) return openPage("nobody");
    const parts = (await request.formData()).getAll("files");
    // A form without a file has one without a name.
    const files = parts.filter((part) => part instanceof File && part.name !== "") as File[];
    return openPage((await keepShared(personOf(owner), files)) ? undefined : "full");
  } catch {
    return openPage("full");
  }
}
