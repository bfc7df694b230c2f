/** The outcome of sharing a link. */
export type Shared = "shared" | "copied" | "dismissed" | "failed";

/**
 * Opens the system's share sheet for a link, or copies the link if there is no sheet or it fails. `near` is an element of the open
 * dialog: the copy fallback needs a text field inside it, because the dialog traps the focus.
 */
export const shareLink = (link: string, title: string, near: HTMLElement): Promise<Shared> =>
  share({ title, url: link }, link, near);

/** Opens the system's share sheet for a text with its link, or copies it, as `shareLink` does. */
export const shareText = (text: string, near: HTMLElement): Promise<Shared> => share({ text }, text, near);

async function share(what: ShareData, copied: string, near: HTMLElement): Promise<Shared> {
  if ("share" in navigator) {
    try {
      await navigator.share(what);
      return "shared";
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return "dismissed";
    }
  }
  return copyLink(copied, near);
}

/** Copies a link to the clipboard. Uses `execCommand` where the Clipboard API is refused (plain http, old browsers). */
export async function copyLink(link: string, near: HTMLElement): Promise<"copied" | "failed"> {
  try {
    await navigator.clipboard.writeText(link);
    return "copied";
  } catch {
    return copyByHand(link, near) ? "copied" : "failed";
  }
}

function copyByHand(link: string, near: HTMLElement): boolean {
  const box = document.createElement("textarea");
  box.value = link;
  box.readOnly = true;
  box.setAttribute("aria-hidden", "true");
  box.style.cssText = "position:fixed;top:0;left:0;opacity:0";
  const focused = document.activeElement;
  near.append(box);
  box.select();
  try {
    // oxlint-disable-next-line typescript/no-deprecated -- the only way where the Clipboard API is refused
    return document.execCommand("copy");
  } catch {
    return false;
  } finally {
    box.remove();
    if (focused instanceof HTMLElement) focused.focus();
  }
}
