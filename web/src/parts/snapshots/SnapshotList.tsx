import { type Snapshot, toSnapshotPath } from '../../data/snapshots.ts';
import { ButtonLink } from '../button/ButtonLink.tsx';
import { DownloadLink } from '../button/DownloadLink.tsx';
import { Time } from '../Time.tsx';
import { findPredecessor, toFilterWords } from './snapshot-filter.ts';

export interface SnapshotListProps {
  readonly snapshots: readonly Snapshot[];
  /** The shortcuts for the newest snapshot, shown next to its actions. */
  readonly keys?: { readonly compare: string; readonly download: string };
}

/** Snapshots, newest first. */
export function SnapshotList({ snapshots, keys }: SnapshotListProps) {
  return (
    <ul className="border-line border-t">
      {snapshots.map((snapshot, place) => (
        <SnapshotRow
          before={findPredecessor(snapshots, snapshot.id)}
          key={snapshot.id}
          keys={place === 0 ? keys : undefined}
          snapshot={snapshot}
        />
      ))}
    </ul>
  );
}

interface SnapshotRowProps {
  readonly snapshot: Snapshot;
  /** The default snapshot to compare it with. */
  readonly before: Snapshot | undefined;
  readonly keys: SnapshotListProps['keys'];
}

function SnapshotRow({ snapshot, before, keys }: SnapshotRowProps) {
  const { id, count, createdAt, createdBy } = snapshot;
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 border-line border-b py-3">
      <p className="w-36 shrink-0">
        <span className="font-semibold text-lg tabular-nums">{count.toLocaleString('en')}</span>{' '}
        <span className="text-quiet text-sm">{count === 1 ? 'conversation' : 'conversations'}</span>
      </p>
      <div className="min-w-48 flex-1">
        <p className="[overflow-wrap:anywhere]" dir="auto">
          {capitalize(toFilterWords(snapshot))}
        </p>
        <p className="flex flex-wrap gap-x-2 text-quiet text-sm">
          <span>
            <Time at={createdAt} /> by <span dir="auto">{createdBy}</span>
          </span>
          <code className="font-mono text-xs leading-5">{id}</code>
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {before !== undefined && (
          <ButtonLink
            search={{ from: before.id, to: id }}
            to="/snapshots"
            {...(keys === undefined ? {} : { keys: keys.compare })}
          >
            Compare with previous
          </ButtonLink>
        )}
        <DownloadLink
          name={`${id}.json`}
          path={toSnapshotPath(id)}
          {...(keys === undefined ? {} : { keys: keys.download })}
        >
          Download<span className="sr-only"> {id}</span>
        </DownloadLink>
      </div>
    </li>
  );
}

function capitalize(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
