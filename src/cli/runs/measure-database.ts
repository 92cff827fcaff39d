import { statSync } from 'node:fs';

/** What a database takes on the disk, with what stands beside it until it is written back. */
export function measureDatabase(path: string): number {
  return ['', '-wal', '-shm'].reduce((sum, tail) => sum + sizeOf(`${path}${tail}`), 0);
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
