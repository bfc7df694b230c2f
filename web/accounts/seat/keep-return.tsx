import { useEffect, useState } from "react";
import { keepReasons } from "#contract/identity.ts";
import { type Path, navigate } from "../../core/link.tsx";
import { KeepSeatDialog } from "./keep-seat-dialog.tsx";

/** Opens the dialog again for a seat that comes back from the identity provider and is not kept, and removes the reason from the address. */
export function KeepReturn() {
  const [refused] = useState(() => {
    const reason = new URLSearchParams(location.search).get("reason");
    return keepReasons.find((one) => one === reason) ?? "failed";
  });
  const [isOpen, setOpen] = useState(true);
  useEffect(() => {
    const { searchParams, pathname, hash } = new URL(location.href);
    for (const told of ["error", "reason"]) searchParams.delete(told);
    const rest = searchParams.toString();
    navigate(`${pathname}${rest && `?${rest}`}${hash}` as Path, { replace: true });
  }, []);
  return <KeepSeatDialog refused={refused} open={isOpen} onOpenChange={setOpen} />;
}
