import { describe, expect, it } from 'vitest';
import type { CaseRecord } from '../../src/conversation/run/run-record.ts';
import { makeDesk } from '../support/desk-project.ts';
import { importInto, withStore } from '../support/import-into.ts';
import { runInProcess } from '../support/run-in-process.ts';

const file = 'curated.eval.yaml';

function makeItem(id: string, fields: Record<string, unknown> = {}) {
  return {
    id,
    datasetName: 'refunds',
    status: 'approved',
    manualTags: ['topic:returns'],
    history: [
      { role: 'user', msg: 'Hello' },
      { role: 'assistant', msg: 'Which order?', answerKey: { mustMention: ['order'] } },
      { role: 'user', msg: id === 'angry' ? 'I am angry' : 'Order 4711', tags: ['number'] },
      {
        role: 'assistant',
        msg: 'Your refund is coming.',
        refs: [{ url: 'https://docs.example.com/refunds' }],
        answerKey: { mustMention: ['refund'], mustNotMention: ['No.'] },
      },
    ],
    ...fields,
  };
}

/** The desk with a dataset: two approved items, of which `angry` fails at its last turn, and one draft. */
async function makeDataset(cases = '{dataset: refunds}', more = ''): Promise<string> {
  const cwd = makeDesk({ [file]: `targets: [desk]\n${more}cases: ${cases}\n` });
  await importInto(cwd, [makeItem('good'), makeItem('angry'), makeItem('raw', { status: 'draft', manualTags: [] })]);
  return cwd;
}

async function runJson(args: readonly string[], cwd: string) {
  const { code, out, err } = await runInProcess(['run', ...args, '--json', '--quiet'], cwd);
  if (out === '') throw new Error(err);
  const printed: { run: string; counts: Record<string, number>; cases: CaseRecord[] } = JSON.parse(out);
  return { code, err, ...printed };
}

const idsOf = (cases: readonly CaseRecord[]) => cases.map(({ id }) => id);

/** The roles of the assistant turns of an item are those that the dataset names. */
async function makeAgentDataset(): Promise<string> {
  const cwd = makeDesk({ [file]: 'targets: [desk]\ncases: {dataset: refunds}\n' });
  await withStore(cwd, ({ curation }) =>
    curation.datasets.create({ name: 'refunds', assistantRoles: ['output-agent'], actor: 'ann' }),
  );
  const { history, ...item } = makeItem('good');
  const renamed = history.map((turn) => (turn.role === 'assistant' ? { ...turn, role: 'output-agent' } : turn));
  await importInto(cwd, [{ ...item, history: renamed }]);
  return cwd;
}

describe('cases from a dataset that names the roles of its assistant', () => {
  it('play every assistant turn, each checked by its key', async () => {
    const { code, cases } = await runJson([file], await makeAgentDataset());
    expect([code, cases.map(({ id, play, status }) => [id, play, status])]).toEqual([
      0,
      [['good', 'every-turn', 'pass']],
    ]);
    expect(cases[0]?.verdicts.map(({ turnIndex }) => turnIndex)).toEqual([1, 3, 3]);
  });

  it('are the same after a backup and a restore', async () => {
    const cwd = await makeAgentDataset();
    await runInProcess(['backup', 'x.backup'], cwd);
    expect(await runInProcess(['restore', 'x.backup', '--db', 'new.db'], cwd)).toMatchObject({ code: 0 });
    const args = [file, '--db', 'new.db'];
    expect((await runJson(args, cwd)).cases.map(({ status, tags }) => [status, tags])).toEqual(
      (await runJson([file], cwd)).cases.map(({ status, tags }) => [status, tags]),
    );
  });
});

