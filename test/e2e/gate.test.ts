import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  listIds,
  makePlanned,
  type PlannedReplies,
  plannedFile,
  playPlanned,
  toTargets,
} from '../support/planned-runs.ts';
import { runInProcess } from '../support/run-in-process.ts';

const ten = listIds(0, 9).map((id) => ({ id }));

/** A run of `bot` that is right about these cases; then the bot is changed to be right about those. */
async function makeChanged(before: readonly string[], now: PlannedReplies[string]) {
  const cwd = makePlanned(ten, { bot: before });
  const run = await playPlanned(cwd, []);
  writeFileSync(join(cwd, 'targets.yaml'), toTargets({ bot: now }));
  return { cwd, run };
}

function gate(cwd: string, args: readonly string[] = ['last']) {
  return runInProcess(['run', plannedFile, '--quiet', '--gate-against', ...args], cwd);
}

describe('run --gate-against', () => {
  it('fails on a real loss, and says why', async () => {
    const { cwd, run } = await makeChanged(listIds(0, 9), listIds(6, 9));
    const { code, err } = await gate(cwd);
    // Ten of ten before, four now: six losses, no win. McNemar, exact: 2 / 2^6 = 0.03125.
    expect(err).toContain(`Against ${run}:bot (A), this run (B): B is worse: it passes 60.0 points less than A`);
    expect(err).toContain(`Exit code 1: worse than run ${run}.\nMore: turnwise compare ${run}:bot `);
    expect(code).toBe(1);
  });

  it.each([
    ['a loss that may be chance', listIds(0, 9), listIds(1, 9)],
    ['a low rate that was as low before', ['c0'], ['c0']],
    ['a gain', ['c0'], listIds(0, 8)],
  ])('lets pass %s, whatever the rate', async (_title, before, now) => {
    const { cwd } = await makeChanged(before, now);
    expect(await gate(cwd)).toMatchObject({ code: 0, err: expect.not.stringContaining('Exit code') });
  });

  it('wants the threshold too, when one is given', async () => {
    const { cwd } = await makeChanged(['c0'], ['c0']);
    const { code, err } = await gate(cwd, ['last', '--threshold', '0.5']);
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('below the threshold of 50 %') });
  });

  it('exits with 3 when too many ended in error', async () => {
    const { cwd } = await makeChanged(listIds(0, 9), []);
    writeFileSync(join(cwd, 'targets.yaml'), '{targets: [{id: bot, provider: builtin, model: scripted, rules: []}]}');
    expect(await gate(cwd)).toMatchObject({ code: 3, err: expect.stringContaining('Nothing to compare') });
    expect(await gate(cwd, ['last', '--allow-ungraded', '10'])).toMatchObject({ code: 0 });
  });

  it('adds the comparison to the Markdown, and nothing to the JSON', async () => {
    const { cwd } = await makeChanged(listIds(0, 9), listIds(6, 9));
    const { out } = await gate(cwd, ['last', '--markdown', 'report.md', '--json']);
    expect(JSON.parse(out)).toMatchObject({ counts: { pass: 4, fail: 6 } });
    expect(readFileSync(join(cwd, 'report.md'), 'utf8')).toMatch(/\n### ❌ B is worse/);
  });

  it.each([
    ['a run that is not there', ['nobody', '--target', 'bot'], /There is no run "nobody"/],
    ['a target that is not there', ['last:bat', '--target', 'bot'], /Did you mean "bot"\?/],
    ['the run itself', ['last', '--resume', 'last'], /names the run itself/],
    [
      'several targets',
      ['last', '--target', 'bot,other'],
      /This run has 2 targets.*Say which: --target bot, or --gate-against \S+:bot/,
    ],
  ])('says before the first call what is wrong with %s', async (_title, args, message) => {
    const cwd = makePlanned(ten, { bot: [], other: [] });
    await playPlanned(cwd, ['--target', 'bot']);
    const files = args.includes('--resume') ? [] : [plannedFile];
    const { code, out, err } = await runInProcess(['run', ...files, '--gate-against', ...args], cwd);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err.replaceAll(/\s+/g, ' ')).toMatch(message);
    const { out: runs } = await runInProcess(['runs', '--json'], cwd);
    expect(JSON.parse(runs)).toHaveLength(1);
  });

  it('says before the first call that the other run played something else', async () => {
    const cwd = makePlanned(ten, { bot: [] });
    writeFileSync(join(cwd, 'other.eval.yaml'), readFileSync(join(cwd, plannedFile)));
    await playPlanned(cwd, [], 'other.eval.yaml');
    const { code, err } = await gate(cwd);
    expect(code).toBe(2);
    expect(err.replaceAll(/\s+/g, ' ')).toMatch(/no dataset in common.*played other; this one plays desk\./);
  });

  it('holds the named one of several targets against its own past', async () => {
    const cwd = makePlanned(ten, { bot: listIds(0, 9), other: [] });
    const run = await playPlanned(cwd, ['--target', 'bot,other']);
    const { code, err } = await gate(cwd, [`${run}:bot`, '--target', 'bot,other']);
    expect({ code, err }).toEqual({ code: 0, err: expect.stringMatching(/No difference seen.*:bot\n$/s) });
  });
});
