import { resolve } from 'node:path';
import type { RunSpec } from '../conversation/run/run-spec.ts';
import type { Target } from '../target/port.ts';
import { findStorePath, findStoreRoot, type StorePlace } from './open-store.ts';
import { assertNotProtected, listReadFiles } from './protected-files.ts';

export interface CallRecorder {
  readonly wrap: (target: Target) => Target;
  close(): Promise<void>;
}

/** Refuses a cassette that is the database, or a file that the run reads: opening it may cut off its last line. */
export function checkRecord(path: string | undefined, spec: RunSpec, place: Omit<StorePlace, 'clock'>): void {
  if (path === undefined) return;
  const read = listReadFiles(spec, findStoreRoot(place));
  assertNotProtected(path, { cwd: place.cwd, store: findStorePath(place), read });
}

/** Writes every call to a cassette, when one is named. */
export async function openRecorder(path: string | undefined, cwd: string): Promise<CallRecorder | undefined> {
  if (path === undefined) return undefined;
  const { openCassette, recording } = await import('../target/recording.ts');
  const cassette = await openCassette(resolve(cwd, path));
  return { wrap: (target) => recording(target, cassette), close: () => cassette.close() };
}
