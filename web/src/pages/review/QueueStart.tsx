import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { myItemsQuery } from '../../data/assignments.ts';
import { statsQuery } from '../../data/workspace.ts';
import { Button } from '../../parts/button/Button.tsx';
import { ButtonLink } from '../../parts/button/ButtonLink.tsx';
import { EmptyView } from '../../parts/page/EmptyView.tsx';
import { FaultView } from '../../parts/page/FaultView.tsx';
import { LoadingView } from '../../parts/page/LoadingView.tsx';
import { useTakeMore } from './queue/use-take-more.ts';

/** The Review page without an item: the first of the queue, or what to do when it is empty. */
export function QueueStart() {
  const mine = useQuery(myItemsQuery());
  const stats = useQuery(statsQuery());
  if (mine.isPending || stats.isPending) return <LoadingView label="Loading queue" lines={8} />;
  if (mine.isError) {
    return <FaultView error={mine.error} onRetry={() => mine.refetch()} title="Couldn't load your queue." />;
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
    <EmptyView icon="approve" title="Your queue is empty">
      <p>
        {drafts === 0
          ? 'There are no drafts left to review.'
          : `${drafts.toLocaleString('en')} ${drafts === 1 ? 'draft needs' : 'drafts need'} review. Claim some, and they're assigned to you.`}
      </p>
      {drafts > 0 && (
        <Button disabled={isTaking} icon="add" keys="m" kind="main" onClick={take}>
          Claim {count}
        </Button>
      )}
      <ButtonLink kind="quiet" to="/items">
        Browse all
      </ButtonLink>
    </EmptyView>
  );
}

function NoItems() {
  return (
    <EmptyView icon="upload" title="No conversations yet">
      <p>Import a file to start reviewing.</p>
      <ButtonLink icon="upload" keys="g i" kind="main" to="/import">
        Import conversations
      </ButtonLink>
    </EmptyView>
  );
}
