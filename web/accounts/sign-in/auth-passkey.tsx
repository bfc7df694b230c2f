import { useState, useSyncExternalStore } from "react";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.ts";
import { leaveFor } from "../../core/leave.ts";
import { passkeyProblem, passkeysWork, signInWithPasskey } from "./passkeys.ts";

/** A browser keeps what it can do. */
const never = () => () => undefined;

/** Signs in with a passkey, then opens `back`. Renders nothing where passkeys do not work. */
export function PasskeyButton({ back }: { back: string }) {
  const [waiting, setWaiting] = useState(false);
  // The server draws the button for the browsers that have passkeys: nearly all.
  const isOffered = useSyncExternalStore(never, passkeysWork, () => true);
  if (!isOffered) return null;
  const signIn = async () => {
    setWaiting(true);
    try {
      await signInWithPasskey();
      await leaveFor(back);
    } catch (error) {
      setWaiting(false);
      toast({ title: "Login Failed", text: passkeyProblem(error), look: "danger" });
    }
  };
  return (
    <Button busy={waiting && "Waiting for your device..."} onClick={() => void signIn()}>
      Login with a Passkey
    </Button>
  );
}
