import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Label } from '../../../../src/conversation/label.ts';
import { useAction } from '../../app/keys/use-action.ts';
import { usePageTitle } from '../../app/use-page-title.ts';
import { ApiFault } from '../../data/api-fault.ts';
import type { ItemKey } from '../../data/item-key.ts';
import { itemQuery, revisionsQuery } from '../../data/items.ts';
import { itemLabelsQuery } from '../../data/labels.ts';
import { Button } from '../../parts/button/Button.tsx';
import { ButtonLink } from '../../parts/button/ButtonLink.tsx';
import { FaultView } from '../../parts/page/FaultView.tsx';
import { LoadingView } from '../../parts/page/LoadingView.tsx';
import { RevisionList } from './RevisionList.tsx';
import { RevisionView } from './RevisionView.tsx';
import { findEntryAt, type RevisionEntry, toComparedPair, toEntries, toRuns } from './revision-runs.ts';

const route = getRouteApi('/items/$dataset/$id/history');

/** The revisions of an item, their changes, and restoring one. */
export function HistoryPage() {
  const key = route.useParams();
  usePageTitle(`History of ${key.id}`);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const item = useQuery(itemQuery(key));
  const isUnknown = item.error instanceof ApiFault && item.error.status === 404;
  const history = useInfiniteQuery(revisionsQuery(key));
  const labels = groupByRevision(useQuery(itemLabelsQuery(key)).data?.labels ?? []);
  const revisions = history.data?.pages.flatMap((page) => page.revisions) ?? [];
  const entries = toEntries(toRuns(revisions), opened);
  const pair = toComparedPair(search, entries);
  const place = pair === undefined ? -1 : findEntryAt(entries, pair);
  const choose = ({ pair: { from, to } }: RevisionEntry) =>
    navigate({ search: { to, ...(from && { from }), ...(search.view && { view: search.view }) }, replace: true });
  const step = (by: number) => {
    const entry = entries[place + by];
    return entry === undefined ? undefined : () => choose(entry);
  };
  useHistoryKeys({
    newer: step(-1),
    older: step(1),
    review: isUnknown ? undefined : () => navigate({ to: '/review/$dataset/$id', params: key }),
  });

  return (
    <div className="grid min-h-0 grid-cols-[minmax(0,1fr)] lg:h-full lg:grid-cols-[19rem_minmax(0,1fr)] lg:grid-rows-[auto_1fr]">
      <HistoryHead canReview={!isUnknown} itemKey={key} />
      <aside className="max-h-[38vh] min-h-0 overflow-auto border-line p-2 max-lg:border-b lg:max-h-none lg:border-e">
        {history.isPending && <LoadingView lines={8} />}
        {history.isError && (
          <FaultView error={history.error} onRetry={history.refetch} title="Couldn't load the history." />
        )}
        <RevisionList
          current={entries[place]}
          entries={entries}
          labels={labels}
          onChoose={choose}
          onFold={(revision) => setOpened(toggle(opened, revision))}
          opened={opened}
        />
        {history.hasNextPage && (
          <div className="p-2">
            <Button disabled={history.isFetchingNextPage} onClick={() => history.fetchNextPage()}>
              Show older
            </Button>
          </div>
        )}
      </aside>
      <section aria-label="Revision" className="min-h-0 p-4 sm:p-6 lg:overflow-auto">
        {pair !== undefined && (
          <RevisionView
            isDeleted={item.data?.status === 'deleted'}
            isWhole={search.view === 'whole'}
            itemKey={key}
            labels={labels.get(pair.to) ?? []}
            onSearch={(next) => navigate({ search: next, replace: true })}
            pair={pair}
            revisions={revisions}
          />
        )}
      </section>
    </div>
  );
}

interface HistoryHeadProps {
  readonly itemKey: ItemKey;
  readonly canReview: boolean;
}

function HistoryHead({ itemKey: { dataset, id }, canReview }: HistoryHeadProps) {
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-line border-b px-4 py-3 lg:col-span-2">
      <div className="min-w-0">
        <p className="text-quiet text-sm">
          <Link className="hover:underline" dir="auto" params={{ name: dataset }} to="/datasets/$name">
            {dataset}
          </Link>
        </p>
        <h1 className="truncate font-semibold text-xl tracking-tight" dir="auto">
          History of {id}
        </h1>
      </div>
      {canReview && (
        <ButtonLink keys="e" params={{ dataset, id }} to="/review/$dataset/$id">
          Open in Review
        </ButtonLink>
      )}
    </header>
  );
}

function toggle(opened: ReadonlySet<number>, revision: number): ReadonlySet<number> {
  const others = [...opened].filter((other) => other !== revision);
  return new Set(opened.has(revision) ? others : [...others, revision]);
}

/** The labels of an item by revision. Labels without a revision are under 0. */
function groupByRevision(labels: readonly Label[]): ReadonlyMap<number, readonly Label[]> {
  return Map.groupBy(labels, ({ subject }) => ('revision' in subject ? subject.revision : 0));
}

interface HistoryMoves {
  readonly newer: (() => void) | undefined;
  readonly older: (() => void) | undefined;
  /** Undefined: there is nothing to review. */
  readonly review: (() => void) | undefined;
}

function useHistoryKeys({ newer, older, review }: HistoryMoves): void {
  useAction('history.newer', newer);
  useAction('history.older', older);
  useAction('history.review', review);
}
