import { useEffect, useRef, useState } from "react";
import { api } from "../../core/api.ts";
import { AuthFrame } from "../../core/auth-frame.tsx";
import { paths } from "../../core/link.tsx";
import { usePageTitle } from "../../core/page-title.ts";
import { buttonLook } from "../../ui/button.tsx";
import { TokenButton, incompleteLink, useMailedToken } from "./token-button.tsx";

/** The page of the link in a letter about an account's security. A button ends all sessions; opening does not, because mail scanners open links. */
export function NotMePage() {
  usePageTitle("Was It Not You?");
  const [token] = useMailedToken(paths.notMe);
  const [isDone, setDone] = useState(false);
  const logOut = async (mailed: string) => {
    await api("POST /api/account/end-sessions", { body: { token: mailed } });
    setDone(true);
  };
  return (
    <AuthFrame
      title={isDone ? "Everyone is logged out" : "Was it not you?"}
      text={isDone ? "Nobody is in your account now." : "Log out everyone who is in your account, in every browser."}
    >
      {token === null ? (
        incompleteLink
      ) : isDone ? (
        <Done />
      ) : (
        <TokenButton
          label="Log Out Everywhere"
          busyLabel="Logging out..."
          send={() => logOut(token)}
          ended={<NewPassword />}
        />
      )}
    </AuthFrame>
  );
}

function Done() {
  const text = useRef<HTMLParagraphElement>(null);
  // The focused button is gone, so the text takes the focus and screen readers read it.
  useEffect(() => text.current?.focus(), []);
  return (
    <>
      <p ref={text} tabIndex={-1}>
        Now set a new password, so that nobody comes back. The page shows what else opens your account.
      </p>
      <NewPassword />
    </>
  );
}

/** A plain link loads the page anew, because the viewer may be logged out. */
const NewPassword = () => (
  <a href={paths.resetPassword} className={`${buttonLook("primary")} w-full`}>
    Set a New Password
  </a>
);
