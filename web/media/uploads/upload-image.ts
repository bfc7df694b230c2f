import { ApiError, api } from "../../core/api.ts";
import { isInObjectStore, uploadTarget } from "./upload-target.ts";

export type ImagePurpose = "profile" | "squad" | "trip";

/** The largest pictures in bytes, unless the server's configuration says otherwise. */
export const imageLimits: Readonly<Record<ImagePurpose, number>> = {
  profile: 5_242_880,
  squad: 10_485_760,
  trip: 10_485_760,
};

const pictureName = /\.(jpe?g|png|webp|gif|avifs?|hei[cf]s?)$/i;

/** Returns the toast that says why a file cannot be this picture; undefined when it may be uploaded. */
export function findImageProblem(
  file: Pick<File, "name" | "type" | "size">,
  maxBytes: number,
): { title: string; text: string } | undefined {
  // Some systems know no type for newer formats; then the name counts, and the server inspects the file.
  const isPicture = file.type === "" ? pictureName.test(file.name) : file.type.startsWith("image/");
  if (!isPicture) return { title: "Invalid file type", text: "Please select an image file" };
  if (file.size > maxBytes)
    return { title: "File too large", text: `Please select an image under ${Math.floor(maxBytes / 1_048_576)}MB` };
  return undefined;
}

/**
 * Uploads one picture, registers it for its purpose, and returns the path to save (`/objects/…`). Calls `onProgress` with the sent
 * share, 0 to 1. Rejects with an `ApiError` whose sentence says what to do, or with the reason of `signal`.
 */
export async function uploadImage(
  file: File,
  purpose: ImagePurpose,
  { onProgress, signal }: { onProgress?: (share: number) => void; signal?: AbortSignal } = {},
): Promise<string> {
  const uploadURL = await uploadFile(file, onProgress, signal);
  const about = { fileName: file.name.slice(-255), fileType: file.type, fileSize: file.size };
  const { objectPath } = await register(purpose, uploadURL, about, signal);
  return objectPath;
}

/** Uploads one file as a whole and returns the address of its bytes. Rejects as `uploadImage` does. */
export async function uploadFile(
  file: File,
  onProgress: ((share: number) => void) | undefined,
  signal: AbortSignal | undefined,
): Promise<string> {
  const target = uploadTarget(file);
  for (;;) {
    const address = await target.askAddress({}, signal);
    try {
      await target.put(address, onProgress, signal);
      return address;
    } catch (error) {
      const mayGoThroughServer = isInObjectStore(address) && error instanceof ApiError && error.code === "offline";
      if (!mayGoThroughServer) throw error;
    }
  }
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
