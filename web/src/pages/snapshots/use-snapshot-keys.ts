import { useAction } from '../../app/keys/use-action.ts';
import { type Snapshot, toSnapshotPath } from '../../data/snapshots.ts';
import { downloadOrSay } from '../../parts/DownloadLink.tsx';
import { findPredecessor } from '../../parts/snapshots/snapshot-filter.ts';
import type { SnapshotsSearch } from './snapshots-search.ts';

/** What the keys do with the newest snapshot, as they are printed beside it. */
export const snapshotKeys = { compare: 'c', download: 'Shift+D' } as const;

/** `snapshots`: newest first; none while two are compared. */
export function useSnapshotKeys(snapshots: readonly Snapshot[], onCompare: (pair: SnapshotsSearch) => void): void {
  const [newest] = snapshots;
  const before = newest && findPredecessor(snapshots, newest.id);
  const canCompare = newest !== undefined && before !== undefined;
  useAction('snapshots.compare', canCompare ? () => onCompare({ from: before.id, to: newest.id }) : undefined);
  useAction('snapshots.download', newest && (() => void downloadOrSay(toSnapshotPath(newest.id), `${newest.id}.json`)));
}
