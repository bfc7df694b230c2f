import { sentenceOf } from "../../core/api.ts";
import { Button } from "../../ui/button.tsx";

/** Says that photos on the screen did not load. */
export const LoadTrouble = ({ error, onRetry }: { error: Error; onRetry: () => void }) => (
  <div
    role="alert"
    className="edge fixed inset-x-3 bottom-[calc(4.75rem+env(safe-area-inset-bottom))] z-20 mx-auto flex max-w-md flex-wrap items-center justify-center gap-3 rounded-card bg-card px-4 py-3 shadow-soft md:bottom-4"
  >
    <p>
      More photos did not load. <span className="text-soft">{sentenceOf(error)}</span>
    </p>
    <Button size="sm" onClick={onRetry}>
      Try Again
    </Button>
  </div>
);
