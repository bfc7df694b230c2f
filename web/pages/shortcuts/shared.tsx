import { useQueryClient } from "@tanstack/react-query";
import { plural } from "#contract/locale.ts";
import { forgetShared } from "../../core/device/shared-files.ts";
import { useMe } from "../../core/viewer.ts";
import { Thumbnail } from "../../media/uploads/chosen-card.tsx";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.ts";
import { sharedQuery } from "./shared-query.ts";

const maxShown = 3;

/** The files that another app shared: the first as pictures, and a button that discards them. */
export function Shared({ files }: { files: readonly File[] }) {
  const client = useQueryClient();
  const me = useMe();
  const more = files.length - maxShown;
  const discard = async () => {
    await forgetShared().catch(() => undefined);
    client.setQueryData(sharedQuery(me.id).queryKey, []);
    toast({ title: "Not added", text: "The originals are still where you shared them from." });
  };
  return (
    <section aria-label="What you shared" className="grid gap-3 rounded-card bg-tint p-4">
      <ul className="grid grid-cols-3 gap-2">
        {files.slice(0, maxShown).map((file, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the list does not change
          <li key={index}>
            <Thumbnail file={file} />
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="font-semibold">
          {plural(files.length, { one: "1 file", other: `${files.length} files` })} to add
          {more > 0 && `, ${more} more than shown`}
        </p>
        <Button size="sm" onClick={() => void discard()}>
          Discard
        </Button>
      </div>
    </section>
  );
}
