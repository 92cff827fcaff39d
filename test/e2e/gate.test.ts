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
  return runInProcess(['run', plannedFile, '--quiet', '--baseline', ...args], cwd);
}

describe('run --baseline', () => {
  it('fails on a real loss, and says why', async () => {
    const { cwd, run } = await makeChanged(listIds(0, 9), listIds(6, 9));
    const { code, err } = await gate(cwd);
    // Ten of ten before, four now: six losses, no win. McNemar, exact: 2 / 2^6 = 0.03125.
    expect(err).toContain(`Baseline ${run}:bot (A), this run (B): B is worse than A: its pass rate is 60 pp lower`);
    expect(err).toContain(`Exit code 1: regression against run ${run}.\nDetails: turnwise compare ${run}:bot `);
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
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('below the threshold of 50%') });
  });

  it('exits with 3 when too many ended in error', async () => {
    const { cwd } = await makeChanged(listIds(0, 9), []);
    writeFileSync(join(cwd, 'targets.yaml'), '{targets: [{id: bot, provider: builtin, model: rules, rules: []}]}');
    expect(await gate(cwd)).toMatchObject({ code: 3, err: expect.stringContaining('Nothing to compare') });
    // Allowed to be in error, but then nothing is compared, and a gate that saw nothing does not open.
    expect(await gate(cwd, ['last', '--allow-ungraded', '10'])).toMatchObject({ code: 3 });
  });

  it('says how many have no verdict', async () => {
    const { cwd } = await makeChanged(listIds(0, 9), []);
    const rules = listIds(0, 6).map((id) => ({ contains: `<${id}>`, reply: 'good' }));
    const bot = { id: 'bot', provider: 'builtin', model: 'rules', rules };
    writeFileSync(join(cwd, 'targets.yaml'), JSON.stringify({ targets: [bot] }));
    const { code, err } = await gate(cwd, ['last', '--allow-ungraded', '3']);
    expect(code).toBe(0);
    expect(err).toContain(' No verdict (error or ungraded): 3 in B (A passed all of them).\n');
  });

  it('fails on a regression that errors hide, even if they are allowed', async () => {
    const { cwd, run } = await makeChanged(listIds(0, 9), []);
    const rules = listIds(0, 3).map((id) => ({ contains: `<${id}>`, reply: 'good' }));
    const bot = { id: 'bot', provider: 'builtin', model: 'rules', rules };
    writeFileSync(join(cwd, 'targets.yaml'), JSON.stringify({ targets: [bot] }));
    const { code, err } = await gate(cwd, [run, '--allow-ungraded', '6']);
    expect(code).toBe(1);
    // Six lost passes: 2 / 2^6 = 0.03125.
    expect(err).toContain('Counting missing verdicts as fails, B is worse: −60 pp (95% CI');
    expect(err).toMatch(/Exit code 1: regression against the baseline, with errors and ungraded counted as fails\.\n$/);
    // More errors than allowed prove nothing, which fails as well.
    expect(await gate(cwd, [run])).toMatchObject({ code: 3 });
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
    ['the run itself', ['last', '--resume', 'last'], /--baseline names this run/],
    [
      'a target that is not in this run',
      ['last:bot', '--target', 'other,third'],
      /The runs have no target in common. This run has other, third, the baseline \S+:bot\. Choose what to compare: --target other /,
    ],
  ])('says before the first call what is wrong with %s', async (_title, args, message) => {
    const cwd = makePlanned(ten, { bot: [], other: [], third: [] });
    await playPlanned(cwd, ['--target', 'bot']);
    const files = args.includes('--resume') ? [] : [plannedFile];
    const { code, out, err } = await runInProcess(['run', ...files, '--baseline', ...args], cwd);
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
    expect(err.replaceAll(/\s+/g, ' ')).toMatch(/no eval name in common.*used the eval other\. This run uses desk\./);
  });

  it('compares the named one of several targets with its own baseline, and says what it leaves out', async () => {
    const cwd = makePlanned(ten, { bot: listIds(0, 9), other: [] });
    const run = await playPlanned(cwd, ['--target', 'bot,other']);
    const { code, err } = await gate(cwd, [`${run}:bot`, '--target', 'bot,other']);
    expect({ code, err }).toEqual({
      code: 0,
      err: expect.stringMatching(/^Baseline \S+:bot \(A\).*no difference found.*:bot\nNo baseline for: other\.\n$/s),
    });
  });

  it('compares every target with its own baseline, and fails when one is worse', async () => {
    const cwd = makePlanned(ten, { bot: listIds(0, 9), other: listIds(0, 9) });
    const run = await playPlanned(cwd, ['--target', 'bot,other']);
    writeFileSync(join(cwd, 'targets.yaml'), toTargets({ bot: listIds(0, 9), other: [], third: [] }));
    const args = [run, '--target', 'bot,other,third', '--markdown', 'report.md'];
    const { code, err } = await gate(cwd, args);
    expect(code).toBe(1);
    expect(err).toContain(`Baseline ${run}:bot (A), this run (B): Inconclusive: no difference found`);
    expect(err).toContain(`Baseline ${run}:other (A), this run (B): B is worse`);
    expect(err).toMatch(/No baseline for: third\.\n$/);
    expect(readFileSync(join(cwd, 'report.md'), 'utf8').match(/^### [❌🟡]/gmu)).toHaveLength(2);
  });

  it('takes the one target of either run, whatever its name', async () => {
    const cwd = makePlanned(ten, { bot: listIds(0, 9), other: [] });
    await playPlanned(cwd, ['--target', 'bot']);
    expect(await gate(cwd, ['last', '--target', 'other'])).toMatchObject({ code: 1 });
  });
});

