import { type ReactNode, useState } from "react";
import { serverPaths } from "../../core/paths.ts";
import { useMe } from "../../core/viewer.ts";
import { onDemand } from "../../ui/on-demand.tsx";

const LogOutDialog = onDemand(async () => (await import("./log-out-dialog.tsx")).LogOutDialog);
const leave = () => location.assign(serverPaths.logout);

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
        onLogOut={leave}
      />
    </>
  );
}
