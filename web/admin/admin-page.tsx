import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { SiteOverview } from "#contract/admin.ts";
import { formatCount } from "#contract/locale.ts";
import { isNotFound } from "../core/api.ts";
import { useSearchParams } from "../core/link.tsx";
import { LoadFailed } from "../core/load-failed.tsx";
import { usePageTitle } from "../core/page-title.ts";
import { Chip } from "../ui/chip.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { Loading } from "../ui/skeleton.tsx";
import { type Tab, Tabs } from "../ui/tabs.tsx";
import { DoneActions } from "./done-actions.tsx";
import { ProofForm } from "./proof-form.tsx";
import { dropUnproven, isProofAsked } from "./proof.ts";
import { overviewQuery } from "./queries.ts";
import { SecurityLines } from "./security-lines.tsx";
import { SiteBackups } from "./site-backups.tsx";
import { SiteJobs } from "./site-jobs.tsx";
import { SiteMails } from "./site-mails.tsx";
import { SitePeople } from "./site-people.tsx";
import { SiteSquads } from "./site-squads.tsx";
import { SiteState } from "./site-state.tsx";

const frame = "mx-auto grid max-w-7xl gap-6 px-4 py-8 sm:px-8";

/** The page of those who run the site. Everybody else sees `notFound`, the page of unknown addresses. */
export function AdminPage({ notFound }: { notFound: ReactNode }) {
  const overview = useQuery(overviewQuery);
  const asksProof = useSyncExternalStore(isProofAsked.subscribe, isProofAsked.current, isProofAsked.current);
  // What waits for a proof must not run when somebody proves themselves on a later visit.
  useEffect(() => dropUnproven, []);
  const { data, error } = overview;
  // Only site admins are asked for a proof. Until the first answer nothing tells them from others.
  const [isAdmin, setAdmin] = useState(false);
  if (!isAdmin && (data || asksProof)) setAdmin(true);
  if (isNotFound(error)) return notFound;
  return (
    <div className={frame}>
      {isAdmin && <Head />}
      {asksProof && <ProofForm />}
      {data ? (
        // Hidden and not gone, so that everything on the page goes on where it was.
        <div hidden={asksProof}>
          <Parts overview={data} />
        </div>
      ) : error ? (
        <LoadFailed of={overview} wholePage={!isAdmin} title="This page did not come through" />
      ) : (
        !asksProof && <Loading label="Loading..." className="grid gap-6" each="h-28" count={4} />
      )}
    </div>
  );
}

function Head() {
  usePageTitle("Site Admin");
  return <PageHeader title="Site Admin" text="Names, counts and bytes. No photo, no text and no ballot." />;
}

/** The parts of the page as tabs. The address names the open one. */
function Parts({ overview }: { overview: SiteOverview }) {
  const [search, setSearch] = useSearchParams();
  const tabs = tabsOf(overview);
  const found = tabs.findIndex(({ value }) => value === search.get("tab"));
  const open = Math.max(found, 0);
  const place = useRef<HTMLDivElement>(null);
  // On a narrow screen the list of tabs scrolls, and a link may open one at its end.
  useEffect(() => {
    const tab = place.current?.querySelectorAll("[role=tab]")[open];
    const list = tab?.parentElement;
    if (tab && list) list.scrollLeft += tab.getBoundingClientRect().left - list.getBoundingClientRect().left - 40;
  }, [open]);
  return (
    <div ref={place}>
      <Tabs
        label="Parts of the site"
        tabs={tabs}
        value={tabs[open]!.value}
        onChange={(tab) => setSearch(() => new URLSearchParams(tab === "overview" ? {} : { tab }), { replace: true })}
      />
    </div>
  );
}

const tabsOf = (overview: SiteOverview): readonly Tab<string>[] => [
  { value: "overview", label: "Overview", content: <SiteState overview={overview} /> },
  { value: "people", label: "People", content: <SitePeople /> },
  { value: "squads", label: "Squads", content: <SiteSquads /> },
  { value: "jobs", label: counted("Jobs", overview.failedJobs), content: <SiteJobs /> },
  { value: "mail", label: counted("Mail", overview.bouncedMails), content: <SiteMails /> },
  { value: "backups", label: "Backups", content: <SiteBackups /> },
  { value: "security", label: "Security Log", content: <SecurityLines /> },
  { value: "actions", label: "Actions", content: <DoneActions /> },
];

/** The label of a tab with how much waits there. */
const counted = (label: string, count: number) =>
  count === 0 ? (
    label
  ) : (
    <span className="inline-flex items-center gap-2">
      {label} <Chip>{formatCount(count)}</Chip>
    </span>
  );
