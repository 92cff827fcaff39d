import { useQuery } from '@tanstack/react-query';
import { useAction } from '../../app/keys/use-action.ts';
import type { ItemKey } from '../../data/item-key.ts';
import { type Snapshot, type SnapshotDiff, snapshotDiffQuery } from '../../data/snapshots.ts';
import { Button } from '../../parts/button/Button.tsx';
import { LayoutToggle, useDiffLayout } from '../../parts/diff/LayoutToggle.tsx';
import { Select } from '../../parts/fields/Select.tsx';
import { EmptyView } from '../../parts/page/EmptyView.tsx';
import { FaultView } from '../../parts/page/FaultView.tsx';
import { LoadingView } from '../../parts/page/LoadingView.tsx';
import { toFilterWords } from '../../parts/snapshots/snapshot-filter.ts';
import { toAgo } from '../../parts/Time.tsx';
import { ChangedItem, ItemLinks } from './ChangedItem.tsx';

export interface SnapshotComparisonProps {
  readonly from: string;
  readonly to: string;
  readonly snapshots: readonly Snapshot[];
  readonly onChange: (pair: { readonly from: string; readonly to: string }) => void;
}

/** The changes between two snapshots. */
export function SnapshotComparison({ from, to, snapshots, onChange }: SnapshotComparisonProps) {
  const [layout, setLayout] = useDiffLayout();
  const { data, error, refetch } = useQuery(snapshotDiffQuery({ from, to }));
  const choices = toChoices(snapshots);
  const swap = () => onChange({ from: to, to: from });
  useAction('snapshots.swap', swap);
  useAction('snapshots.layout', () => setLayout(layout === 'inline' ? 'sides' : 'inline'));
  return (
    <div className="flex flex-col gap-6">
      <div className="grid gap-3 sm:grid-cols-2">
        <div className="min-w-0">
          <Select choices={choices} label="From" onChange={(value) => onChange({ from: value, to })} value={from} />
        </div>
        <div className="min-w-0">
          <Select choices={choices} label="To" onChange={(value) => onChange({ from, to: value })} value={to} />
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <Button keys="x" onClick={swap}>
          Swap sides{' '}
        </Button>
        <LayoutToggle layout={layout} onLayout={setLayout} />
      </div>
      {error !== null && <FaultView error={error} onRetry={refetch} title="Couldn't compare the snapshots." />}
      {error === null && data === undefined && <LoadingView lines={6} />}
      {data !== undefined && <Differences diff={data} layout={layout} />}
    </div>
  );
}

interface DifferencesProps {
  readonly diff: SnapshotDiff;
  readonly layout: 'inline' | 'sides';
}

function Differences({ diff: { added, removed, changed }, layout }: DifferencesProps) {
  if (added.length + removed.length + changed.length === 0) {
    return <EmptyView icon="approve" title="Both snapshots are identical" />;
  }
  return (
    <div className="flex flex-col gap-10">
      <p aria-live="polite" className="text-quiet">
        {changed.length} changed, {added.length} added, {removed.length} removed
      </p>
      {changed.length > 0 && (
        <section className="flex flex-col gap-3">
          <h2 className="font-semibold text-lg">Changed</h2>
          <ul className="border-line border-t">
            {changed.map((item) => (
              <ChangedItem item={item} key={toName(item)} layout={layout} />
            ))}
          </ul>
        </section>
      )}
      <ItemLinks items={added} title="Added" />
      <ItemLinks items={removed} title="Removed" />
    </div>
  );
}

function toChoices(snapshots: readonly Snapshot[]) {
  const now = Date.now();
  return snapshots.map((snapshot) => ({
    value: snapshot.id,
    label: `${toAgo(snapshot.createdAt, now)}: ${snapshot.count} ${toFilterWords(snapshot)}`,
  }));
}

function toName({ dataset, id }: ItemKey): string {
  return JSON.stringify([dataset, id]);
}
