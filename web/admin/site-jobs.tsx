import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { RotateCcw } from "lucide-react";
import type { FailedJob, JobQueue } from "#contract/admin.ts";
import { formatCount, plural } from "#contract/locale.ts";
import { api, unlessGone } from "../core/api.ts";
import { LoadFailed } from "../core/load-failed.tsx";
import { Section, focusSection } from "../accounts/settings/account-section.tsx";
import { scenes } from "../scenes/scenes.ts";
import { Button } from "../ui/button.tsx";
import { AdminList, Line, Lines, LoadingLines, Time } from "./admin-list.tsx";
import { failedJobsQuery, queuesQuery } from "./queries.ts";
import { useAdminAction } from "./use-admin-action.ts";

/** Background work: the queues, and the jobs that failed in their last try. */
export const SiteJobs = () => (
  <div className="grid gap-6">
    <FailedJobs />
    <Queues />
  </div>
);

function FailedJobs() {
  const list = useInfiniteQuery(failedJobsQuery);
  const retry = useAdminAction(
    ({ id }: FailedJob) => api("POST /api/admin/jobs/:id/retry", { params: { id } }).catch(unlessGone),
    {
      done: (_, { queue }) => ({ title: "Job runs again", text: `A job of ${queue} gets another try.` }),
      failed: "Job Not Retried",
      otherwise: "The job could not be run again. Please try again.",
    },
  );
  return (
    <Section
      title="Failed jobs"
      text="They failed in their last try, within the last two weeks. Why exactly stands in the server's log."
    >
      <AdminList
        list={list}
        what="failed jobs"
        empty={{
          scene: scenes.boards,
          title: "Nothing failed",
          text: "All background work of the last two weeks is done.",
        }}
      >
        {(job) => (
          <Line
            key={job.id}
            title={job.queue}
            text={
              <>
                {job.reason} · <Time at={job.failedAt} /> ·{" "}
                {plural(job.tries, { one: "1 try", other: `${formatCount(job.tries)} tries` })}
              </>
            }
            action={
              <Button
                size="sm"
                icon={<RotateCcw aria-hidden="true" size={18} />}
                aria-label={`Retry a job of ${job.queue}`}
                disabled={retry.isPending}
                busy={retry.isPending && retry.variables.id === job.id && "Retrying..."}
                onClick={({ currentTarget }) => {
                  focusSection(currentTarget);
                  retry.mutate(job);
                }}
              >
                Retry
              </Button>
            }
          />
        )}
      </AdminList>
    </Section>
  );
}

function Queues() {
  const query = useQuery(queuesQuery);
  const retryAll = useAdminAction(
    ({ name }: JobQueue) => api("POST /api/admin/jobs/retry", { body: { queue: name } }),
    {
      done: ({ retried }, { name }) => ({
        title: "Jobs run again",
        text: plural(retried, {
          one: `1 job of ${name} gets another try.`,
          other: `${formatCount(retried)} jobs of ${name} get another try.`,
        }),
      }),
      failed: "Jobs Not Retried",
      otherwise: "The jobs could not be run again. Please try again.",
    },
  );
  const { data: queues, error } = query;
  return (
    <Section title="Queues" text="What background work waits, runs and failed, by its kind.">
      {queues ? (
        <Lines empty={{ scene: scenes.lighthouse, title: "No queues", text: "Background work has not begun yet." }}>
          {queues.map((queue) => (
            <Line
              key={queue.name}
              title={queue.name}
              text={`${formatCount(queue.waiting)} waiting · ${formatCount(queue.running)} running · ${formatCount(queue.failed)} failed`}
              action={
                queue.failed > 0 && (
                  <Button
                    size="sm"
                    aria-label={`Retry All: ${queue.name}`}
                    disabled={retryAll.isPending}
                    busy={retryAll.isPending && retryAll.variables.name === queue.name && "Retrying..."}
                    onClick={({ currentTarget }) => {
                      focusSection(currentTarget);
                      retryAll.mutate(queue);
                    }}
                  >
                    Retry All
                  </Button>
                )
              }
            />
          ))}
        </Lines>
      ) : error ? (
        <LoadFailed of={query} title="This did not come through" />
      ) : (
        <LoadingLines what="queues" />
      )}
    </Section>
  );
}
