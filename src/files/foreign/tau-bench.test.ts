import { describe, expect, it } from 'vitest';
import { makeProject } from '../../../test/support/temp-project.ts';
import { type ImportFile, openImportFile } from './open-import-file.ts';

const call = (id: string, given: string, name = 'find_seat') => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id, type: 'function', function: { name, arguments: given } }],
});
const answer = (id: string, content = '') => ({ role: 'tool', tool_call_id: id, name: 'find_seat', content });
const traj = [
  { role: 'user', content: 'A window seat, please.' },
  call('c1', '{"row": 4, "side":"left"}'),
  answer('c1'),
  { role: 'assistant', content: 'Row 4 is free.' },
  { role: 'user', content: '###STOP###' },
];
const trial = (fields: object) => ({ task_id: 0, trial: 0, reward: 1, traj, info: { source: 'user' }, ...fields });

async function open(value: unknown): Promise<ImportFile> {
  return openImportFile('air.json', makeProject({ 'air.json': JSON.stringify(value, null, 1) }));
}

async function listValues(file: ImportFile): Promise<readonly unknown[]> {
  return (await Array.fromAsync(file.entries)).map(({ value }) => value);
}

describe('tau-bench trajectories', () => {
  it('become items with every message, named by task and trial', async () => {
    const file = await open([trial({}), trial({ trial: 1, reward: 0 })]);
    const [first, second] = await listValues(file);
    expect(file.format).toBe('tau-bench');
    expect(first).toMatchObject({
      id: 'task-0-trial-0',
      messages: traj,
      meta: { reward: 1, info: { source: 'user' } },
    });
    expect(second).toMatchObject({ id: 'task-0-trial-1', meta: { task_id: 0, trial: 1, reward: 0 } });
    expect(file.trajectories?.list.map(({ task, trial: number, reward }) => [task, number, reward])).toEqual([
      ['0', 0, 1],
      ['0', 1, 0],
    ]);
  });

  it('infer the tools from the calls of the whole file', async () => {
    const other = [
      call('c1', '{"row": 4.5, "note": null}'),
      answer('c1'),
      call('c2', 'not JSON', 'wait'),
      answer('c2'),
    ];
    const [first] = await listValues(await open([trial({}), trial({ task_id: 1, traj: other })]));
    expect(first).toMatchObject({
      meta: {
        tools: [
          {
            name: 'find_seat',
            parameters: {
              type: 'object',
              properties: { row: { type: 'number' }, side: { type: 'string' }, note: { type: 'null' } },
              required: ['row'],
            },
            inferred: true,
          },
          { name: 'wait', parameters: { type: 'object', properties: {}, required: [] }, inferred: true },
        ],
      },
    });
  });

  it('count the trials of a task where they have no number', async () => {
    const bare = { task_id: 'a', reward: 0, traj };
    const file = await open([bare, { ...bare, reward: 1 }, { ...bare, task_id: 'b' }]);
    expect(file.trajectories?.list.map(({ task, trial: number }) => `${task} ${number}`)).toEqual([
      'a 0',
      'a 1',
      'b 0',
    ]);
  });

  it('count once if they appear twice, and have no reward if the file has none', async () => {
    const file = await open([trial({ reward: null }), trial({ reward: null })]);
    expect(file.trajectories?.list.map(({ reward }) => reward)).toEqual([undefined]);
    expect(await listValues(file)).toHaveLength(1);
  });

  it('keep why a trial failed before its first message', async () => {
    const file = await open([trial({ reward: 0, traj: [], info: { error: 'timed out' } })]);
    expect(file.trajectories?.list).toMatchObject([{ reward: 0, error: 'timed out', turns: [] }]);
  });

  it('are read from Anthropic blocks, too', async () => {
    const blocks = [
      { role: 'user', content: 'A seat' },
      { role: 'assistant', content: [{ type: 'tool_use', id: 't1', name: 'find_seat', input: { row: 1 } }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: 'free' }] },
    ];
    const file = await open([trial({ traj: blocks })]);
    expect(file.trajectories?.list[0]?.turns.map(({ role, msg }) => `${role} ${msg}`)).toEqual([
      'user A seat',
      'assistant ',
      'tool free',
    ]);
  });

  const seat = 'has a tool result without a call: turn 2 answers "c9".';
  it.each([
    ['a tool result without a call', [trial({}), trial({ trial: 1, traj: [traj[0], answer('c9')] })], seat],
    ['a reward that is no number', [trial({}), trial({ trial: 1, reward: 'good' })], 'has the reward "good".'],
    ['a trial that is no number', [trial({}), trial({ trial: -1 })], 'has the trial -1.'],
    [
      'the same trial with different content',
      [trial({}), trial({ reward: 0 })],
      'has the same task 0 and trial 0 as entry 1 (line 2), with different content.',
    ],
    ['a message without a role', [trial({}), trial({ trial: 1, traj: [{ content: 'x' }] })], 'Missing key "role".'],
  ])('are refused as a whole for %s', async (_title, value, message) => {
    await expect(open(value)).rejects.toMatchObject({
      problems: [{ code: 'IMPORT_BAD_ENTRY', message: expect.stringContaining(message), file: 'air.json' }],
    });
    await expect(open(value)).rejects.toMatchObject({ problems: [{ message: expect.stringMatching(/^Entry 2 /) }] });
  });
});

describe('tau²-bench results', () => {
  const results = {
    info: { agent_info: { llm: 'small-model' }, environment_info: { domain_name: 'retail' } },
    tasks: [{ id: '5', purpose: 'Exchange a lamp' }],
    simulations: [
      {
        id: 'sim-1',
        task_id: '5',
        trial: 0,
        reward_info: { reward: 1 },
        messages: [
          { role: 'user', content: 'A lamp', tool_calls: null, turn_idx: 0 },
          {
            role: 'assistant',
            content: null,
            tool_calls: [{ id: 'c1', name: 'find_order', arguments: { id: 3 }, requestor: 'assistant' }],
            cost: 0.01,
            raw_data: { id: 'x' },
          },
          { id: 'c1', role: 'tool', content: 'order 3', requestor: 'assistant', error: false },
        ],
      },
    ],
  };

  it('become trajectories that name the agent and the domain', async () => {
    const file = await open(results);
    expect(file.trajectories?.list).toMatchObject([
      { task: '5', trial: 0, reward: 1, agent: 'small-model', domain: 'retail' },
    ]);
    const [item] = await listValues(file);
    expect(item).toMatchObject({
      id: 'task-5-trial-0',
      messages: [
        { role: 'user', content: 'A lamp' },
        { role: 'assistant', tool_calls: [{ id: 'c1', name: 'find_order', arguments: { id: 3 } }] },
        { role: 'tool', tool_call_id: 'c1', content: 'order 3' },
      ],
      meta: { task: { purpose: 'Exchange a lamp' }, tools: [{ name: 'find_order' }] },
    });
    expect(file.report.listKinds().map(({ what }) => what)).toEqual(['raw_data of a message']);
  });
});
