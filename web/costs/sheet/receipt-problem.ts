import { maxReceiptBytes } from "#contract/cost-limits.ts";
import { words } from "./fault-words.ts";

const pictureName = /\.(jpe?g|png|webp|gif|avifs?|hei[cf]s?)$/i;

/** Why a file cannot be a receipt; undefined when it may be uploaded. The server looks at the bytes of pictures. */
export async function findReceiptProblem(file: File): Promise<string | undefined> {
  if (file.size > maxReceiptBytes) return words.receipt_too_large.replace("{max}", String(maxReceiptBytes / 1_000_000));
  const isPicture = file.type === "" ? pictureName.test(file.name) : file.type.startsWith("image/");
  if (isPicture) return undefined;
  const begin = await file
    .slice(0, 5)
    .text()
    .catch(() => "");
  return begin === "%PDF-" ? undefined : words.receipt_no_picture;
}
