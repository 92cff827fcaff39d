import { expect, it } from 'vitest';
import { runKillLoop } from '../kill/kill-loop.ts';
import { repository } from '../support/run-bin.ts';
import { makeProject } from '../support/temp-project.ts';
import { tries } from '../support/tries.ts';

it('loses only calls in flight when it is killed again and again, and repeats nothing that was recorded', async () => {
  const kills = tries(6, 30);
  const loop = { folder: makeProject(), bin: `${repository}bin/turnwise.mjs`, conversations: 60, turns: 3 };
  const result = await runKillLoop({ ...loop, kills, concurrency: 8, random: Math.random });
  expect(result.breaches).toEqual([]);
  expect(result.recorded).toBe(60 * 3);
  expect(result.kills).toBeGreaterThanOrEqual(4);
  // A kill takes at most the calls that were under way.
  expect(result.lost).toBeLessThanOrEqual(8 * result.kills);
}, 120_000);
