import { useState } from "react";
import { api } from "../../core/api.ts";
import { tellProblem } from "../../core/tell-problem.ts";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.ts";

/** A button that mails the link again which confirms the viewer's address. */
export function SendConfirmation() {
  const [sending, setSending] = useState(false);
  const send = async () => {
    setSending(true);
    try {
      await api("POST /api/email/link", { body: {} });
      toast({ title: "Link sent", text: "Look into your mail. Only the newest link counts." });
    } catch (error) {
      tellProblem(error, "Link Not Sent", "Failed to send the link. Please try again.");
    } finally {
      setSending(false);
    }
  };
  return (
    <Button busy={sending && "Sending..."} onClick={() => void send()}>
      Send the Link Again
    </Button>
  );
}
