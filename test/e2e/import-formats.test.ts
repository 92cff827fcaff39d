import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runInProcess } from '../support/run-in-process.ts';
import { makeProject } from '../support/temp-project.ts';

const toLines = (values: readonly unknown[]) => `${values.map((value) => JSON.stringify(value)).join('\n')}\n`;

/** One trial of a task, in the form of tau-bench. */
const trial = (task: number, number: number, reward: number | undefined, more: object = {}) => ({
  task_id: task,
  trial: number,
  reward,
  info: { user_cost: 0.01 },
  traj: [
    { role: 'system', content: 'You sell lamps.' },
    { role: 'user', content: `Cancel order ${task}.` },
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'c1', type: 'function', function: { name: 'cancel', arguments: `{"order":${task}}` } }],
    },
    { role: 'tool', tool_call_id: 'c1', name: 'cancel', content: 'done' },
    { role: 'assistant', content: 'It is canceled.' },
  ],
  ...more,
});

/** Five tasks, two trials: pass^1 is 8/10, pass^2 is 3/5. */
const trials = [0, 1].flatMap((number) =>
  [0, 1, 2, 3, 4].map((task) => trial(task, number, task < number * 2 ? 0 : 1)),
);

describe('turnwise import of tau-bench trajectories', () => {
  it('records the rewards as a run, so that show prints pass^k', async () => {
    const cwd = makeProject({ 'gpt-retail.json': JSON.stringify(trials) });
    expect(await runInProcess(['validate', 'gpt-retail.json'], cwd)).toMatchObject({
      code: 0,
      out: expect.stringContaining('1 importable file (10 conversations)'),
    });
    const { code, out } = await runInProcess(['import', 'gpt-retail.json'], cwd);
    expect(code).toBe(0);
    expect(out).toContain('10 items: 10 created.');
    expect(out).toMatch(/Run \S+: 10 conversations \(5 cases, 2 repeats\) with rewards\./);
    const shown = await runInProcess(['show', 'last'], cwd);
    expect(shown.out).toContain('all of k repeats pass: 0.800 0.600 for k=1–2 (n=5)');
    const exported = await runInProcess(['export'], cwd);
    const [item] = exported.out.split('\n').map((line) => (line === '' ? undefined : JSON.parse(line)));
    expect(item.history.map(({ role, msg }: { role: string; msg: string }) => [role, msg])).toEqual(
      trials[0]?.traj.map(({ role, content }) => [role, content ?? '']),
    );
    expect(item.meta).toMatchObject({ reward: 1, tools: [{ name: 'cancel', inferred: true }] });
  });

  it('records the same file once, and counts missing rewards', async () => {
    const cwd = makeProject({
      'a.json': JSON.stringify(trials),
      'b.json': JSON.stringify([trial(0, 0, undefined), trial(1, 0, 1)]),
    });
    await runInProcess(['import', 'a.json'], cwd);
    expect((await runInProcess(['import', 'a.json'], cwd)).out).toContain('a.json is already imported as run');
    const second = await runInProcess(['import', 'b.json', '--dataset', 'b'], cwd);
    expect(second.out).toContain('2 conversations (2 cases, 1 repeat) with 1 reward.');
    const runs = await runInProcess(['runs', '--json'], cwd);
    expect(JSON.parse(runs.out)).toHaveLength(2);
    expect((await runInProcess(['compare', 'previous', 'last'], cwd)).err).not.toContain('internal');
  });

  it('cannot be resumed or graded again, but its failures can be reviewed', async () => {
    const cwd = makeProject({ 'a.json': JSON.stringify(trials) });
    await runInProcess(['import', 'a.json'], cwd);
    const list: readonly { readonly run: string }[] = JSON.parse((await runInProcess(['runs', '--json'], cwd)).out);
    const id = list[0]?.run ?? '';
    for (const command of [
      ['run', '--resume', id],
      ['grade', id],
      ['label', `run:${id}`, '--sample', '2'],
    ]) {
      const { code, err } = await runInProcess(command, cwd);
      expect({ code, known: err.includes('RUN_IMPORTED') }).toEqual({ code: 2, known: true });
    }
    const reviewed = await runInProcess(['import', `run:${id}`, '--status', 'fail', '--dataset', 'fails'], cwd);
    expect(reviewed.out).toContain('2 items: 2 created.');
  });

  it.each([
    [
      'a tool result without a call',
      [trial(0, 0, 1), trial(1, 0, 1, { traj: [{ role: 'tool', tool_call_id: 'x', content: '' }] })],
      'has a tool result without a call',
    ],
    ['a trial twice with other content', [...trials, trial(4, 1, 0)], 'has the same task 4 and trial 1 as entry 10'],
  ])('refuses %s with its line, and stores nothing', async (_title, entries, message) => {
    const cwd = makeProject({ 'a.jsonl': toLines(entries) });
    const { code, err } = await runInProcess(['import', 'a.jsonl'], cwd);
    expect(code).toBe(2);
    expect(err.replaceAll(/\s+/g, ' ')).toContain(message);
    expect(err).toContain(`a.jsonl:${entries.length}`);
    expect(existsSync(join(cwd, '.turnwise/turnwise.db'))).toBe(false);
  });
});

