import type { Problem, ProblemCode } from "#contract/problems.ts";
import { ApiError, api } from "../api.ts";

export type ImagePurpose = "profile" | "squad" | "trip";

/** Bytes a picture may have, unless the server's configuration says otherwise. */
export const imageLimits: Readonly<Record<ImagePurpose, number>> = {
  profile: 5_242_880,
  squad: 10_485_760,
  trip: 10_485_760,
};

const pictureName = /\.(jpe?g|png|webp|gif|avif|hei[cf])$/i;

/** Why a chosen file cannot be a picture of this kind, as the words of a toast; undefined when it may be tried. */
export function imageTrouble(
  file: Pick<File, "name" | "type" | "size">,
  maxBytes: number,
): { title: string; text: string } | undefined {
  // Some systems know no type for newer formats; then the name counts, and the server looks inside.
  const isPicture = file.type === "" ? pictureName.test(file.name) : file.type.startsWith("image/");
  if (!isPicture) return { title: "Invalid file type", text: "Please select an image file" };
  if (file.size > maxBytes)
    return { title: "File too large", text: `Please select an image under ${Math.floor(maxBytes / 1_048_576)}MB` };
  return undefined;
}

/**
 * Uploads one picture and registers it: asks for an address, puts the bytes there, says what it is for.
 * Answers the path to save (`/objects/…`). `onProgress` hears the sent share, 0 to 1. Rejects with an
 * `ApiError` whose sentence says what to do, or with the reason of `signal`.
 */
export async function uploadImage(
  file: File,
  purpose: ImagePurpose,
  { onProgress, signal }: { onProgress?: (share: number) => void; signal?: AbortSignal } = {},
): Promise<string> {
  const { uploadURL } = await api("POST /api/objects/upload", { signal });
  await putBytes(uploadURL, file, onProgress, signal);
  const about = { fileName: file.name.slice(-255), fileType: file.type, fileSize: file.size };
  const { objectPath } = await register(purpose, uploadURL, about, signal);
  return objectPath;
}

function register(
  purpose: ImagePurpose,
  url: string,
  about: { fileName: string; fileType: string; fileSize: number },
  signal: AbortSignal | undefined,
) {
  if (purpose === "profile")
    return api("PUT /api/profile-images", { body: { profileImageURL: url, ...about }, signal });
  if (purpose === "squad") return api("PUT /api/squad-photos", { body: { squadPhotoURL: url, ...about }, signal });
  return api("PUT /api/trip-photos", { body: { tripPhotoURL: url, ...about }, signal });
}

/** `fetch` cannot tell how much has been sent; the older request can. */
function putBytes(
  url: string,
  file: File,
  onProgress: ((share: number) => void) | undefined,
  signal: AbortSignal | undefined,
): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    signal?.addEventListener("abort", stop);
    request.upload.addEventListener("progress", ({ loaded, total, lengthComputable }) => {
      if (lengthComputable) onProgress?.(loaded / total);
    });
    request.addEventListener("load", () =>
      request.status < 300 ? resolve() : reject(refusal(request.status, request.responseText)),
    );
    request.addEventListener("error", () => reject(offline()));
    request.addEventListener("abort", () => reject(signal?.reason ?? offline()));
    request.addEventListener("loadend", () => signal?.removeEventListener("abort", stop));
    request.open("PUT", url);
    request.setRequestHeader("content-type", file.type || "application/octet-stream");
    request.send(file);
  });
}

const offline = () => new ApiError(0, "offline", "The connection broke off while uploading. Check it and try again.");

const sentences: Readonly<Record<number, readonly [ProblemCode, string]>> = {
  403: ["bad_signature", "This upload is no longer valid. Please try again."],
  410: ["upload_expired", "This upload took too long. Please try again."],
  413: ["too_large", "This photo is too large. Please choose a smaller one."],
  415: ["unsupported_type", "This kind of file cannot be used. Please choose a JPEG, PNG or WebP photo."],
  422: ["broken_file", "This photo seems to be damaged. Please choose another one."],
  507: ["storage_full", "There is no room left for photos right now."],
};

/** The server's own sentence where it sent one; a store of bytes only has its status. */
function refusal(status: number, body: string): ApiError {
  const [code, sentence] = sentences[status] ?? ["internal", "The upload did not go through. Please try again."];
  const told = problemOf(body);
  return new ApiError(status, told?.code ?? code, told?.error ?? sentence);
}

function problemOf(body: string): Partial<Problem> | undefined {
  try {
    const told: unknown = JSON.parse(body);
    return typeof told === "object" && told !== null ? told : undefined;
  } catch {
    return undefined;
  }
}
