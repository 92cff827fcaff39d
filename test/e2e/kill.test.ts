import { expect, it } from 'vitest';
import { CallJournal } from '../kill/call-journal.ts';
import { runKillLoop } from '../kill/kill-loop.ts';
import { SessionService } from '../kill/session-service.ts';
import { repository } from '../support/run-bin.ts';
import { makeProject } from '../support/temp-project.ts';
import { tries } from '../support/tries.ts';

it('loses only calls in flight when it is killed again and again, and repeats nothing that was recorded', async () => {
  const kills = tries(6, 30);
  const loop = { folder: makeProject(), bin: `${repository}bin/turnwise.mjs`, conversations: 60, turns: 3 };
  const result = await runKillLoop({ ...loop, kills, concurrency: 8, random: Math.random }, new CallJournal());
  expect(result.breaches).toEqual([]);
  expect(result.recorded).toBe(60 * 3);
  expect(result.kills).toBeGreaterThanOrEqual(4);
  // A kill takes at most the calls that were under way.
  expect(result.lost).toBeLessThanOrEqual(8 * result.kills);
}, 120_000);

it('never gives a target that keeps the conversation a turn twice, and keeps every attempt in the record', async () => {
  const service = new SessionService();
  const kills = tries(5, 25);
  const loop = { folder: makeProject(), bin: `${repository}bin/turnwise.mjs`, conversations: 40, turns: 3 };
  const result = await runKillLoop({ ...loop, kills, concurrency: 6, random: Math.random }, service);
  expect(result.breaches).toEqual([]);
  expect(result.kills).toBeGreaterThanOrEqual(3);
  // Every conversation is complete, and what was recorded before it started over is there as well.
  expect(result.recorded).toBeGreaterThan(40 * 3);
}, 120_000);
