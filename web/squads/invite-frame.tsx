import type { ReactNode } from "react";
import { useQueryString } from "../core/link.tsx";

/** The width and the margins of a page that an invite link opens. */
export const InviteFrame = ({ children }: { children: ReactNode }) => (
  <div className="mx-auto grid max-w-xl gap-6 px-4 py-10 sm:px-8">{children}</div>
);

/** The code in the address of an invite link. */
export const useInviteCode = (): string | undefined => new URLSearchParams(useQueryString()).get("invite") ?? undefined;
