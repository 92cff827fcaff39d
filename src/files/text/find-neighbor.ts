import { readdirSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { findNearest } from '../../base/nearest.ts';

/** The name of a file in the same folder that is nearly the same, for a mistyped path. */
export function findNeighbor(path: string): string | undefined {
  try {
    return findNearest(basename(path), readdirSync(dirname(path)).slice(0, 1000));
  } catch {
    return undefined;
  }
}
