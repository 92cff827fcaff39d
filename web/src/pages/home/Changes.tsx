import { useInfiniteQuery } from '@tanstack/react-query';
import { changesQuery } from '../../data/workspace.ts';
import { Button } from '../../parts/button/Button.tsx';
import { FaultView } from '../../parts/page/FaultView.tsx';
import { LoadingView } from '../../parts/page/LoadingView.tsx';
import { ChangeLine } from './ChangeLine.tsx';
import { type ChangeDay, toChangeDays, toLocalDay } from './change-runs.ts';
import { toDayWords } from './change-words.ts';

/** How often the home page refreshes. It also refreshes when the window gets the focus. */
export const refreshMs = 30_000;

/** Recent changes, newest first. */
export function Changes() {
  const changes = useInfiniteQuery({ ...changesQuery(200), refetchInterval: refreshMs });
  return (
    <section>
      <h2 className="pb-3 font-semibold">Recent activity</h2>
      {changes.data === undefined ? (
        <ChangesPending error={changes.error} onRetry={() => void changes.refetch()} />
      ) : (
        <ChangeList
          isCut={changes.hasNextPage}
          now={changes.dataUpdatedAt}
          days={toChangeDays(
            changes.data.pages.flatMap(({ events }) => events),
            toLocalDay,
          )}
        />
      )}
      {changes.hasNextPage && (
        <div className="-ml-2.5">
          <Button disabled={changes.isFetchingNextPage} kind="quiet" onClick={() => void changes.fetchNextPage()}>
            Show older
          </Button>
        </div>
      )}
    </section>
  );
}

function ChangesPending({ error, onRetry }: { readonly error: Error | null; readonly onRetry: () => void }) {
  if (error === null) return <LoadingView label="Loading recent activity" lines={6} />;
  return (
    <div className="-m-4">
      <FaultView error={error} onRetry={onRetry} title="Couldn't load recent activity." />
    </div>
  );
}

interface ChangeListProps {
  readonly days: readonly ChangeDay[];
  readonly now: number;
  /** There are older events. */
  readonly isCut: boolean;
}

function ChangeList({ days, now, isCut }: ChangeListProps) {
  const today = toLocalDay(new Date(now).toISOString());
  const last = days.at(-1)?.runs.at(-1);
  if (days.length === 0) return <p className="text-quiet">No activity yet.</p>;
  return days.map(({ day, runs }) => (
    <section className="pb-4" key={day}>
      <h3 className="pb-1 font-medium text-quiet text-xs">{toDayWords(day, today)}</h3>
      <ul>
        {runs.map((run) => (
          <ChangeLine isCut={isCut && run === last} key={run.sequence} now={now} run={run} />
        ))}
      </ul>
    </section>
  ));
}
