import { Camera, type LucideIcon, MapPin, Trophy, Users } from "lucide-react";
import { locale } from "#contract/locale.ts";
import type { Stats } from "#contract/screens.ts";
import { cx } from "../../ui/class-names.ts";

const number = new Intl.NumberFormat(locale);

const tiles: readonly { of: keyof Stats; name: string; icon: LucideIcon; paint: string }[] = [
  { of: "tripCount", name: "Trips", icon: MapPin, paint: "bg-face-1" },
  { of: "photoCount", name: "Photos", icon: Camera, paint: "bg-face-2" },
  { of: "awardCategoryCount", name: "Awards", icon: Trophy, paint: "bg-face-3" },
  { of: "userCount", name: "Crew", icon: Users, paint: "bg-face-4" },
];

/** How many trips, photos, awards and people Swellmates has altogether. */
export const StatTiles = ({ stats }: { stats: Stats }) => (
  <dl aria-label="In numbers" className="grid grid-cols-2 gap-3 md:grid-cols-4 md:gap-5">
    {tiles.map(({ of, name, icon: Icon, paint }) => (
      <div
        key={of}
        className="relative flex flex-col-reverse rounded-card border border-line bg-card px-4 py-4 sm:px-5"
      >
        <dt className="font-semibold text-soft">{name}</dt>
        <dd className="steady font-display text-4xl leading-tight font-extrabold">{number.format(stats[of])}</dd>
        <dd
          aria-hidden="true"
          className={cx(
            "absolute top-4 right-4 hidden size-9 place-items-center rounded-full text-on-face lg:grid",
            paint,
          )}
        >
          <Icon size={18} />
        </dd>
      </div>
    ))}
  </dl>
);
