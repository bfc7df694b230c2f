import { type LinkFault, type LinkReason, linkFaults, linkReasons } from "#contract/identity.ts";
import { type Path, navigate } from "../../core/link.tsx";
import { toast } from "../../ui/toast.ts";
import { askProvider } from "../sign-in/ask-config.ts";

/** Shows the result of linking a provider account as a toast and removes it from the address. */
export async function tellLinkReturn(): Promise<void> {
  const { searchParams, pathname, hash } = new URL(location.href);
  const isLinked = searchParams.get("success") === "account_linked";
  const fault = linkFaults.find((one) => one === searchParams.get("error"));
  const reason = linkReasons.find((one) => one === searchParams.get("reason"));
  const forPhotos = searchParams.get("with") === "photos";
  for (const param of ["success", "error", "reason", "with"]) searchParams.delete(param);
  const rest = searchParams.toString();
  navigate(`${pathname}${rest && `?${rest}`}${hash}` as Path, { replace: true });

  // The catalogue's messages about the photo library name Google, however the provider is called.
  const name = forPhotos ? "Google" : ((await askProvider())?.name ?? "the other");
  if (isLinked) toast({ title: `${name} Account Linked`, text: `You can log in with ${name} from now on.` });
  else if (fault) toast({ title: titles(name)[fault], ...(reason && { text: reasons(name)[reason] }), look: "danger" });
}

const titles = (name: string): Readonly<Record<LinkFault, string>> => ({
  link_failed: `Failed to link ${name} account. Please try again.`,
  invalid_session: "Invalid linking session. Please try again.",
});

const reasons = (name: string): Readonly<Record<LinkReason, string>> => ({
  unavailable: `${name} does not answer right now.`,
  cancelled: `You turned back at ${name}.`,
  in_use: `This ${name} account opens another account here.`,
  another_linked: `Another ${name} account is linked already. Unlink it first.`,
  log_in_again: `This ${name} account has another email address. Please log out and log in again first, so that we know it is you.`,
  password_needed: "It took too long since you entered your password.",
  too_many_tries: "Too many attempts. Please wait a moment and try again.",
});
