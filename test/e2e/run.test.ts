import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CaseRecord } from '../../src/conversation/run/run-record.ts';
import { makeDesk, refunds, toCases } from '../support/desk-project.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { makeProject } from '../support/temp-project.ts';

const file = 'refunds.eval.yaml';

/** Runs with --json and gives what it printed as data. */
async function runJson(args: readonly string[], cwd: string) {
  const { code, out, err } = await runInProcess(['run', ...args, '--json', '--quiet'], cwd);
  if (out === '') throw new Error(err);
  const printed: { run: string; counts: Record<string, number>; cases: CaseRecord[] } = JSON.parse(out);
  return { code, err, ...printed };
}

const nameOf = ({ id, target, send, play, repeat }: CaseRecord) => [id, target, send, play, repeat].join(' ');

describe('run --json', () => {
  it('prints {run, counts, cases, metrics} with keys in a fixed order', async () => {
    const { out } = await runInProcess(['run', file, '--json', '--quiet'], makeDesk());
    const printed = JSON.parse(out);
    expect(Object.keys(printed)).toEqual(['run', 'counts', 'cases', 'metrics']);
    expect(printed.run).toMatch(/^\d{8}-\d{6}-[a-z2-9]{4}$/);
    expect(Object.entries(printed.counts)).toEqual([
      ['pass', 2],
      ['fail', 1],
      ['error', 0],
      ['ungraded', 0],
      ['skipped', 0],
    ]);
    expect(Object.keys(printed.cases[0])).toEqual([
      ...['id', 'eval', 'target', 'send', 'play', 'repeat', 'tags', 'status'],
      ...['turns', 'verdicts', 'aggregate', 'raw_request', 'formatted_question'],
    ]);
    expect(printed.cases.map((one: unknown) => CaseRecord.parse(one))).toEqual(printed.cases);
  });

  it('records each request, reply and verdict of a case', async () => {
    const { cases } = await runJson([file, '--case', 'good'], makeDesk());
    const asked = {
      raw_request: { messages: [{ role: 'user', content: 'Order 4711' }] },
      formatted_question: 'Order 4711',
    };
    const latencyMs = expect.any(Number);
    const call = { reply: 'Your refund is on its way.', latencyMs, costUsd: 0, model: 'builtin:rules' };
    const reason = 'The reply contains "refund".';
    expect(cases).toEqual([
      {
        ...{ id: 'good', eval: 'refunds', target: 'desk', send: 'messages', play: 'reply', repeat: 0 },
        ...{ tags: ['short', 'kind'], status: 'pass' },
        turns: [{ turnIndex: 1, ...call, ...asked }],
        verdicts: [
          { grader: 'contains-1', turnIndex: 1, status: 'graded', score: 1, normalizedScore: 1, pass: true, reason },
        ],
        ...{ aggregate: { all: true, mean: 1, min: 1, last: 1 }, ...asked },
      },
    ]);
  });

  it('keeps cases in the order of the file, however they ended', async () => {
    const cwd = makeDesk({ 'many.eval.yaml': toCases('echo', 40) });
    const { cases } = await runJson(['many.eval.yaml', '-c', '7'], cwd);
    expect(cases.map(({ id }) => id)).toEqual(Array.from({ length: 40 }, (_, index) => `c${index}`));
  });

  it('plays a script with the replies of the target between its lines', async () => {
    const { cases } = await runJson([file, '--case', 'long'], makeDesk());
    expect(cases[0]?.turns.map(({ turnIndex, formatted_question }) => [turnIndex, formatted_question])).toEqual([
      [1, 'Hello'],
      [3, '[User]:\nHello\n\n[Assistant]:\nMay I have the order number?\n\n[User]:\n4711'],
    ]);
    expect(cases[0]?.raw_request).toEqual(cases[0]?.turns[1]?.raw_request);
  });

  it('writes the same objects to --out, a line each', async () => {
    const cwd = makeDesk();
    const { cases } = await runJson([file, '--repeat', '2', '--out', 'out/cases.jsonl'], cwd);
    const lines = readFileSync(join(cwd, 'out/cases.jsonl'), 'utf8').trimEnd().split('\n');
    const byName = (one: CaseRecord, other: CaseRecord) => (nameOf(one) < nameOf(other) ? -1 : 1);
    expect(lines.map((line): CaseRecord => JSON.parse(line)).sort(byName)).toEqual(cases.toSorted(byName));
  });
});

