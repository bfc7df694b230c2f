import type { PlainKey, Sentence } from "#contract/refusals.ts";
import { newId } from "../platform/db/id.ts";
import { type FetchPublic, LinkFault } from "../platform/http/fetch-public.ts";
import { Problem, issueOf } from "../platform/http/problem.ts";
import type { Throttle } from "../platform/throttle/throttle.ts";
import type { Intake } from "../media/library/intake.ts";
import { imageFor } from "../media/photos/register.ts";

interface Parts {
  readonly fetchPublic: FetchPublic;
  readonly intake: Intake;
  readonly throttle: Throttle;
}

/** Ten links at once, then one a minute. */
const linksPerPerson = { atOnce: 10, everySeconds: 60 };

/** Fetches a squad's cover from a link and returns its path here. Rejects with 422 and the reason when the link has no usable photo. */
export type CoverFromLink = (link: string, userId: string) => Promise<string>;

/** Fetched covers are inspected and kept like uploads, so that no page loads anything from another site. */
export const coverFromLinkWith =
  ({ fetchPublic, intake, throttle }: Parts): CoverFromLink =>
  async (link, userId) => {
    await throttle.count(`cover link ${userId}`, linksPerPerson);
    const upload = { id: newId(), userId };
    try {
      await intake.receive(upload, await fetchPublic(link, intake.maxImageBytes));
      const { id } = await intake.add({
        address: `/api/uploads/${upload.id}`,
        userId,
        album: imageFor("squad"),
        fileName: nameIn(link),
        caption: null,
        takenAt: undefined,
      });
      return `/objects/${id}`;
    } catch (error) {
      await intake.drop(upload);
      const reason = error instanceof LinkFault ? error.reason : reasonOf(error);
      if (!reason) throw error;
      throw new Problem("unusable_link", reason, { issues: [issueOf("photoUrl", reason)] });
    }
  };

/** Returns why the inspection refused the file behind a link; null for errors that are no such refusal. */
function reasonOf(error: unknown): PlainKey | Sentence | null {
  if (!(error instanceof Problem)) return null;
  if (error.code === "unsupported_type") return "link_without_photo";
  return error.code === "broken_file" ? error.sentence : null;
}

function nameIn(link: string): string {
  const last = new URL(link).pathname.split("/").at(-1)!;
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
