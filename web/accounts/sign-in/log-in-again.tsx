import { useState } from "react";
import { api } from "../../core/api.ts";
import { paths } from "../../core/link.tsx";
import { tellProblem } from "../../core/tell-problem.ts";
import { Button } from "../../ui/button.tsx";
import { leaveFor } from "../../core/leave.ts";
import { leaveDevice } from "../../core/device/leave-device.ts";

/** Signs in anew, for what needs a recent sign-in: logs out, and opens `back` after the sign-in, by default the account page. */
export function LogInAgain({ back = paths.account }: { back?: string }) {
  const [leaving, setLeaving] = useState(false);
  const leave = async () => {
    setLeaving(true);
    try {
      await api("POST /api/logout", { body: {} });
      await leaveDevice();
      await leaveFor(paths.auth(back));
    } catch (error) {
      setLeaving(false);
      tellProblem(error, "Not Logged Out", "Failed to log you out. Please try again.");
    }
  };
  return (
    <Button look="primary" busy={leaving && "Logging out..."} onClick={() => void leave()}>
      Log In Again
    </Button>
  );
}
