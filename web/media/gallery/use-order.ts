import { useSearchParams } from "../../core/link.tsx";

/** Keeps the order of a gallery in the address: `?order=story` is from the oldest photo to the newest. Only some galleries have it. */
export function useOrder(mayBeStory: boolean): readonly [isStory: boolean, setStory: (isStory: boolean) => void] {
  const [search, setSearch] = useSearchParams();
  const isStory = mayBeStory && search.get("order") === "story";
  const setStory = (next: boolean) =>
    setSearch(
      (now) => {
        const params = new URLSearchParams(now);
        if (next) params.set("order", "story");
        else params.delete("order");
        return params;
      },
      { replace: true },
    );
  return [isStory, setStory];
}
