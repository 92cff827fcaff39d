import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeDesk, refunds, toCases } from '../support/desk-project.ts';
import { runInProcess } from '../support/run-in-process.ts';

const file = 'refunds.eval.yaml';

async function makePlayed(text = refunds, args: readonly string[] = []): Promise<string> {
  const cwd = makeDesk({ [file]: text });
  await runInProcess(['run', file, '--quiet', ...args], cwd);
  return cwd;
}

describe('show run:<id>', () => {
  it('prints the cases, and the summary that the run printed', async () => {
    const cwd = makeDesk();
    const { out: printed } = await runInProcess(['run', file, '--quiet'], cwd);
    const { code, out } = await runInProcess(['show', 'run:last'], cwd);
    const [run = ''] = /\d{8}-\d{6}-\w{4}/.exec(printed) ?? [];
    expect(out).toMatch(new RegExp(`^run ${run}  \\S+ \\S+ UTC · completed · 3/3 done · ${file}\n`));
    expect(out).toContain('  good  desk reply   pass\n');
    expect(out).toContain('  bad   desk reply   fail  turn 2, contains-1: The reply does not contain "refund"');
    expect(out).toContain(printed.split('\n\n')[0]);
    expect(out).toContain(`Details: turnwise show run:${run} --case bad --status fail\n`);
    expect(code).toBe(0);
  });

  it('lists the first 50 cases, counts the rest, and says how to see them', async () => {
    const cwd = await makePlayed(toCases('echo', 60));
    const { out: few } = await runInProcess(['show', 'run:last'], cwd);
    expect(few.match(/^ {2}c\d+ /gm)).toHaveLength(10);
    expect(few).toContain('… 50 more: --limit 60, or --status fail,error\n');
    const { out } = await runInProcess(['show', 'run:last', '--verbose'], cwd);
    expect(out.match(/^ {2}c\d+ /gm)).toHaveLength(50);
    expect(out).toContain('… 10 more: --limit 60, or --status fail,error\n');
    expect((await runInProcess(['show', 'run:last', '--limit', '60'], cwd)).out).toContain('  c59 ');
  });

  it('lists only what --status and --target let through', async () => {
    const cwd = await makePlayed(refunds, ['--target', 'desk,mute']);
    const { out } = await runInProcess(['show', 'run:last', '--status', 'fail,error', '--target', 'desk'], cwd);
    const [, , , cases = ''] = out.split('\n\n');
    expect(cases).toMatch(
      /^Cases:\n {2}bad {2}desk reply {2}fail {2}.*\n {2}The counts and rates above cover the whole run\.$/,
    );
    expect((await runInProcess(['show', 'run:last', '--status', 'ungraded'], cwd)).out).toContain('Cases:\n  (none)\n');
  });

  it('knows only the targets that the run tested', async () => {
    const graders = 'judge: echo\ngraders: [{rubric: Be kind.}]';
    const cwd = await makePlayed(refunds.replace('graders: [{contains: refund}]', graders));
    const { code, err } = await runInProcess(['show', 'last', '--target', 'echo'], cwd);
    expect(err).toContain('There is no target "echo" in run');
    expect(err).toContain('Available: desk.');
    expect(code).toBe(2);
  });

  it.each(['', ' '])('refuses %j as the name of a run', async (name) => {
    const { code, err } = await runInProcess(['show', name], await makePlayed());
    expect(err).toContain('The run has no name.');
    expect(err).toContain('(CLI_USAGE)');
    expect(code).toBe(2);
  });

  it('prints with --json what run --json printed', async () => {
    const cwd = makeDesk();
    const { out: printed } = await runInProcess(['run', file, '--json'], cwd);
    expect((await runInProcess(['show', 'run:last', '--json'], cwd)).out).toBe(printed);
    const { out } = await runInProcess(['show', 'run:last', '--json', '--case', 'bad'], cwd);
    expect(JSON.parse(out)).toEqual([JSON.parse(printed).cases[1]]);
    const { out: failed } = await runInProcess(['show', 'run:last', '--json', '--status', 'fail'], cwd);
    expect(JSON.parse(failed).cases).toEqual(JSON.parse(out));
  });
});

