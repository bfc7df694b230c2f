import type { SiteOverview } from "#contract/admin.ts";
import { formatCount } from "#contract/locale.ts";
import { Section } from "../accounts/settings/account-section.tsx";
import { formatBytes } from "../media/sizes.ts";
import { ReadOnlySwitch } from "./read-only-switch.tsx";
import { BackupLine } from "./site-backups.tsx";
import { SiteFaults } from "./site-faults.tsx";

/** The front of the page: what is wrong, how much there is, the last backup, and the switch to read-only. */
export const SiteState = ({ overview }: { overview: SiteOverview }) => (
  <div className="grid gap-6">
    <SiteFaults faults={overview.faults} />
    <Counts overview={overview} />
    <Section title="Last backup" text={overview.lastBackup ? "It is whole." : "There is none yet."}>
      {overview.lastBackup ? (
        <ul className="grid w-full border-y border-line">
          <BackupLine backup={overview.lastBackup} />
        </ul>
      ) : (
        <p>Make one on the server's machine with “npm run backup”, so that nothing is lost with a disk.</p>
      )}
    </Section>
    <ReadOnlySwitch state={overview.readOnly} />
    <p className="text-sm text-soft">Swellmates {overview.version}</p>
  </div>
);

const Counts = ({ overview }: { overview: SiteOverview }) => (
  <section aria-labelledby="site-counts" className="grid gap-4">
    <h2 id="site-counts" className="title text-2xl">
      What is here
    </h2>
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line shadow-soft sm:grid-cols-4">
      <Count label="People with an account" value={formatCount(overview.accounts)} />
      <Count label="Seats" value={formatCount(overview.seats)} />
      <Count label="Squads" value={formatCount(overview.squads)} />
      <Count label="Trips" value={formatCount(overview.trips)} />
      <Count label="Photos and videos" value={formatCount(overview.photos)} />
      <Count label="Their originals" value={formatBytes(overview.bytes)} />
      <Count label="Failed jobs" value={formatCount(overview.failedJobs)} />
      <Count label="Bounced mails" value={formatCount(overview.bouncedMails)} />
    </dl>
  </section>
);

const Count = ({ label, value }: { label: string; value: string }) => (
  <div className="flex flex-col-reverse justify-end gap-1 bg-card px-4 py-4 sm:px-6">
    <dt className="text-sm font-semibold text-soft">{label}</dt>
    <dd className="steady font-display text-3xl leading-none font-extrabold">{value}</dd>
  </div>
);
