import { systemClock } from '../../base/clock.ts';
import { findStore } from '../../wiring/open-store.ts';
import type { ExitCode, Io } from '../io.ts';
import { renderBytes } from '../run/render-runs.ts';

/** Entries unused for this long are removed by default. */
const defaultUnusedMs = 30 * 86_400_000;

interface PruneCacheCommand {
  /** Milliseconds since an entry was last used. */
  readonly olderThan?: number;
  readonly all?: boolean;
  readonly db?: string;
}

/** Removes replies from the response cache and frees their disk space. */
export async function pruneCache(command: PruneCacheCommand, io: Io): Promise<ExitCode> {
  const { olderThan = defaultUnusedMs, all, db: path } = command;
  const store = await findStore({ path, cwd: io.cwd, clock: systemClock });
  try {
    const before = all === true ? undefined : new Date(systemClock.now() - olderThan).toISOString();
    const { entries, bytes } = (await store?.cache.prune(before)) ?? { entries: 0, bytes: 0 };
    if (entries > 0) await store?.compact();
    const removed = entries === 1 ? '1 reply' : `${entries.toLocaleString('en')} replies`;
    io.out(entries === 0 ? 'No replies removed.\n' : `${removed} removed, ${renderBytes(bytes)} freed.\n`);
    return 0;
  } finally {
    await store?.close();
  }
}
