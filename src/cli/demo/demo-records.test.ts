import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeProject } from '../../../test/support/temp-project.ts';
import { openDemoRecords } from './demo-records.ts';

describe('openDemoRecords', () => {
  it('uses the named database, relative to the current folder', () => {
    const { store } = openDemoRecords({ named: 'my.db', cwd: '/somewhere', folder: '/package' });
    expect(store).toEqual({ db: join('/somewhere', 'my.db') });
  });

  it('uses the database of a checkout', () => {
    const folder = makeProject();
    mkdirSync(join(folder, '.git'));
    expect(openDemoRecords({ named: undefined, cwd: '/', folder }).store).toEqual({});
  });

  it('uses a temporary database for an installed package, until it is removed', () => {
    const { store, remove } = openDemoRecords({ named: undefined, cwd: '/', folder: makeProject() });
    const place = dirname(store.db ?? '');
    writeFileSync(join(place, 'turnwise.db'), '');
    expect(existsSync(place)).toBe(true);
    remove();
    expect(existsSync(place)).toBe(false);
  });
});
