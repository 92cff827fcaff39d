import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { makeDesk } from '../../test/support/desk-project.ts';
import { importInto, withStore } from '../../test/support/import-into.ts';
import { runInProcess } from '../../test/support/run-in-process.ts';
import type { CaseStatus } from '../conversation/verdict.ts';
import { listRunItems } from './run-items.ts';

const evals = `
targets: [desk]
cases:
  - id: angry
    tags: [short, "Topic: Money"]
    outcome: The desk stays calm.
    input_messages: [{role: system, content: You are the desk.}, {role: user, content: I am angry}]
    expected_messages: [{role: assistant, content: I am sorry., refs: [{url: "https://docs.example.com/calm"}]}]
    graders: [{contains: sorry}]
  - id: lines
    turns:
      - {user: I am angry, expect: I am sorry., graders: [{contains: sorry}]}
      - {user: Order 4711, outcome: It mentions the refund.}
  - id: known
    play: every-turn
    input_messages:
      - {role: user, content: Order 4711, id: m1}
      - {role: assistant, content: It is on its way., id: m2}
      - {role: user, content: I am angry, id: m3}
      - {role: assistant, content: I am sorry., id: m4}
    graders: [{contains: way, when: {reply: 1}}, {contains: sorry, when: {reply: 2}}]
  - id: fine
    input_messages: [{role: user, content: Order 4711}]
    graders: [{contains: refund}]
  - id: attached
    targets: [mute]
    input_messages: [{role: user, content: [{type: file, value: policy.md}, Hello]}]
    graders: [{contains: x}]
`;

async function playDesk() {
  const cwd = makeDesk({ 'desk.eval.yaml': evals, 'policy.md': 'Be kind.' });
  const { out } = await runInProcess(['run', 'desk.eval.yaml', '--json', '--quiet'], cwd);
  const { run }: { run: string } = JSON.parse(out);
  return { cwd, run };
}

interface ListOptions {
  readonly statuses?: readonly CaseStatus[];
  readonly root?: string;
}

async function list(cwd: string, run: string, options: ListOptions = {}) {
  return withStore(cwd, async (store) => {
    const items = new Map<string, Record<string, unknown>>();
    for await (const item of listRunItems(store, run, { dataset: 'review', ...options }))
      items.set(String(item.id), item);
    return items;
  });
}