describe('what is played', () => {
  it('gives --send question,messages a column each', async () => {
    const { cases } = await runJson([file, '--case', 'good', '--send', 'question,messages'], makeDesk());
    expect(cases.map(nameOf).sort()).toEqual(['good desk messages reply 0', 'good desk question reply 0']);
  });

  it('plays each case --repeat times', async () => {
    const { cases, counts } = await runJson([file, '--case', 'good', '--repeat', '3'], makeDesk());
    expect(cases.map(({ repeat }) => repeat)).toEqual([0, 1, 2]);
    expect(counts.pass).toBe(3);
  });

  it.each([
    [
      ['--limit', '2'],
      ['good', 'bad'],
    ],
    [
      ['--case', 'bad', '--case', 'long'],
      ['bad', 'long'],
    ],
    [['--tag', 'kind'], ['good']],
    [['--tag', 'short', '--limit', '1'], ['good']],
  ])('plays with %j the cases %j', async (args, ids) => {
    const { cases } = await runJson([file, ...args], makeDesk());
    expect(cases.map(({ id }) => id)).toEqual(ids);
  });

  it('plays the cases of several files, each file once', async () => {
    const cwd = makeDesk({ [file]: refunds, 'other.eval.yaml': refunds });
    const { cases } = await runJson([file, 'other.eval.yaml', `./${file}`, '--limit', '4'], cwd);
    expect(cases.map(({ id, eval: evalName }) => `${evalName} ${id}`)).toEqual([
      ...['refunds good', 'refunds bad', 'refunds long'],
      'other good',
    ]);
  });

  it('lets --target answer instead of those the file names', async () => {
    const { cases } = await runJson([file, '--case', 'good', '--target', 'echo,desk'], makeDesk());
    expect(cases.map(({ target, turns }) => [target, turns[0]?.reply])).toEqual([
      ['echo', 'Order 4711'],
      ['desk', 'Your refund is on its way.'],
    ]);
  });

  it('shows every-turn next to script: a mistake affects only later turns of the script', async () => {
    const text = refunds.replace('id: long', 'id: long\n    play: [every-turn, script]');
    const { cases } = await runJson([file, '--case', 'long'], makeDesk({ [file]: text }));
    const [everyTurn, script] = cases;
    expect([everyTurn?.play, script?.play]).toEqual(['every-turn', 'script']);
    expect(everyTurn?.turns[1]?.formatted_question).toContain('Which order?');
    expect(script?.turns[1]?.formatted_question).toContain('May I have the order number?');
    expect(everyTurn?.turns.map(({ turnIndex }) => turnIndex)).toEqual([1, 3]);
  });

  it('ends a script behind a reply that fails where on_fail says stop', async () => {
    const text = refunds.replace('graders: [{contains: order}]', 'graders: [{contains: sorry}], on_fail: stop');
    const { cases } = await runJson([file, '--case', 'long'], makeDesk({ [file]: text }));
    expect(cases[0]?.turns).toHaveLength(1);
    expect(cases[0]?.status).toBe('fail');
  });
});

describe('the exit code', () => {
  it.each([
    ['0 when all pass', ['--case', 'good'], 0],
    ['1 when the rate is below the threshold', [], 1],
    ['0 when the rate is at the threshold', ['--threshold', '0.66'], 0],
    ['3 when the target fails', ['--case', 'good', '--target', 'mute'], 3],
    ['0 when failures are put up with', ['--case', 'good', '--target', 'mute', '--allow-ungraded', '1'], 0],
    ['1 rather than 3 when both are so', ['--target', 'mute', '--target', 'desk'], 1],
    ['2 for an option that is not there', ['--nonsense'], 2],
    ['2 for a number that is none', ['--limit', '0'], 2],
    ['2 for a rate beyond 1', ['--threshold', '90'], 2],
    ['2 for a send that is not there', ['--send', 'markers'], 2],
    ['2 for --force without --resume', ['--force'], 2],
  ])('is %s', async (_title, args, code) => {
    expect((await runInProcess(['run', file, '--quiet', ...args], makeDesk())).code).toBe(code);
  });

  it('is 3 when the store cannot be used', async () => {
    const { code, err } = await runInProcess(['run', file, '--db', 'targets.yaml'], makeDesk());
    expect(err).toContain('(STORE_UNREADABLE)');
    expect(code).toBe(3);
  });
});