describe('show <id>, without run: before it', () => {
  it('shows the run, even if a file has its name', async () => {
    const cwd = await makePlayed();
    const { out } = await runInProcess(['show', 'run:last'], cwd);
    const [run = ''] = /\d{8}-\d{6}-\w{4}/.exec(out) ?? [];
    for (const name of ['last', run, run.slice(-4)]) {
      expect(await runInProcess(['show', name], cwd)).toEqual({ code: 0, out, err: '' });
    }
    writeFileSync(join(cwd, 'last'), 'cases: []');
    expect(await runInProcess(['show', 'last'], cwd)).toEqual({ code: 0, out, err: '' });
  });

  it('lists the latest runs if there is none of that name', async () => {
    const cwd = await makePlayed();
    const { code, err } = await runInProcess(['show', 'lost'], cwd);
    expect(code).toBe(2);
    expect(err).toContain('There is no run "lost".');
    expect(err).toMatch(/The latest runs are: \d{8}-/);
    const { err: before } = await runInProcess(['show', 'last'], makeDesk());
    expect(before).toContain('(RUN_UNKNOWN)');
    expect(before).toContain('turnwise run <file>');
  });

  it.each([file, 'gone.eval.yaml', 'folder'])('points to preview for %s', async (name) => {
    const { code, out, err } = await runInProcess(['show', name], makeDesk({ 'folder/x.txt': '' }));
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(`Run: turnwise preview ${name}`);
  });
});

describe('show run:<id> --case', () => {
  it('prints every message with the verdicts under their reply', async () => {
    const text = refunds.replace('id: long', 'id: long\n    play: [every-turn, script]');
    const { out } = await runInProcess(['show', 'run:last', '--case', 'long'], await makePlayed(text));
    const [everyTurn, script] = out.split(/\n─+\n\n/);
    expect(script?.replaceAll(/\S+ ms/g, '# ms')).toBe(`refunds / long  desk · input: chat messages · script
✓ pass

 1  User
    Hello

 2  Assistant
    May I have the order number?
    # ms · $0.00 · builtin:rules
    ✓ turn-2/contains-1: The reply contains "order".

 3  User
    4711

 4  Assistant
    Your refund is on its way.
    # ms · $0.00 · builtin:rules
    ✓ contains-1: The reply contains "refund".
`);
    expect(everyTurn).toContain('The reply contains "order".\n    reference: Which order?\n');
  });

  it('says what went wrong', async () => {
    const cwd = await makePlayed(refunds, ['--target', 'mute']);
    const { out } = await runInProcess(['show', 'run:last', '--case', 'good'], cwd);
    expect(out).toContain('! error\n');
    expect(out).toContain('! no-rule · turn 2\n    No rule matches the user text');
  });

  it.each([
    [['--case', 'goood'], 'Did you mean "good"?', 'CASE_UNKNOWN'],
    [['--target', 'dexk'], 'Did you mean "desk"?', 'TARGET_UNKNOWN'],
    [['--status', 'failed'], 'Did you mean "fail"?', 'CLI_USAGE'],
    [['--judge-calls'], 'Add --case <id>.', 'CLI_USAGE'],
  ])('refuses %j', async (args, text, fault) => {
    const { code, out, err } = await runInProcess(['show', 'run:last', ...args], await makePlayed());
    expect(err).toContain(text);
    expect(err).toContain(`(${fault})`);
    expect({ code, out }).toEqual({ code: 2, out: '' });
  });

  it('takes several cases and statuses, repeated or with commas', async () => {
    const cwd = await makePlayed();
    const ids = async (...args: readonly string[]) => {
      const { out } = await runInProcess(['show', 'last', '--json', ...args], cwd);
      return JSON.parse(out).map(({ id }: { readonly id: string }) => id);
    };
    const both = await ids('--case', 'good,long');
    expect(new Set(both)).toEqual(new Set(['good', 'long']));
    expect(await ids('--case', 'good', '--case', 'long')).toEqual(both);
    expect(await ids('--case', 'good,long', '--status', 'error,skipped', '--status', 'ungraded')).toEqual([]);
  });

  it('says when nothing was ever run', async () => {
    const { code, err } = await runInProcess(['show', 'run:last'], makeDesk());
    expect(err).toContain('There are no runs yet: .turnwise/turnwise.db does not exist.');
    expect(code).toBe(2);
  });
});
