import { useEffect, useState } from "react";
import { type SignInFault, signInFaults } from "#contract/identity.ts";
import { type Path, navigate } from "../../core/link.tsx";
import { toast } from "../../ui/toast.ts";
import { type ShownProvider, askProvider } from "./ask-config.ts";

/** Shows why a provider sign-in failed and removes the reason from the address. */
export function ProviderFault() {
  const [{ fault, forPhotos }] = useState(faultInAddress);
  const [sentence, setSentence] = useState("");
  useEffect(() => {
    if (!fault) return undefined;
    let isHere = true;
    const { searchParams, pathname } = new URL(location.href);
    for (const told of ["error", "with"]) searchParams.delete(told);
    const rest = searchParams.toString();
    navigate(`${pathname}${rest && `?${rest}`}` as Path, { replace: true });
    const tell = (provider: ShownProvider | null) => {
      const name = provider?.name ?? "The provider";
      if (fault !== "login_required") return setSentence(sentences(name)[fault]);
      const text = `Please log in to link your ${forPhotos ? "Google" : name} account.`;
      return toast({ title: "Authentication Required", text, look: "danger" });
    };
    void askProvider().then((provider) => isHere && tell(provider));
    return () => void (isHere = false);
  }, [fault, forPhotos]);
  return (
    <p role="alert" className="rounded-card border border-line bg-card p-4 font-semibold text-alarm empty:hidden">
      {sentence}
    </p>
  );
}

function faultInAddress() {
  const said = new URLSearchParams(location.search);
  const fault: SignInFault | undefined = signInFaults.find((one) => one === said.get("error"));
  return { fault, forPhotos: said.get("with") === "photos" };
}

const sentences = (name: string): Readonly<Record<Exclude<SignInFault, "login_required">, string>> => ({
  provider_unavailable: `${name} does not answer right now. Please try again in a moment, or log in with your password.`,
  cancelled: `You turned back at ${name}, so you are not logged in.`,
  refused: `Logging in with ${name} did not work. Please try again, or log in with your password.`,
  expired: `This took too long or began in another browser. Please log in with ${name} again.`,
  account_exists: `An account with this email exists. Please log in with your password, and link ${name} on your account page.`,
  email_missing: `${name} did not tell us your email address. Please register with an email and a password, and link ${name} on your account page.`,
  not_invited: `There is no account for this ${name} login, and new accounts are not open to everyone here. If you have an invitation, open its link first.`,
  too_many_tries: "Too many attempts. Please wait a moment and try again.",
});