describe('cases from a dataset', () => {
  it('are its approved items by id, each answer asked for on its own and checked by the key of its turn', async () => {
    const { code, cases } = await runJson([file], await makeDataset());
    expect(code).toBe(1);
    expect(cases.map(({ id, eval: evalName, play, status }) => [id, evalName, play, status])).toEqual([
      ['angry', 'curated', 'every-turn', 'fail'],
      ['good', 'curated', 'every-turn', 'pass'],
    ]);
    const verdicts = cases[0]?.verdicts.map((verdict) => [
      verdict.grader,
      verdict.turnIndex,
      'pass' in verdict && verdict.pass,
    ]);
    expect(verdicts).toEqual([
      ['turn-2/must-mention-1', 1, true],
      ['turn-4/must-mention-1', 3, false],
      ['turn-4/must-not-mention-1', 3, false],
    ]);
    expect(cases[1]?.turns[1]?.formatted_question).toBe(
      '[User]:\nHello\n\n[Assistant]:\nWhich order?\n\n[User]:\nOrder 4711',
    );
    expect(cases[1]?.tags).toContain('topic:returns');
  });

  it.each([
    ['another status', '{dataset: refunds, status: draft}', '', [], ['raw']],
    ['a tag', '{dataset: refunds, tags: ["Topic: Returns"]}', '', [], ['angry', 'good']],
    ['--case', '{dataset: refunds}', '', ['--case', 'good'], ['good']],
    ['--tag', '{dataset: refunds}', '', ['--tag', 'topic:returns', '--limit', '1'], ['angry']],
    ['--limit', '{dataset: refunds}', '', ['--limit', '1'], ['angry']],
    ['other plays', '{dataset: refunds}', 'play: [reply, every-turn]\n', ['--case', 'good'], ['good', 'good']],
  ])('can be chosen by %s', async (_title, cases, more, args, ids) => {
    expect(idsOf((await runJson([file, ...args], await makeDataset(cases, more))).cases)).toEqual(ids);
  });

  it('have graders of the file besides their keys', async () => {
    const cwd = await makeDataset('{dataset: refunds}', 'graders: [{contains: order, when: {reply: 1}}]\n');
    const { cases } = await runJson([file, '--case', 'good'], cwd);
    expect(cases[0]?.verdicts.map(({ grader }) => grader)).toContain('contains-1');
  });

  it('are planned before they are played', async () => {
    const { err } = await runInProcess(['run', file], await makeDataset());
    expect(err).toContain('Plan: 2 cases, 2 conversations with desk · 4 calls');
    const both = await makeDataset('{dataset: refunds}', 'play: [every-turn, script]\n');
    expect((await runInProcess(['run', file], both)).err).toContain(
      'Plan: 2 cases, 4 conversations with desk · 8 calls',
    );
  });

  it('resume where a run stopped, unless the dataset changed since', async () => {
    const cwd = await makeDataset();
    const first = await runJson([file, '--max-calls', '2', '-c', '1'], cwd);
    expect(first.counts).toMatchObject({ fail: 1, skipped: 1 });
    await importInto(cwd, [makeItem('good', { manualTags: ['topic:late'] })]);
    const changed = await runInProcess(['run', '--resume', first.run], cwd);
    expect(changed.err.replaceAll(/\s+/g, ' ')).toContain(
      'The dataset "refunds" changed: some of its items were edited.',
    );
    expect(changed.err).toContain('(RUN_CHANGED)');
    const forced = await runInProcess(['run', '--resume', first.run, '--force', '--json'], cwd);
    expect(JSON.parse(forced.out).counts).toMatchObject({ fail: 1, pass: 1, skipped: 0 });
  });

  it('resume where a run stopped', async () => {
    const cwd = await makeDataset();
    const { run } = await runJson([file, '--max-calls', '2', '-c', '1'], cwd);
    const { out } = await runInProcess(['run', '--resume', run, '--json', '--quiet'], cwd);
    const { cases }: { cases: CaseRecord[] } = JSON.parse(out);
    expect(cases.map(({ id, status }) => [id, status])).toEqual([
      ['angry', 'fail'],
      ['good', 'pass'],
    ]);
  });

  it.each([
    ['a dataset that is not there', '{dataset: refund}', 'Did you mean "refunds"?', 'DATASET_UNKNOWN'],
    [
      'a status that no item has',
      '{dataset: refunds, status: skipped}',
      'It has 2 approved, 1 draft.',
      'RUN_NOTHING_SELECTED',
    ],
    ['a tag that no item has', '{dataset: refunds, tags: [topic:x]}', 'and the tag topic:x.', 'RUN_NOTHING_SELECTED'],
    ['a status that is none', '{dataset: refunds, status: aproved}', 'aproved', 'EVAL_BAD_VALUE'],
    ['a tag without a group', '{dataset: refunds, tags: [late]}', 'group:value', 'EVAL_BAD_VALUE'],
  ])('are refused: %s', async (_title, cases, text, code) => {
    const { code: exit, err } = await runInProcess(['run', file], await makeDataset(cases));
    expect(err).toContain(text);
    expect(err).toContain(`(${code})`);
    expect(exit).toBe(2);
  });

  it('are refused with a simulated user, by validate too', async () => {
    const cwd = await makeDataset('{dataset: refunds}', 'play: [script, simulate]\n');
    const { code, out } = await runInProcess(['validate', file], cwd);
    expect(out).toContain('Cases from a dataset do not support "play: simulate".');
    expect(code).toBe(2);
  });

  it('are played as a script and every-turn, graded by the same keys and references at the same turns', async () => {
    const refs = 'graders: [{citations: true, when: {reply: 2}}]\n';
    const cwd = await makeDataset('{dataset: refunds}', `play: [every-turn, script]\n${refs}`);
    const { cases } = await runJson([file, '--case', 'good'], cwd);
    expect(cases.map(({ play, status }) => [play, status])).toEqual([
      ['every-turn', cases[0]?.status],
      ['script', cases[0]?.status],
    ]);
    const [everyTurn, script] = cases.map(({ verdicts }) =>
      verdicts.map((one) => [one.grader, one.turnIndex, one.status]),
    );
    expect(script).toEqual(everyTurn);
    expect(script).toEqual(
      expect.arrayContaining([
        ['turn-2/must-mention-1', 1, 'graded'],
        ['turn-4/must-mention-1', 3, 'graded'],
        ['turn-4/must-not-mention-1', 3, 'graded'],
        ['citations-1', 3, 'graded'],
      ]),
    );
    const own = cases[1]?.turns[0]?.reply;
    expect(cases[1]?.turns[1]?.formatted_question).toBe(
      `[User]:\nHello\n\n[Assistant]:\n${own}\n\n[User]:\nOrder 4711`,
    );
  });

  it('resume in the middle of a script, and can be graded again', async () => {
    const cwd = await makeDataset('{dataset: refunds}', 'play: script\n');
    const { run } = await runJson([file, '--max-calls', '1', '-c', '1'], cwd);
    const { out } = await runInProcess(['run', '--resume', run, '--json', '--quiet'], cwd);
    const { cases }: { cases: CaseRecord[] } = JSON.parse(out);
    expect(cases.map(({ id, status, turns }) => [id, status, turns.length])).toEqual([
      ['angry', 'fail', 2],
      ['good', 'pass', 2],
    ]);
    const again = await runInProcess(['grade', run, '--json', '--quiet'], cwd);
    expect(again.err).not.toContain('changed');
    expect(JSON.parse(again.out)).toMatchObject({ counts: { pass: 1, fail: 1 } });
  });

  it('are played as a script with tools in them: the lines are asked, and keys grade at the places of every-turn', async () => {
    const cwd = await makeDataset('{dataset: refunds}', 'play: [every-turn, script]\n');
    const history = [
      { role: 'user', msg: 'Hello' },
      { role: 'assistant', msg: '', tool_calls: [{ name: 'find_order' }] },
      { role: 'tool', msg: 'order 4711', name: 'find_order' },
      { role: 'assistant', msg: 'Which order?', answerKey: { mustMention: ['order'] } },
      { role: 'user', msg: 'Order 4711' },
      { role: 'assistant', msg: 'Order 4711 is coming.', answerKey: { mustMention: ['4711'] } },
    ];
    await importInto(cwd, [makeItem('tools', { history })]);
    const { err, out } = await runInProcess(['run', file, '--case', 'tools', '--json'], cwd);
    expect(err).not.toContain('EVAL_NO_TURNS');
    const { cases }: { cases: CaseRecord[] } = JSON.parse(out);
    const [everyTurn, script] = cases;
    expect(everyTurn?.turns.map(({ turnIndex }) => turnIndex)).toEqual([1, 3, 5]);
    expect(script?.turns.map(({ turnIndex }) => turnIndex)).toEqual([3, 5]);
    expect(script?.verdicts.map(({ turnIndex }) => turnIndex)).toEqual([3, 5]);
    expect(JSON.stringify(script?.turns[1]?.raw_request)).not.toContain('find_order');
  });

  it('are shown, when there is a store', async () => {
    const cwd = await makeDataset();
    const { out } = await runInProcess(['preview', file], cwd);
    expect(out).toMatch(/curated \/ angry[\s\S]+I am angry[\s\S]+curated \/ good/);
    expect((await runInProcess(['preview', file, '--case', 'good', '--json'], cwd)).out).toContain('"id": "good"');
    expect((await runInProcess(['preview', file, '--case', 'goods'], cwd)).err).toContain('Did you mean "good"?');
    const without = await runInProcess(['preview', file], makeDesk({ [file]: 'cases: {dataset: refunds}\n' }));
    expect(without.out).toContain('Turnwise reads them when the eval runs');
  });
});
