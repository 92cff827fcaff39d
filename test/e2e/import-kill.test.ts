import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runImportKillLoop } from '../kill/import-kill-loop.ts';
import { makeProject } from '../support/temp-project.ts';
import { tries } from '../support/tries.ts';

it('leaves every item whole or absent when it is killed during an import, and ends with each item once', async () => {
  const file = join(makeProject(), 'turnwise.db');
  const result = await runImportKillLoop({ file, items: 3000, kills: tries(4, 20), random: Math.random });
  expect(result.breaches).toEqual([]);
  // Some kill fell into the midst of the import, not all before its first item or after its last.
  expect(result.kept.some((count) => count > 0 && count < 3000)).toBe(true);
}, 180_000);
