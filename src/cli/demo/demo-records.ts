import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export interface DemoRecords {
  /** The `--db` of the commands. Absent: the database of the project. */
  readonly store: { readonly db?: string };
  /** Whether the database still exists after the demo, so that a printed command can name it. */
  readonly isKept: boolean;
  readonly remove: () => void;
}

interface DemoPlace {
  /** The database of `--db`, if any. */
  readonly named: string | undefined;
  readonly cwd: string;
  /** The folder of the package. */
  readonly folder: string;
}

/**
 * A checkout keeps the records in its database, which Git ignores, so that you can look at them. In an installed
 * package they go to a temporary database.
 */
export function openDemoRecords({ named, cwd, folder }: DemoPlace): DemoRecords {
  if (named !== undefined) return { store: { db: resolve(cwd, named) }, isKept: true, remove: () => {} };
  if (existsSync(join(folder, '.git'))) return { store: {}, isKept: true, remove: () => {} };
  const place = mkdtempSync(join(tmpdir(), 'turnwise-demo-'));
  const remove = () => rmSync(place, { recursive: true, force: true });
  return { store: { db: join(place, 'turnwise.db') }, isKept: false, remove };
}