describe('a gate over few cases', () => {
  /** A total collapse: every case passed before, none does now. */
  async function collapse(cases: number, args: readonly string[] = []) {
    const cwd = makePlanned(ten.slice(0, cases), { bot: listIds(0, 9) });
    await playPlanned(cwd, []);
    writeFileSync(join(cwd, 'targets.yaml'), toTargets({ bot: [] }));
    return gate(cwd, ['last', ...args]);
  }

  it('says before and after that it cannot show a loss, however often they are repeated', async () => {
    const { code, err } = await collapse(2, ['--repeat', '3']);
    expect(code).toBe(0);
    expect(err).toMatch(
      /^warning {2}Too few cases to detect a regression: 2 cases, need 6 \(repeats do not count\)\. Add cases or --threshold\.\n/,
    );
    expect(err).toContain('Gate inconclusive: 2 cases, need 6. Add cases or --threshold.\n');
  });

  it('leaves it to the threshold, where there is one', async () => {
    const { code, err } = await collapse(1, ['--threshold', '0.8']);
    expect(code).toBe(1);
    expect(err).toMatch(/^warning {2}Too few cases .*\. Only --threshold decides\.\n/);
    expect(err).toContain('Gate inconclusive: 1 case, need 6.');
    expect(err).toMatch(/below the threshold of 80%\.\n$/);
  });

  it('has nothing to say from six on', async () => {
    // Six losses: 2 / 2^6 = 0.03125.
    const { code, err } = await collapse(6);
    expect(code).toBe(1);
    expect(err).not.toMatch(/Warning|Gate:/);
  });
});

describe('a gate over cases that changed', () => {
  it('leaves out cases that asked something else, and says what else changed', async () => {
    const { cwd } = await makeChanged(listIds(0, 9), listIds(0, 9));
    const text = readFileSync(join(cwd, plannedFile), 'utf8');
    const changed = text.replaceAll(/This is <(c[0-7])>/g, 'Now it is <$1>').replace('"good"', '"bad"');
    writeFileSync(join(cwd, plannedFile), changed);
    const { code, err } = await gate(cwd);
    // c8 and c9 are asked the same, and fail by the new rule.
    expect(code).toBe(0);
    expect(err).toContain('Gate inconclusive: 2 cases, need 6.');
    expect(err).toMatch(
      /Note: A and B use different rules for these graders: contains-1\. Re-grade A: turnwise grade \S+\n/,
    );
    expect(err).toContain(`Note: The eval file changed between the runs (${plannedFile}).\n`);
  });

  it('says that nothing was compared when everything was, and does not pass', async () => {
    const { cwd, run } = await makeChanged(listIds(0, 9), listIds(0, 9));
    writeFileSync(join(cwd, plannedFile), readFileSync(join(cwd, plannedFile), 'utf8').replaceAll('This is', 'Say'));
    const { code, err } = await gate(cwd);
    expect(code).toBe(3);
    expect(err).toMatch(/Exit code 3: nothing to compare with the baseline\.\n$/);
    expect(err).toContain('Nothing to compare: no case passed or failed in both runs (10 with a changed request).');
    expect(err).not.toContain('not worse');
    // Below a threshold is a failure of its own.
    writeFileSync(join(cwd, 'targets.yaml'), toTargets({ bot: [] }));
    expect(await gate(cwd, [run, '--threshold', '0.5'])).toMatchObject({ code: 1 });
  });
});
