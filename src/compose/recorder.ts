import { resolve } from 'node:path';
import type { Target } from '../target/port.ts';

export interface CallRecorder {
  readonly wrap: (target: Target) => Target;
  close(): Promise<void>;
}

/** Writes every call to a cassette, when one is named. */
export async function openRecorder(path: string | undefined, cwd: string): Promise<CallRecorder | undefined> {
  if (path === undefined) return undefined;
  const { openCassette, recording } = await import('../target/recording.ts');
  const cassette = await openCassette(resolve(cwd, path));
  return { wrap: (target) => recording(target, cassette), close: () => cassette.close() };
}
