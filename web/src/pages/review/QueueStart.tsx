import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { myItemsQuery } from '../../data/assignments.ts';
import { statsQuery } from '../../data/workspace.ts';
import { Button } from '../../parts/Button.tsx';
import { ButtonLink } from '../../parts/ButtonLink.tsx';
import { EmptyView } from '../../parts/EmptyView.tsx';
import { FaultView } from '../../parts/FaultView.tsx';
import { LoadingView } from '../../parts/LoadingView.tsx';
import { useTakeMore } from './queue/use-take-more.ts';

/** The Review page without an item: the first of the queue, or what to do when it is empty. */
export function QueueStart() {
  const mine = useQuery(myItemsQuery());
  const stats = useQuery(statsQuery());
  if (mine.isPending || stats.isPending) return <LoadingView label="Loading the queue" lines={8} />;
  if (mine.isError) {
    return <FaultView error={mine.error} onRetry={() => mine.refetch()} title="The queue could not be loaded." />;
  }
  const [first] = mine.data.items;
  if (first !== undefined) {
    return <Navigate params={{ dataset: first.datasetName, id: first.id }} replace to="/review/$dataset/$id" />;
  }
  const drafts = stats.data?.items.draft ?? 0;
  const all = Object.values(stats.data?.items ?? {}).reduce((sum, count) => sum + count, 0);
  return all === 0 ? <NoItems /> : <NothingWaits drafts={drafts} />;
}

function NothingWaits({ drafts }: { readonly drafts: number }) {
  const { count, take, isTaking } = useTakeMore();
  return (
    <EmptyView icon="approve" title="Nothing waits for you">
      <p>
        {drafts === 0
          ? 'There is no draft left to review.'
          : `${drafts.toLocaleString('en')} drafts wait for somebody to review them.`}
      </p>
      {drafts > 0 && (
        <Button disabled={isTaking} icon="add" keys="m" kind="main" onClick={take}>
          Take {count} to review
        </Button>
      )}
      <ButtonLink kind="quiet" to="/items">
        Look at all items
      </ButtonLink>
    </EmptyView>
  );
}

function NoItems() {
  return (
    <EmptyView icon="upload" title="There are no conversations yet">
      <p>Import a file, and its conversations wait here to be reviewed.</p>
      <ButtonLink icon="upload" keys="g i" kind="main" to="/import">
        Import conversations
      </ButtonLink>
    </EmptyView>
  );
}