describe('mistakes are reported before any call', () => {
  it.each([
    ['a target that is not there', [file, '--target', 'dexk'], 'Did you mean "desk"?', 'TARGET_UNKNOWN'],
    ['a case that is not there', [file, '--case', 'bad', '--case', 'goood'], 'Did you mean "good"?', 'CASE_UNKNOWN'],
    ['a tag that no case has', [file, '--tag', 'polite'], 'match your filters', 'RUN_NOTHING_SELECTED'],
    ['a file that holds no cases', ['targets.yaml'], 'Only eval files can be run', 'RUN_NOT_AN_EVAL'],
    ['a file that is not there', ['nowhere.eval.yaml'], 'nowhere.eval.yaml', 'FILE_MISSING'],
    ['a budget without a price', [file, '--budget-usd', '1', '--target', 'agent'], '--max-calls', 'RUN_NO_PRICE'],
    ['an output that cannot be written', [file, '--out', 'targets.yaml/x'], 'cannot be written', 'FILE_NOT_WRITTEN'],
    ['options of the beginning beside --resume', ['--resume', '--limit', '2'], '--limit does not work', 'CLI_USAGE'],
    [
      'a run where there are none',
      ['--resume', 'nonsense'],
      'There are no runs yet: .turnwise/turnwise.db does not exist.',
      'RUN_UNKNOWN',
    ],
  ])('%s', async (_title, args, text, fault) => {
    const { code, out, err } = await runInProcess(['run', ...args], makeDesk());
    expect(err).toContain(text);
    expect(err).toContain(`(${fault})`);
    expect({ code, out }).toEqual({ code: 2, out: '' });
  });

  it('cases from a dataset that was never imported', async () => {
    const cwd = makeDesk({ [file]: 'targets: [desk]\ncases: {dataset: refunds, status: approved}\n' });
    const { code, err } = await runInProcess(['run', file], cwd);
    expect(err).toContain('turnwise import <file> --dataset refunds');
    expect(err).toContain('(DATASET_UNKNOWN)');
    expect(code).toBe(2);
  });

  it.each([[[]], [['--target', 'gpt']]])('a target with a mistake, and where to fix it: %j', async (more) => {
    const gpt = '  - {id: gpt, provider: openai, model: m, price: {input: 1}}\n';
    const cwd = makeProject({
      'targets.yaml': `targets:\n${gpt}`,
      'a.eval.yaml': toCases('gpt', 1),
    });
    const { code, err } = await runInProcess(['run', 'a.eval.yaml', ...more], cwd);
    expect(code).toBe(2);
    expect(err).toContain('Turnwise cannot use the target "gpt". Unknown key "input" in target "gpt".');
    expect(err).toContain('Fix it in targets.yaml.');
    writeFileSync(join(cwd, 'targets.yaml'), `targets:\n${gpt}  - {id: echo, provider: builtin, model: echo}\n`);
    const again = await runInProcess(['run', 'a.eval.yaml', ...more], cwd);
    expect(again.err).toContain('Fix it in targets.yaml, or use another target: echo.');
  });

  it('no target named, and several to choose from', async () => {
    const cwd = makeDesk({ [file]: refunds.replace('targets: [desk]', '') });
    const { code, err } = await runInProcess(['run', file], cwd);
    expect(err).toContain('Available: desk, echo, mute, sleepy, slow, agent.');
    expect(code).toBe(2);
  });
});

