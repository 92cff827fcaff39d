import { findImportedPath } from './import-rules.ts';
import { isTest, type SourceFile, type Violation } from './source-file.ts';

type Graph = ReadonlyMap<string, readonly string[]>;

/** Finds the groups of files in src/ that import each other in a ring, types included. */
export function checkRings(files: readonly SourceFile[]): Violation[] {
  const sources = files.filter(({ path }) => path.startsWith('src/') && !isTest(path));
  const rings = listRings(toGraph(sources));
  return rings.map((ring) => ({
    path: ring[0] ?? '',
    line: 1,
    message: `imports in a ring: ${[...ring, ring[0]].join(' → ')}`,
  }));
}

function toGraph(files: readonly SourceFile[]): Graph {
  const known = new Set(files.map(({ path }) => path));
  const toTargets = ({ path, imports }: SourceFile) =>
    imports.flatMap(({ specifier }) => {
      const target = findImportedPath(path, specifier);
      return target && known.has(target) ? [target] : [];
    });
  return new Map(files.map((file) => [file.path, toTargets(file)]));
}

/** The shortest ring through the first file of each group of files that reach each other. */
function listRings(graph: Graph): string[][] {
  const done = new Set<string>();
  const rings: string[][] = [];
  for (const path of graph.keys()) {
    if (done.has(path)) continue;
    const ring = findRing(graph, path);
    if (!ring) continue;
    rings.push(ring);
    for (const member of listGroup(graph, path)) done.add(member);
  }
  return rings;
}

function listGroup(graph: Graph, path: string): string[] {
  return [...reach(graph, path).keys()].filter((other) => reach(graph, other).has(path));
}

function findRing(graph: Graph, path: string): string[] | undefined {
  const cameFrom = reach(graph, path);
  if (!cameFrom.has(path)) return undefined;
  const ring = [path];
  for (let at = cameFrom.get(path); at !== undefined && at !== path; at = cameFrom.get(at)) ring.unshift(at);
  return [path, ...ring.slice(0, -1)];
}

/** Every file reached from `start` by at least one import, with the file it was first reached from. */
function reach(graph: Graph, start: string): Map<string, string> {
  const cameFrom = new Map<string, string>();
  const queue = [start];
  for (const path of queue) {
    for (const next of graph.get(path) ?? []) {
      if (cameFrom.has(next)) continue;
      cameFrom.set(next, path);
      queue.push(next);
    }
  }
  return cameFrom;
}