describe('listRunItems', () => {
  it('gives failed, errored and ungraded conversations, with stable ids', async () => {
    const { cwd, run } = await playDesk();
    const items = await list(cwd, `run:${run}`);
    const ids = [
      `${run}~angry~desk`,
      `${run}~lines~desk~script`,
      `${run}~known~desk~every-turn`,
      `${run}~attached~mute`,
    ];
    expect([...items.keys()].sort()).toEqual(ids.sort());
    expect(await list(cwd, run)).toEqual(items);
    expect([...(await list(cwd, run, { statuses: ['error'] })).keys()]).toEqual([`${run}~attached~mute`]);
  });

  it('puts the reply into the history, with its verdicts and the reason for review', async () => {
    const { cwd, run } = await playDesk();
    const item = (await list(cwd, run)).get(`${run}~angry~desk`);
    expect(item).toEqual({
      id: `${run}~angry~desk`,
      datasetName: 'review',
      status: 'draft',
      manualTags: ['topic:money'],
      history: [
        { role: 'system', msg: 'You are the desk.' },
        { role: 'user', msg: 'I am angry' },
        {
          role: 'assistant',
          msg: 'No.',
          replyUnderTest: {
            run,
            caseId: 'angry',
            verdicts: [expect.objectContaining({ grader: 'contains-1', pass: false })],
          },
        },
      ],
      comment: `Run ${run}, case "angry", target "desk", last turn only: fail.\nTurn 3, contains-1: The reply does not contain "sorry". Got "No."`,
      meta: {
        run: {
          ...{ run, case: 'angry', eval: 'desk', target: 'desk', send: 'messages', play: 'reply', repeat: 0 },
          ...{ status: 'fail', tags: ['short', 'Topic: Money'] },
        },
      },
    });
  });

  it('includes the answer keys if the files are unchanged', async () => {
    const { cwd, run } = await playDesk();
    const items = await list(cwd, run, { root: cwd });
    expect(items.get(`${run}~angry~desk`)?.history).toMatchObject([
      {},
      {},
      {
        msg: 'No.',
        refs: [{ url: 'https://docs.example.com/calm' }],
        answerKey: { reference: 'I am sorry.', mustMention: ['sorry'], outcome: 'The desk stays calm.' },
      },
    ]);
    expect(items.get(`${run}~lines~desk~script`)?.history).toMatchObject([
      {},
      { msg: 'No.', answerKey: { reference: 'I am sorry.', mustMention: ['sorry'] } },
      {},
      { answerKey: { outcome: 'It mentions the refund.' } },
    ]);
  });

  it('keeps the reference turns, and stores the failed reply in their meta', async () => {
    const { cwd, run } = await playDesk();
    const { history } = (await list(cwd, run)).get(`${run}~known~desk~every-turn`) ?? {};
    expect(history).toEqual([
      { id: 'm1', role: 'user', msg: 'Order 4711' },
      { id: 'm2', role: 'assistant', msg: 'It is on its way.' },
      { id: 'm3', role: 'user', msg: 'I am angry' },
      {
        ...{ id: 'm4', role: 'assistant', msg: 'I am sorry.' },
        meta: { reply: 'No.' },
        replyUnderTest: {
          run,
          caseId: 'known',
          verdicts: [expect.objectContaining({ grader: 'contains-2', pass: false })],
        },
      },
    ]);
  });

  it('keeps the question of a conversation without a reply, and explains the error', async () => {
    const { cwd, run } = await playDesk();
    const item = (await list(cwd, run)).get(`${run}~attached~mute`);
    expect(item?.history).toEqual([{ role: 'user', msg: '=== policy.md ===\nBe kind.\n\nHello' }]);
    expect(item?.comment).toContain('There is no reply at turn 2 (no-rule): No rule matches the user text');
    expect(item?.meta).toMatchObject({ run: { status: 'error', error: { cause: 'no-rule', turnIndex: 1 } } });
  });

  it('gives items that you can import, and import again without a change', async () => {
    const { cwd, run } = await playDesk();
    const items = [...(await list(cwd, run, { root: cwd })).values()];
    expect((await importInto(cwd, items)).map(({ verdict }) => verdict)).toEqual(items.map(() => 'created'));
    expect((await importInto(cwd, items)).map(({ verdict }) => verdict)).toEqual(items.map(() => 'unchanged'));
  });

  it('uses the answer keys that a dataset had when the run began', async () => {
    const cwd = makeDesk({ 'set.eval.yaml': 'targets: [desk]\ncases: {dataset: money}\n' });
    const answerKey = { mustMention: ['sorry'] };
    const history = [
      { id: 'a', role: 'user', msg: 'I am angry' },
      { id: 'b', role: 'assistant', msg: 'I am sorry.', answerKey },
    ];
    await importInto(cwd, [{ id: 'one', datasetName: 'money', status: 'approved', history, manualTags: ['topic:x'] }]);
    await runInProcess(['run', 'set.eval.yaml', '--quiet'], cwd);
    const [known] = [...(await list(cwd, 'last', { root: cwd })).values()];
    expect(known).toMatchObject({
      manualTags: ['topic:x'],
      history: [{ id: 'a' }, { id: 'b', answerKey, meta: { reply: 'No.' } }],
    });
    const edited = [history[0], { ...history[1], answerKey: { mustMention: ['money'] } }];
    const later = [{ id: 'one', datasetName: 'money', status: 'approved', history: edited }];
    await importInto(cwd, [...later, { id: 'none', datasetName: 'money', status: 'approved', history }]);
    expect([...(await list(cwd, 'last', { root: cwd })).values()]).toEqual([known]);
  });

  it('converts the graders of the case into answer keys where possible', async () => {
    const graders = `
      - {contains: [sorry, money]}
      - {contains: angry, not: true}
      - {contains: [a, b], not: true}
      - {contains: [c, d], threshold: 0.5}
      - {regex: '(?i)^dear'}
      - {regex: '\\?$', not: true}
      - {similarity: {to: We are sorry.}}
      - {contains: all of it, when: conversation}
      - {contains: first, when: {reply: 1}}
      - {length: {max: 100}}
      - {citations: recall, threshold: 0}`;
    const cwd = makeDesk({
      'keys.eval.yaml': `targets: [desk]\ngraders: ${graders}\ncases:
  - {id: one, input_messages: [{role: user, content: I am angry}], expected_messages: [{role: assistant, content: [Calm.], refs: [{url: "https://a"}]}]}
  - id: two
    input_messages: [{role: user, content: I am angry}]
  - id: three
    turns:
      - {user: I am angry, graders: [{contains: line}], outcome: It calms.}
      - {user: I am angry, graders: [{equals: Yes.}]}
`,
    });
    await runInProcess(['run', 'keys.eval.yaml', '--quiet'], cwd);
    const items = [...(await list(cwd, 'last', { root: cwd })).values()];
    const keysOf = (id: string) =>
      z
        .array(z.looseObject({ role: z.string(), answerKey: z.unknown().optional(), refs: z.unknown().optional() }))
        .parse(items.find((item) => String(item.id).includes(`~${id}~`))?.history)
        .filter(({ role }) => role === 'assistant')
        .map(({ answerKey, refs }) => ({ answerKey, refs }));
    const patterns = { mustMatch: ['(?i)^dear'], mustNotMatch: ['\\?$'] };
    const lists = { mustMention: ['sorry', 'money', 'first'], mustNotMention: ['angry'], ...patterns };
    expect(keysOf('one')).toEqual([{ answerKey: { reference: 'Calm.', ...lists }, refs: [{ url: 'https://a' }] }]);
    expect(keysOf('two')).toMatchObject([{ answerKey: { reference: 'We are sorry.', ...lists } }]);
    expect(keysOf('three')).toMatchObject([
      { answerKey: { mustMention: ['first', 'line'], outcome: 'It calms.' } },
      { answerKey: { reference: 'We are sorry.', mustMention: ['sorry', 'money'], ...patterns } },
    ]);
  });

  it('gives the outcome of the case to the last reply only, which a run judges by it', async () => {
    const whole = 'outcome: It mentions the refund.';
    const cwd = makeDesk({
      'ends.eval.yaml': `targets: [desk]\njudge: mute\ncases:
  - {id: script, ${whole}, turns: [{user: I am angry, outcome: It calms.}, {user: Hello}, {user: Order 4711}]}
  - {id: rubric, graders: [{rubric: It is kind., when: conversation}], turns: [{user: I am angry}, {user: Order 4711}]}
  - id: known
    ${whole}
    play: every-turn
    input_messages: [{role: user, content: I am angry}, {role: assistant, content: Oh.}, {role: user, content: Order 4711}]
    expected_messages: [{role: assistant, content: Refund.}]
`,
    });
    await runInProcess(['run', 'ends.eval.yaml', '--quiet'], cwd);
    const items = [...(await list(cwd, 'last', { root: cwd })).values()];
    const outcomesOf = (id: string) =>
      z
        .array(z.looseObject({ role: z.string(), answerKey: z.object({ outcome: z.string() }).optional() }))
        .parse(items.find((item) => String(item.id).includes(`~${id}~`))?.history)
        .filter(({ role }) => role === 'assistant')
        .map(({ answerKey }) => answerKey?.outcome);
    expect(outcomesOf('script')).toEqual(['It calms.', undefined, 'It mentions the refund.']);
    expect(outcomesOf('rubric')).toEqual([undefined, 'It is kind.']);
    expect(outcomesOf('known')).toEqual([undefined, 'It mentions the refund.']);
  });

  it('counts turns as in the item, if a script skips the tool turns of a reference', async () => {
    const cwd = makeDesk({
      'gaps.eval.yaml':
        'targets: [desk]\nplay: script\ngraders: [{contains: never}]\ncases: {dataset: tools, status: approved}\n',
    });
    const history = [
      ...[
        { role: 'user', msg: 'Order 4711' },
        { role: 'assistant', tool_calls: [{ name: 'find' }] },
      ],
      ...[
        { role: 'tool', msg: 'Found.' },
        { role: 'assistant', msg: 'Yes.' },
      ],
      ...[
        { role: 'user', msg: 'I am angry' },
        { role: 'assistant', msg: 'Sorry.' },
      ],
    ];
    await importInto(cwd, [{ id: 'one', datasetName: 'tools', status: 'approved', history }]);
    await runInProcess(['run', 'gaps.eval.yaml', '--quiet'], cwd);
    const [item] = [...(await list(cwd, 'last', { root: cwd })).values()];
    expect(item?.history).toMatchObject([{}, {}, {}, { replyUnderTest: { verdicts: [{ turnIndex: 5 }] } }]);
    expect(item?.comment).toContain('\nTurn 4, contains-1: The reply does not contain "never"');
  });

  it('marks the last reply if the whole conversation fails, and no passing reply', async () => {
    const cwd = makeDesk({
      'whole.eval.yaml':
        'targets: [desk]\ncases:\n  - {id: w, turns: [{user: I am angry}, {user: Order 4711}], graders: [{contains: never, when: conversation}, {contains: o, when: all}]}\n',
    });
    await runInProcess(['run', 'whole.eval.yaml', '--quiet'], cwd);
    const [item] = [...(await list(cwd, 'last', { root: cwd })).values()];
    expect(item?.history).toMatchObject([
      {},
      { role: 'assistant', meta: { verdicts: [{ grader: 'contains-2', pass: true }] } },
      {},
      { replyUnderTest: { caseId: 'w', verdicts: [{ pass: true }, { turnIndex: null, pass: false }] } },
    ]);
    expect(item?.history).not.toMatchObject([{}, { replyUnderTest: {} }, {}, {}]);
  });

  it('throws for an unknown run', async () => {
    await expect(list(makeDesk(), 'none')).rejects.toMatchObject({ code: 'RUN_UNKNOWN' });
  });
});
