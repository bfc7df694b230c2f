import { useMutation } from "@tanstack/react-query";
import { Tv } from "lucide-react";
import { useState } from "react";
import { api, sentenceOf } from "../../../core/api.ts";
import { paths } from "../../../core/link.tsx";
import { tellProblem } from "../../../core/tell-problem.ts";
import { Button, IconButton, Spinner } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { toast } from "../../../ui/toast.ts";

/** An organizer's button for showing the night on a TV, with the dialog that has the code. `isWide` adds the words to the icon. */
export function TvCode({ tripId, isWide = false }: { tripId: string; isWide?: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const ask = { params: { id: tripId } };
  const make = useMutation({ mutationFn: () => api("POST /api/trips/:id/night/tv-code", { ...ask, body: {} }) });
  const end = useMutation({
    mutationFn: () => api("DELETE /api/trips/:id/night/tv-code", ask),
    onSuccess: () => {
      setOpen(false);
      toast({ title: "All TVs are off", text: "The code works no more." });
    },
    onError: (error) => tellProblem(error, "The TVs are still on", "Please try again."),
  });
  const open = () => {
    setOpen(true);
    make.mutate();
  };
  const icon = <Tv aria-hidden="true" size={22} />;
  const address = `${location.host}${paths.tv}`;
  return (
    <>
      {isWide ? (
        <Button icon={icon} onClick={open}>
          Show on a TV
        </Button>
      ) : (
        <IconButton label="Show on a TV" look="plain" onClick={open}>
          {icon}
        </IconButton>
      )}
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title="Show on a TV"
        text={`Open ${address} on the TV and type this code.`}
        footer={
          <Button busy={end.isPending && "Turning off..."} onClick={() => end.mutate()}>
            Turn Off All TVs
          </Button>
        }
      >
        <div className="grid min-h-40 place-items-center gap-3 pb-5 text-center" aria-live="polite">
          {make.data ? (
            <>
              <p
                aria-label={`The code is ${make.data.code.split("").join(" ")}`}
                className="poster steady text-6xl tracking-[0.12em]! select-all"
              >
                {make.data.code}
              </p>
              <p className="text-soft">It works until {timeOf(make.data.expiresAt)}, for this night alone.</p>
            </>
          ) : make.isError ? (
            <>
              <p>{sentenceOf(make.error)}</p>
              <Button onClick={() => make.mutate()}>Try Again</Button>
            </>
          ) : (
            <p>
              <Spinner /> Making a code...
            </p>
          )}
        </div>
      </Dialog>
    </>
  );
}

const timeOf = (moment: string) => new Date(moment).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
