import type { PathSegment } from '../../base/schema-check.ts';
import type { PlacedData } from '../syntax/placed-data.ts';

type Path = readonly PathSegment[];

/** Where a converted value was written. */
export interface WrittenPath {
  /** The path of the value after the conversion, from the converted head or case. */
  readonly converted: Path;
  /** Its path in the file. */
  readonly written: Path;
  readonly data: PlacedData;
}

/**
 * The data with the paths of converted values, so that their problems are at the places people wrote. `base`: the path
 * of the head or case.
 */
export function withWrittenPaths(data: PlacedData, base: Path, paths: readonly WrittenPath[]): PlacedData {
  // The longest path first: it is the most exact.
  const ordered = paths.toSorted((a, b) => b.converted.length - a.converted.length);
  return {
    file: data.file,
    reading: data.reading,
    value: data.value,
    placeOf(path, at) {
      const inner = startsWith(path, base) ? path.slice(base.length) : [];
      const found = ordered.find(({ converted }) => startsWith(inner, converted));
      if (found === undefined) return data.placeOf(path, at);
      return found.data.placeOf([...found.written, ...inner.slice(found.converted.length)], at);
    },
  };
}

function startsWith(path: Path, start: Path): boolean {
  return start.length <= path.length && start.every((segment, index) => segment === path[index]);
}
