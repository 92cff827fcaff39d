import { type Gathered, gather } from './gather.ts';
import { isDrawnByGroup } from './resample-groups.ts';

/** Clusters that add the same cells, counted. */
export interface ClusterGroups {
  /** How many clusters each group has. */
  readonly sizes: Uint32Array;
  readonly clusters: number;
  /** By cell, the groups that add a pair to it, one named as often as it adds. */
  readonly byCell: Gathered;
}

export interface ClusteredCells {
  /** Of each pair. */
  readonly cellOf: Int32Array;
  /** Of each pair, numbered from 0 without gaps. */
  readonly clusterOf: Int32Array;
  readonly cells: number;
  readonly clusters: number;
}

/** Groups clusters that are alike, where that lets `resampleGroups` draw them together; else each is a group of its own. */
export function groupClusters({ cellOf, clusterOf, cells, clusters }: ClusteredCells): ClusterGroups {
  const kinds = countAlike(gather(clusterOf, cellOf, clusters));
  if (kinds === undefined) {
    return { sizes: new Uint32Array(clusters).fill(1), clusters, byCell: gather(cellOf, clusterOf, cells) };
  }
  const cellsOfKinds = Int32Array.from(kinds.flatMap((kind) => [...kind.cells]));
  const groupOf = Int32Array.from(kinds.flatMap((kind, group) => Array.from(kind.cells, () => group)));
  const sizes = Uint32Array.from(kinds, ({ size }) => size);
  return { sizes, clusters, byCell: gather(cellsOfKinds, groupOf, cells) };
}

interface ClusterKind {
  readonly cells: Int32Array;
  size: number;
}

/** Undefined as soon as there are too many kinds of clusters to be drawn as groups. */
function countAlike({ starts, values }: Gathered): ClusterKind[] | undefined {
  const kinds = new Map<number | string, ClusterKind>();
  const clusters = starts.length - 1;
  for (let cluster = 0; cluster < clusters; cluster++) {
    const cells = values.subarray(starts[cluster], starts[cluster + 1]);
    const key = cells.length === 1 ? (cells[0] ?? 0) : cells.sort().join();
    const kind = kinds.get(key);
    if (kind === undefined) kinds.set(key, { cells, size: 1 });
    else kind.size++;
    if (!isDrawnByGroup(kinds.size, clusters)) return undefined;
  }
  return [...kinds.values()];
}

/**
 * Writes how many pairs each cell has when each group was drawn so often. By cell and not by group: then the sum stays in
 * a register, and nothing waits for what was just written.
 */
export function addGroups({ starts, values }: Gathered, drawn: Uint32Array, into: Float64Array): void {
  let place = 0;
  for (let cell = 0; cell < into.length; cell++) {
    const end = starts[cell + 1] ?? 0;
    let sum = 0;
    for (; place < end; place++) sum += drawn[values[place] ?? 0] ?? 0;
    into[cell] = sum;
  }
}
