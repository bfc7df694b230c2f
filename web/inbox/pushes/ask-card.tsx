import { useRef, useState } from "react";
import { pushSupport } from "../../core/device/push-support.ts";
import { useMe } from "../../core/viewer.ts";
import { Button } from "../../ui/button.tsx";
import { useFocusAfter } from "../../ui/focus-after.ts";
import { noteRefusal } from "./asked.ts";
import { HomeScreenHelp } from "./home-screen-help.tsx";
import { useTurnOn } from "./use-turn-on.ts";

/** A quiet card that offers pushes. It stays until the person answers, or leaves the page. */
export function AskCard({ onEnd }: { onEnd: () => void }) {
  const { id } = useMe();
  const [needsHomeScreen] = useState(() => pushSupport() === "home-screen");
  const [isTurning, setTurning] = useState(false);
  const turnOnHere = useTurnOn();
  const card = useRef<HTMLElement>(null);
  useFocusAfter(card);
  const turn = async () => {
    setTurning(true);
    if ((await turnOnHere()) === false) noteRefusal(id);
    onEnd();
  };
  const refuse = () => {
    noteRefusal(id);
    onEnd();
  };
  return (
    <section
      ref={card}
      aria-labelledby="push-question"
      className="edge fixed inset-x-3 bottom-[calc(4.75rem+env(safe-area-inset-bottom))] z-30 grid animate-rise gap-3 rounded-card bg-card p-4 shadow-soft md:right-4 md:bottom-4 md:left-auto md:w-96"
    >
      <div className="grid gap-1">
        <h2 id="push-question" className="font-bold">
          Want to hear when the results are out?
        </h2>
        {needsHomeScreen ? (
          <HomeScreenHelp />
        ) : (
          <p className="text-sm text-soft">This device tells you then, also while Swellmates is closed.</p>
        )}
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        <Button size="sm" look="bare" onClick={refuse}>
          Not Now
        </Button>
        {!needsHomeScreen && (
          <Button size="sm" busy={isTurning && "Turning on..."} onClick={() => void turn()}>
            Turn On
          </Button>
        )}
      </div>
    </section>
  );
}