describe('--max-calls and --resume', () => {
  it('skips the rest, prints how to resume, and resumes', async () => {
    const cwd = makeDesk();
    const first = await runInProcess(['run', file, '--max-calls', '2', '-c', '1'], cwd);
    expect(first.err).toContain('1 conversation skipped. Resume with:\n  turnwise run --resume ');
    expect(first.code).toBe(1);
    const second = await runJson(['--resume'], cwd);
    expect(second.counts).toEqual({ pass: 2, fail: 1, error: 0, ungraded: 0, skipped: 0 });
    expect(first.err).toContain(second.run);
  });

  it('says why a case was skipped', async () => {
    const { cases } = await runJson([file, '--max-calls', '1', '-c', '1'], makeDesk());
    expect(cases.map(({ status, reason }) => [status, reason])).toEqual([
      ['pass', undefined],
      ['skipped', '--max-calls 1 was reached'],
      ['skipped', '--max-calls 1 was reached'],
    ]);
  });

  it('asks nothing twice: a conversation resumes at its next turn', async () => {
    const cwd = makeDesk();
    const first = await runJson([file, '--case', 'long', '--max-calls', '1'], cwd);
    expect(first.cases[0]?.turns).toHaveLength(1);
    expect(first.code).toBe(3);
    const second = await runJson(['--resume', first.run, '--max-calls', '1'], cwd);
    expect(second.cases[0]?.turns[0]).toEqual(first.cases[0]?.turns[0]);
    expect(second.cases[0]?.status).toBe('pass');
    expect(second.cases[0]).not.toHaveProperty('reason');
    expect(second.code).toBe(0);
  });

  it('resumes the cases that were chosen, and no others', async () => {
    const cwd = makeDesk();
    await runJson([file, '--limit', '2', '--repeat', '2', '--max-calls', '3', '-c', '1'], cwd);
    const { cases, counts } = await runJson(['--resume'], cwd);
    expect(cases.map(({ id, repeat }) => `${id} ${repeat}`)).toEqual(['good 0', 'good 1', 'bad 0', 'bad 1']);
    expect(counts).toMatchObject({ pass: 2, fail: 2, skipped: 0 });
  });

  it('refuses when a file changed, says which, and resumes with --force', async () => {
    const cwd = makeDesk();
    const { run } = await runJson([file, '--max-calls', '1', '-c', '1'], cwd);
    appendFileSync(join(cwd, file), '# a remark\n');
    const targets = join(cwd, 'targets.yaml');
    writeFileSync(targets, readFileSync(targets, 'utf8').replace('reply: "No."', 'reply: "A refund? No."'));
    const refused = await runInProcess(['run', '--resume'], cwd);
    const says = refused.err.replaceAll(/\s+/g, ' ');
    expect(says).toContain(`The eval file ${file} changed.`);
    expect(says).toContain('The rules of target "desk" changed');
    expect(refused.err).toContain(`turnwise run --resume ${run} --force`);
    expect(refused.code).toBe(2);
    const forced = await runJson(['--resume', '--force'], cwd);
    expect(forced.counts).toMatchObject({ pass: 3, skipped: 0 });
  });

  it('knows its cases by their ids when others were put before them', async () => {
    const cwd = makeDesk({ [file]: toCases('echo', 6) });
    await runJson([file, '--max-calls', '3', '-c', '1'], cwd);
    const before = '  - {id: new, input_messages: [{role: user, content: turn new}]}\n';
    writeFileSync(join(cwd, file), toCases('echo', 6).replace('cases:\n', `cases:\n${before}`));
    const forced = await runJson(['--resume', '--force'], cwd);
    expect(forced.counts).toMatchObject({ pass: 7, skipped: 0 });
    const asked = forced.cases.map(({ id, turns }) => `${id}: ${turns[0]?.formatted_question}`);
    const wanted = [0, 1, 2, 3, 4, 5].map((index) => `c${index}: turn ${index}`);
    expect(asked.toSorted()).toEqual([...wanted, 'new: turn new']);
    const shown = await runInProcess(['show', 'run:last'], cwd);
    expect(shown.out).toContain(`Resumed with --force: The eval file ${file} changed.`);
  });

  it('plays conversations in error again with --retry-errors', async () => {
    const cwd = makeDesk({ [file]: toCases('sleepy', 1) });
    const first = await runJson([file, '--max-seconds', '0.05'], cwd);
    expect(first.cases[0]?.error).toMatchObject({ cause: 'limit', turnIndex: 1 });
    const again = await runJson(['--resume', '--retry-errors', '--max-seconds', '0.05'], cwd);
    expect(again).toMatchObject({ run: first.run, counts: { error: 1 }, code: 3 });
  });

  it('has nothing to resume when every run is at its end', async () => {
    const cwd = makeDesk();
    await runJson([file], cwd);
    const { code, err } = await runInProcess(['run', '--resume'], cwd);
    expect(err).toContain('There is nothing to resume');
    expect(code).toBe(2);
  });

  it('names the file of another project, where the run can be found again', async () => {
    const [cwd, here] = [makeDesk(), makeDesk({})];
    const path = join(cwd, file);
    const { err, out } = await runInProcess(['run', path, '--max-calls', '1', '-c', '1'], here);
    expect(err).toContain(`turnwise run ${path} --resume `);
    expect(out).toContain(`--db ${join(cwd, '.turnwise/turnwise.db')}`);
    expect(existsSync(join(here, '.turnwise/turnwise.db'))).toBe(false);
    expect((await runJson([path, '--resume'], here)).counts).toMatchObject({ skipped: 0 });
  });
});

describe('--record', () => {
  it('writes a cassette that a replay target answers from', async () => {
    const cwd = makeDesk();
    const recorded = await runJson([file, '--record', 'desk.cassette.jsonl'], cwd);
    const replay = 'targets:\n  - {id: desk, provider: replay, cassette: desk.cassette.jsonl}\n';
    writeFileSync(join(cwd, 'targets.yaml'), replay);
    const replayed = await runJson([file], cwd);
    const replies = ({ cases }: typeof recorded) => cases.map(({ turns }) => turns.map(({ reply }) => reply));
    expect(replies(replayed)).toEqual(replies(recorded));
    expect(replayed.counts).toEqual(recorded.counts);
  });
});
