import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { SnapshotList, SnapshotManifest } from '../../../src/contract/snapshot.ts';
import { Turn } from '../../../src/conversation/item.ts';
import { askApi } from './ask-api.ts';
import type { ItemFilter } from './items.ts';
import { toQueryText } from './query-text.ts';

const PlacedTurn = z.object({ turnIndex: z.int(), turn: Turn });

/** What differs between two states of an item, with the turns themselves: an `ItemDiff` of src/curate as the API sends it. */
const WholeDiff = z.object({
  fields: z.array(
    z.object({ path: z.string(), before: z.unknown().exactOptional(), after: z.unknown().exactOptional() }),
  ),
  turns: z.array(
    z.object({
      kind: z.enum(['same', 'changed', 'added', 'removed', 'moved']),
      id: z.string().exactOptional(),
      before: PlacedTurn.exactOptional(),
      after: PlacedTurn.exactOptional(),
      fields: z.array(z.string()).exactOptional(),
    }),
  ),
});

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
