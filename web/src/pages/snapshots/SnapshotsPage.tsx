import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useAction } from '../../app/keys/use-action.ts';
import { usePageTitle } from '../../app/use-page-title.ts';
import { type Snapshot, snapshotsQuery } from '../../data/snapshots.ts';
import { Button } from '../../parts/Button.tsx';
import { EmptyView } from '../../parts/EmptyView.tsx';
import { FaultView } from '../../parts/FaultView.tsx';
import { LoadingView } from '../../parts/LoadingView.tsx';
import { PageBody } from '../../parts/PageBody.tsx';
import { PageHead } from '../../parts/PageHead.tsx';
import { SnapshotList } from '../../parts/snapshots/SnapshotList.tsx';
import { say } from '../../parts/toasts.ts';
import { SnapshotComparison } from './SnapshotComparison.tsx';
import { TakeSnapshotModal } from './TakeSnapshotModal.tsx';
import { snapshotKeys, useSnapshotKeys } from './use-snapshot-keys.ts';

const route = getRouteApi('/snapshots');

const lead =
  'Conversations as they were at a moment: a file that stays the same, to use and to compare with a later one.';

/** Items as they were kept: to use, to download, and to compare. */
export function SnapshotsPage() {
  usePageTitle('Snapshots');
  const { from, to } = route.useSearch();
  const navigate = route.useNavigate();
  const [isTaking, setTaking] = useState(false);
  const { data, error, isPending, refetch } = useQuery(snapshotsQuery());
  const take = () => setTaking(true);
  useAction('snapshots.take', take);
  const snapshots = data?.snapshots ?? [];
  const isComparing = from !== undefined && to !== undefined;
  useSnapshotKeys(isComparing ? [] : snapshots, (pair) => void navigate({ search: pair }));
  const taken = ({ id, count }: Snapshot) => {
    setTaking(false);
    const isOld = snapshots.some((other) => other.id === id);
    const kept = count === 1 ? '1 conversation is kept.' : `${count.toLocaleString('en')} conversations are kept.`;
    say({ title: isOld ? 'The same conversations were kept before: it is the same snapshot.' : kept });
  };
  return (
    <PageBody>
      <PageHead
        {...(isComparing ? { above: <BackLink /> } : { lead })}
        actions={
          <Button icon="camera" keys="n" kind="main" onClick={take}>
            Take a snapshot
          </Button>
        }
        title={isComparing ? 'Two snapshots compared' : 'Snapshots'}
      />
      {isPending && <LoadingView lines={6} />}
      {error !== null && <FaultView error={error} onRetry={refetch} title="The snapshots could not be loaded." />}
      {isComparing && (
        <SnapshotComparison
          from={from}
          onChange={(pair) => navigate({ search: pair, replace: true })}
          snapshots={snapshots}
          to={to}
        />
      )}
      {!isComparing && data !== undefined && <SnapshotsOrNone onTake={take} snapshots={snapshots} />}
      <TakeSnapshotModal isOpen={isTaking} onClose={() => setTaking(false)} onTaken={taken} />
    </PageBody>
  );
}

function BackLink() {
  return (
    <Link className="hover:underline" to="/snapshots">
      Snapshots
    </Link>
  );
}

function SnapshotsOrNone({
  snapshots,
  onTake,
}: {
  readonly snapshots: readonly Snapshot[];
  readonly onTake: () => void;
}) {
  if (snapshots.length > 0) return <SnapshotList keys={snapshotKeys} snapshots={snapshots} />;
  return (
    <EmptyView icon="camera" title="No snapshots yet">
      <p>
        A snapshot keeps the approved conversations as they are, so that what was measured with them can be measured
        again.
      </p>
      <Button icon="camera" kind="main" onClick={onTake}>
        Take the first one
      </Button>
    </EmptyView>
  );
}
