import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeProject } from '../../../test/support/temp-project.ts';
import { openDemoRecords } from './demo-records.ts';

describe('openDemoRecords', () => {
  it('takes the database that was named, from where it was typed', () => {
    const { store } = openDemoRecords({ named: 'my.db', cwd: '/somewhere', folder: '/package' });
    expect(store).toEqual({ db: join('/somewhere', 'my.db') });
  });

  it('leaves a checkout to its own database', () => {
    const folder = makeProject();
    mkdirSync(join(folder, '.git'));
    expect(openDemoRecords({ named: undefined, cwd: '/', folder }).store).toEqual({});
  });

  it('writes nothing into a package: what is recorded is there until it is removed', () => {
    const { store, remove } = openDemoRecords({ named: undefined, cwd: '/', folder: makeProject() });
    const place = dirname(store.db ?? '');
    writeFileSync(join(place, 'turnwise.db'), '');
    expect(existsSync(place)).toBe(true);
    remove();
    expect(existsSync(place)).toBe(false);
  });
});
