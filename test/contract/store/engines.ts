import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Clock } from '../../../src/base/clock.ts';
import { systemClock } from '../../../src/base/clock.ts';
import type { Store } from '../../../src/store/port.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import { makeProject } from '../../support/temp-project.ts';

/** An empty database that is deleted when the test ends. For the database, every opening is another process. */
export interface TestDatabase {
  readonly path: string;
  open(clock?: Clock): Promise<Store>;
}

export interface TestEngine {
  readonly name: string;
  makeDatabase(): TestDatabase;
}

export const engines: readonly TestEngine[] = [
  {
    name: 'sqlite',
    makeDatabase: () => {
      const path = join(makeProject(), '.turnwise', 'turnwise.db');
      const open = async (clock: Clock = systemClock) => {
        const store = await openSqliteStore(path, { clock });
        onTestFinished(() => store.close());
        return store;
      };
      return { path, open };
    },
  },
];
