import { CircleCheck, TriangleAlert } from "lucide-react";
import type { SiteOverview } from "#contract/admin.ts";
import { formatCount, plural } from "#contract/locale.ts";
import { agoOf } from "../accounts/settings/account-words.ts";
import { Time } from "./admin-list.tsx";

/** What is wrong with the site at present, or that nothing is. */
export const SiteFaults = ({ faults }: Pick<SiteOverview, "faults">) =>
  faults.length === 0 ? (
    <p className="flex items-center gap-3 rounded-card border border-line bg-card p-5 font-semibold text-good shadow-soft">
      <CircleCheck aria-hidden="true" size={24} className="shrink-0" />
      All is well. Nothing is wrong with the site.
    </p>
  ) : (
    <section aria-labelledby="site-faults" className="edge grid gap-4 rounded-card bg-card p-5 shadow-stamp sm:p-6">
      <h2 id="site-faults" className="title flex items-center gap-3 text-2xl text-alarm">
        <TriangleAlert aria-hidden="true" size={26} className="shrink-0" />
        {plural(faults.length, {
          one: "One thing needs you",
          other: `${formatCount(faults.length)} things need you`,
        })}
      </h2>
      <ul className="grid divide-y divide-line border-y border-line">
        {faults.map(({ name, reason, since }) => (
          <li key={name} className="grid gap-0.5 py-3">
            <span className="font-semibold wrap-anywhere">{reason}</span>
            <span className="text-sm text-soft">
              Since <Time at={since} />, {agoOf(since)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
