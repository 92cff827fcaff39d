import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export interface DemoRecords {
  /** The option of the commands; absent: the database of the project. */
  readonly store: { readonly db?: string };
  /** Whether the database is still there after the demo, so that a printed command can name it. */
  readonly isKept: boolean;
  readonly remove: () => void;
}

interface DemoPlace {
  /** Database that was named, if any. */
  readonly named: string | undefined;
  readonly cwd: string;
  /** Where the package is. */
  readonly folder: string;
}

/** In a checkout the records stay in its database, which Git ignores, so that you can look at them. A package is not written to. */
export function openDemoRecords({ named, cwd, folder }: DemoPlace): DemoRecords {
  if (named !== undefined) return { store: { db: resolve(cwd, named) }, isKept: true, remove: () => {} };
  if (existsSync(join(folder, '.git'))) return { store: {}, isKept: true, remove: () => {} };
  const place = mkdtempSync(join(tmpdir(), 'turnwise-demo-'));
  const remove = () => rmSync(place, { recursive: true, force: true });
  return { store: { db: join(place, 'turnwise.db') }, isKept: false, remove };
}