const tree = {
  message_tree_id: 't1',
  prompt: {
    message_id: 'a',
    text: 'Which lamp?',
    role: 'prompter',
    replies: [
      { message_id: 'b', text: 'Any.', role: 'assistant', rank: 1 },
      { message_id: 'c', text: 'The small one.', role: 'assistant', rank: 0, replies: [] },
    ],
  },
};

describe('turnwise import of message trees', () => {
  it('takes the best conversation of each tree, or all of them with --paths all', async () => {
    const cwd = makeProject({ 'trees.jsonl': toLines([tree]) });
    const best = await runInProcess(['import', 'trees.jsonl'], cwd);
    expect(best.err).toContain('message on another path  1  first: t1, b');
    expect(best.out).toContain('1 item: 1 created.');
    const all = await runInProcess(['import', 'trees.jsonl', '--paths', 'all', '--dataset', 'all'], cwd);
    expect(all).toMatchObject({ code: 0, err: '', out: expect.stringContaining('2 items: 2 created.') });
    const exported = await runInProcess(['export', 'dataset:trees', '--format', 'messages'], cwd);
    expect(JSON.parse(exported.out).messages.map(({ content }: { content: string }) => content)).toEqual([
      'Which lamp?',
      'The small one.',
    ]);
  });

  it('stores nothing of a file with a ring', async () => {
    const ring = [
      { message_id: 'ok', parent_id: null, text: 'x', role: 'prompter' },
      { message_id: 'a', parent_id: 'b', text: 'x', role: 'prompter' },
      { message_id: 'b', parent_id: 'a', text: 'x', role: 'assistant' },
    ];
    const cwd = makeProject({ 'flat.jsonl': toLines(ring) });
    const { code, err } = await runInProcess(['import', 'flat.jsonl'], cwd);
    expect(code).toBe(2);
    expect(err).toContain('flat.jsonl:2');
    expect(err).toContain('The message "a" answers itself');
    expect(existsSync(join(cwd, '.turnwise/turnwise.db'))).toBe(false);
  });

  it('refuses --paths for other files', async () => {
    const cwd = makeProject({ 'chats.jsonl': '{"messages":[{"role":"user","content":"hi"}]}\n' });
    const { code, err } = await runInProcess(['import', 'chats.jsonl', '--paths', 'all'], cwd);
    expect({ code, known: err.includes('--paths only works with OASST message trees.') }).toEqual({
      code: 2,
      known: true,
    });
  });
});

describe('turnwise export to the format of the file', () => {
  it.each([
    ['openai', '{"source":"web","id":7,"messages":[{"role":"user","content":"hi"}],"split":"train","note":null}'],
    [
      'sharegpt',
      '{"id":"s","conversations":[{"role":"user","content":"hi"},{"from":"gpt","value":"yo"}],"system":"Be kind."}',
    ],
    ['anthropic', '{"model":"m","system":"Be kind.","messages":[{"role":"user","content":"hi"}],"custom_id":"c"}'],
  ])('%s writes the same bytes', async (format, line) => {
    const cwd = makeProject({ 'chats.jsonl': `${line}\n` });
    await runInProcess(['import', 'chats.jsonl'], cwd);
    const { out } = await runInProcess(['export', 'dataset:chats', '--format', format], cwd);
    expect(out).toBe(`${line}\n`);
  });
});
