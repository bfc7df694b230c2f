import { type ReactNode, useState } from "react";
import { api } from "../../core/api.ts";
import { leaveFor } from "../../core/leave.ts";
import { paths } from "../../core/paths.ts";
import { tellProblem } from "../../core/tell-problem.ts";
import { useMe } from "../../core/viewer.ts";
import { onDemand } from "../../ui/on-demand.tsx";

const LogOutDialog = onDemand(async () => (await import("./log-out-dialog.tsx")).LogOutDialog);

/** Ends the session by a call: the address `/api/logout` needs headers that browsers send only over https and on localhost. */
async function leave() {
  try {
    await api("POST /api/logout", { body: {} });
    await leaveFor(paths.home);
  } catch (error) {
    tellProblem(error, "Not Logged Out", "Failed to log you out. Please try again.");
  }
}

/**
 * Gives `children` the function that logs out. Logging out ends this person's uploads and deletes their copies from this device, so it
 * asks first while some have not arrived.
 */
export function LogOut({ children }: { children: (logOut: () => void) => ReactNode }) {
  const { id } = useMe();
  const [pending, setPending] = useState(0);
  const logOut = async () => {
    const { abandonUploads, countPending } = await import("./upload-queue.ts");
    const count = await countPending(id);
    if (count > 0) return setPending(count);
    await abandonUploads(id);
    return leave();
  };
  return (
    <>
      {children(() => void logOut().catch(leave))}
      <LogOutDialog
        pending={pending}
        open={pending > 0}
        onOpenChange={(isOpen) => !isOpen && setPending(0)}
        onLogOut={() => void leave()}
      />
    </>
  );
}
