// Decision 093: how addresses of mail are read, compared and shown.
import { withoutHidden } from "./plain-text.ts";

/** Browsers and Node have it. */
declare const URL: { new (url: string): { readonly hostname: string }; canParse(url: string): boolean };

/**
 * The address alone of what people paste for one. It takes what stands in brackets after a name, and leaves out quotes, `mailto:`, what
 * follows a question mark, and characters that nobody sees. Full-width signs become plain ones.
 */
export const bareAddress = (pasted: string): string =>
  withoutHidden(pasted.normalize("NFKC"))
    .replaceAll("。", ".")
    .replace(/^.*?[<([]([^<>()[\]]*@[^<>()[\]]*).*$/s, "$1")
    .replace(/^(?:mailto:|[^\p{L}\p{N}_+@-])+/iu, "")
    .replace(/^([^?]*[\p{L}\p{M}\p{N}]).*$/su, "$1");

/** Writes the domain of an address in ASCII, as mail servers know it (UTS 46). It changes nothing where the part after the @ is no domain. */
export const asciiAddress = (address: string): string =>
  address.replace(/(?<=@)[^\s/?#:@\\%]+$/, (domain) => {
    const url = `http://${domain}`;
    return URL.canParse(url) ? new URL(url).hostname : domain;
  });
