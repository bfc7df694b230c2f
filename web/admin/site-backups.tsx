import { useQuery } from "@tanstack/react-query";
import type { Backup } from "#contract/admin.ts";
import { formatCount, plural } from "#contract/locale.ts";
import { LoadFailed } from "../core/load-failed.tsx";
import { Section } from "../accounts/settings/account-section.tsx";
import { agoOf } from "../accounts/settings/account-words.ts";
import { formatBytes } from "../media/sizes.ts";
import { scenes } from "../scenes/scenes.ts";
import { Line, Lines, LoadingLines, Time } from "./admin-list.tsx";
import { backupsQuery } from "./queries.ts";

/** The newest hundred backups of the site. */
export function SiteBackups() {
  const query = useQuery(backupsQuery);
  const { data: backups, error } = query;
  return (
    <Section title="Backups" text="The newest hundred that are whole, newest first.">
      {backups ? (
        <Lines
          empty={{
            scene: scenes.lighthouse,
            title: "No backup yet",
            text: "“npm run backup” on the server's machine makes the first. The manual tells how to have them made every day.",
          }}
        >
          {backups.map((backup) => (
            <BackupLine key={`${backup.place}/${backup.name}`} backup={backup} />
          ))}
        </Lines>
      ) : error ? (
        <LoadFailed of={query} title="This did not come through" />
      ) : (
        <LoadingLines what="backups" />
      )}
    </Section>
  );
}

export const BackupLine = ({ backup: { endedAt, place, databaseBytes, photoFiles } }: { backup: Backup }) => (
  <Line
    title={<Time at={endedAt} />}
    text={`Made ${agoOf(endedAt)} · ${place} · database ${formatBytes(databaseBytes)} · ${plural(photoFiles, {
      one: `${photoFiles} file of photos`,
      other: `${formatCount(photoFiles)} files of photos`,
    })}`}
  />
);
