import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type MouseEvent, useState } from "react";
import type { Session } from "#contract/sessions.ts";
import { api } from "../../core/api.ts";
import { tellProblem } from "../../core/tell-problem.ts";
import { Button } from "../../ui/button.tsx";
import { Chip } from "../../ui/chip.tsx";
import { toast } from "../../ui/toast.ts";
import { AccountPart } from "./account-part.tsx";
import { focusSection } from "./account-section.tsx";
import { agoOf, dateOf } from "./account-words.ts";
import { sessionsQuery } from "../people/queries.ts";

/** The sessions section: lists the sessions, ends one, or ends all but this browser's. */
export function AccountSessions() {
  const query = useQuery(sessionsQuery);
  return (
    <AccountPart query={query} label="Looking where you are logged in...">
      {(sessions) => <SessionList sessions={sessions} />}
    </AccountPart>
  );
}

const nameOf = ({ device }: Session) => device ?? "Unknown browser";

function SessionList({ sessions }: { sessions: readonly Session[] }) {
  const client = useQueryClient();
  /** The id of the session that is being ended, or `others` for all but this browser's. */
  const [ending, setEnding] = useState<string>();
  const end = async (event: MouseEvent, what: string, send: () => Promise<unknown>, text: string) => {
    const { currentTarget: pressed } = event;
    setEnding(what);
    try {
      await send();
      toast({ title: "Logged out", text });
      focusSection(pressed);
      await client.invalidateQueries({ queryKey: sessionsQuery.queryKey });
    } catch (error) {
      tellProblem(error, "Not Logged Out", "Failed to log out there. Please try again.");
    } finally {
      setEnding(undefined);
    }
  };
  const busy = (what: string) => ending === what && "Logging out...";
  return (
    <>
      <ul className="grid w-full divide-y divide-line border-y border-line">
        {sessions.map((session) => (
          <li key={session.id} className="flex min-h-17 flex-wrap items-center gap-x-3 gap-y-2 py-3">
            <div className="grid min-w-0 flex-1 basis-52 gap-0.5">
              <span className="flex flex-wrap items-center gap-2 font-semibold">
                {nameOf(session)}
                {session.isThis && <Chip>This browser</Chip>}
              </span>
              <span className="text-sm text-soft">
                Logged in {dateOf(session.signedInAt)},{" "}
                {session.isThis ? "in use now" : `last seen ${agoOf(session.lastSeenAt)}`}
              </span>
            </div>
            {!session.isThis && (
              <Button
                size="sm"
                busy={busy(session.id)}
                aria-label={`Log Out: ${nameOf(session)}`}
                onClick={(event) =>
                  void end(
                    event,
                    session.id,
                    () => api("DELETE /api/sessions/:id", { params: { id: session.id } }),
                    `${nameOf(session)} is logged out.`,
                  )
                }
              >
                Log Out
              </Button>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <Button
          busy={busy("others")}
          onClick={(event) =>
            void end(event, "others", () => api("DELETE /api/sessions"), "You are logged out everywhere else.")
          }
        >
          Log Out Everywhere Else
        </Button>
      )}
    </>
  );
}
