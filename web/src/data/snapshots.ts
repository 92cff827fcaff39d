import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { SnapshotList, SnapshotManifest } from '../../../src/contract/snapshot.ts';
import { askApi } from './ask-api.ts';
import type { ItemFilter } from './items.ts';
import { toQueryText } from './query-text.ts';
import { WholeDiff } from './whole-diff.ts';

export type Snapshot = z.output<typeof SnapshotManifest>;

const Key = z.object({ dataset: z.string(), id: z.string() });

const SnapshotDiff = z.object({
  added: z.array(Key),
  removed: z.array(Key),
  changed: z.array(Key.extend({ diff: WholeDiff })),
});
export type SnapshotDiff = z.output<typeof SnapshotDiff>;

export function snapshotsQuery() {
  return queryOptions({
    queryKey: ['snapshots'],
    queryFn: ({ signal }) => askApi({ schema: SnapshotList, path: '/v1/snapshots', signal }),
  });
}

export function takeSnapshot(filter: ItemFilter) {
  return askApi({ schema: SnapshotManifest, path: '/v1/snapshots', method: 'POST', body: { filter } });
}

export function snapshotDiffQuery({ from, to }: { readonly from: string; readonly to: string }) {
  return queryOptions({
    queryKey: ['snapshots', 'diff', from, to],
    queryFn: ({ signal }) =>
      askApi({ schema: SnapshotDiff, path: `/v1/snapshots/diff${toQueryText({ from, to })}`, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Addresses of files to download. */
export const toSnapshotPath = (id: string) => `/v1/snapshots/${encodeURIComponent(id)}`;

export function toExportPath(
  filter: ItemFilter,
  { format, withAudit = false }: { readonly format?: string; readonly withAudit?: boolean },
) {
  return `/v1/export${toQueryText({ ...filter, format, ...(withAudit ? { withAudit } : {}) })}`;
}
