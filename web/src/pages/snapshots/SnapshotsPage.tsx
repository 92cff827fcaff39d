import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { renderNumberOf } from '../../../../src/base/number-of.ts';
import { useAction } from '../../app/keys/use-action.ts';
import { usePageTitle } from '../../app/use-page-title.ts';
import { type Snapshot, snapshotsQuery, toSnapshotPath } from '../../data/snapshots.ts';
import { Button } from '../../parts/button/Button.tsx';
import { downloadOrSay } from '../../parts/button/DownloadLink.tsx';
import { showToast } from '../../parts/feedback/toasts.ts';
import { EmptyView } from '../../parts/page/EmptyView.tsx';
import { FaultView } from '../../parts/page/FaultView.tsx';
import { LoadingView } from '../../parts/page/LoadingView.tsx';
import { PageBody } from '../../parts/page/PageBody.tsx';
import { PageHead } from '../../parts/page/PageHead.tsx';
import { SnapshotList } from '../../parts/snapshots/SnapshotList.tsx';
import { findPredecessor } from '../../parts/snapshots/snapshot-filter.ts';
import { SnapshotComparison } from './SnapshotComparison.tsx';
import type { SnapshotsSearch } from './snapshots-search.ts';
import { TakeSnapshotModal } from './TakeSnapshotModal.tsx';

const route = getRouteApi('/snapshots');

const lead = 'A snapshot is a frozen copy of your conversations. Use it in evals, or compare it with a later one.';

/** Snapshots, to reuse, download and compare. */
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
    const kept = `Snapshot taken: ${renderNumberOf(count, 'conversation')}.`;
    showToast({ title: isOld ? 'Nothing changed since that snapshot, so no new one was created.' : kept });
  };
  return (
    <PageBody>
      <PageHead
        {...(isComparing ? { above: <BackLink /> } : { lead })}
        actions={
          <Button icon="camera" keys="n" kind="main" onClick={take}>
            Take snapshot
          </Button>
        }
        title={isComparing ? 'Compare snapshots' : 'Snapshots'}
      />
      {isPending && <LoadingView lines={6} />}
      {error !== null && <FaultView error={error} onRetry={refetch} title="Couldn't load snapshots." />}
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
      <p>A snapshot freezes approved conversations, so you can repeat a measurement on the same data.</p>
      <Button icon="camera" kind="main" onClick={onTake}>
        Take first snapshot
      </Button>
    </EmptyView>
  );
}

/** The keys for the newest snapshot, as shown next to it. */
const snapshotKeys = { compare: 'c', download: 'Shift+D' } as const;

/** `snapshots`: newest first. Empty during a comparison. */
function useSnapshotKeys(snapshots: readonly Snapshot[], onCompare: (pair: SnapshotsSearch) => void): void {
  const [newest] = snapshots;
  const before = newest && findPredecessor(snapshots, newest.id);
  const canCompare = newest !== undefined && before !== undefined;
  useAction('snapshots.compare', canCompare ? () => onCompare({ from: before.id, to: newest.id }) : undefined);
  useAction('snapshots.download', newest && (() => void downloadOrSay(toSnapshotPath(newest.id), `${newest.id}.json`)));
}
