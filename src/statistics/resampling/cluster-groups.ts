import { type Gathered, gather } from './gather.ts';
import { isDrawnByGroup } from './resample-groups.ts';

/** Clusters that add the same cells, counted. */
export interface ClusterGroups {
  /** How many clusters each group has. */
  readonly sizes: Uint32Array;
  readonly clusters: number;
  /** By cell, the groups that add a pair to it, one named as often as it adds. */
  readonly byCell: GroupsByCell;
}

interface GroupsByCell extends Gathered {
  /** What each of `values` adds. Absent: 1. */
  readonly weights?: Float64Array;
}

interface ClusteredCells {
  /** The cell of each pair. */
  readonly cellOf: Int32Array;
  /** The cluster of each pair, numbered from 0 without gaps. */
  readonly clusterOf: Int32Array;
  readonly cells: number;
  readonly clusters: number;
  /** The weight of each pair. Default: 1. */
  readonly weightOf?: Float64Array | undefined;
}

/**
 * Groups clusters that are alike, where that lets `resampleGroups` draw them together; else, and with weights, each is a
 * group of its own.
 */
export function groupClusters({ cellOf, clusterOf, cells, clusters, weightOf }: ClusteredCells): ClusterGroups {
  if (weightOf !== undefined) {
    const { starts, values: pairs } = gather(cellOf, Int32Array.from(cellOf.keys()), cells);
    const values = pairs.map((pair) => clusterOf[pair] ?? 0);
    const weights = Float64Array.from(pairs, (pair) => weightOf[pair] ?? 1);
    return { sizes: new Uint32Array(clusters).fill(1), clusters, byCell: { starts, values, weights } };
  }
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
export function addGroups(byCell: GroupsByCell, drawn: Uint32Array | Float64Array, into: Float64Array): void {
  const { starts, values, weights } = byCell;
  let place = 0;
  if (weights !== undefined) {
    for (let cell = 0; cell < into.length; cell++) {
      const end = starts[cell + 1] ?? 0;
      let sum = 0;
      for (; place < end; place++) sum += (drawn[values[place] ?? 0] ?? 0) * (weights[place] ?? 1);
      into[cell] = sum;
    }
    return;
  }
  for (let cell = 0; cell < into.length; cell++) {
    const end = starts[cell + 1] ?? 0;
    let sum = 0;
    for (; place < end; place++) sum += drawn[values[place] ?? 0] ?? 0;
    into[cell] = sum;
  }
}

/** Clusters by numbers from 0, without gaps, in the order they come in. */
export function numberClusters(
  clusters: ArrayLike<number>,
  pairs: number,
): { clusterOf: Int32Array; clusters: number } {
  if (clusters.length !== pairs) throw new RangeError(`each of ${pairs} pairs needs a cluster, got ${clusters.length}`);
  const numbers = new Map<number, number>();
  const clusterOf = new Int32Array(pairs);
  for (let pair = 0; pair < pairs; pair++) {
    const cluster = clusters[pair] ?? 0;
    const number = numbers.get(cluster) ?? numbers.size;
    if (number === numbers.size) numbers.set(cluster, number);
    clusterOf[pair] = number;
  }
  return { clusterOf, clusters: numbers.size };
}
