import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeProject } from '../../../test/support/temp-project.ts';
import type { EvalCase } from '../../conversation/case.ts';
import type { TargetSpec } from '../../conversation/target-spec.ts';
import { HistoryValidator } from './case-validators.ts';
import { validateFile } from './validate-files.ts';

const targets = `targets:
  - { id: session, provider: http, url: "http://127.0.0.1/", body: { text: "{{last_user}}", id: "{{conversation_id}}" } }
  - { id: nameless, provider: http, url: "http://127.0.0.1/", body: { text: "{{last_user}}", id: "{{case_id}}" } }
  - { id: stateless, provider: http, url: "http://127.0.0.1/", body: { chat: "{{messages}}" } }
  - { id: batch, provider: command, command: [run, "{EVAL_ID}"], template: true }
`;
const hi = '{role: user, content: Hi}';
const hello = '{role: assistant, content: Hello}';

async function validate(cases: string, options: { readonly targets?: readonly string[] } = {}) {
  const cwd = makeProject({ 'targets.yaml': targets, 'a.eval.yaml': cases });
  const { problems } = await validateFile(join(cwd, 'a.eval.yaml'), { cwd, env: {}, ...options });
  return problems
    .filter(({ code }) => code === 'EVAL_HISTORY_NOT_SENT' || code === 'EVAL_NO_CONVERSATION_ID')
    .map(({ severity, message, line }) => `${severity} ${line}: ${message}`);
}

describe('messages that a target does not get', () => {
  it.each([
    ['one line to answer', `input_messages: [${hi}]`],
    ['user lines in a row', `input_messages: [${hi}, ${hi}]`],
    ['a script from its first line', 'turns: [{user: Hi}, {user: Bye}]'],
    [
      'every-turn mode it gets each turn of one reply',
      `input_messages: [${hi}]\n    expected_messages: [${hello}]\n    play: every-turn`,
    ],
  ])('are none with %s', async (_title, keys) => {
    expect(await validate(`targets: [session]\ncases:\n  - id: a\n    ${keys}\n`)).toEqual([]);
  });

  it.each([
    ['a system message', `input_messages: [{role: system, content: Be kind}, ${hi}]`],
    ['turns before the last', `input_messages: [${hi}, ${hello}, ${hi}]`],
    ['messages before a script', `input_messages: [${hi}]\n    turns: [{user: Bye}]`],
  ])('cause a warning with %s', async (_title, keys) => {
    expect(await validate(`targets: [session]\ncases:\n  - id: a\n    ${keys}\n`)).toEqual([
      'warning 3: The target "session" gets only the last user message, so it never gets the earlier messages of case "a".',
    ]);
  });

  it('cause a warning in every-turn play, once per target, with the number of other cases', async () => {
    const one = (id: string) => `  - id: ${id}\n    input_messages: [${hi}, ${hello}, ${hi}]\n    play: every-turn\n`;
    const cases = `targets: [session, stateless, batch]\ncases:\n${one('a')}${one('b')}${one('c')}`;
    const more = 'without the earlier turns. The same is true for 2 more cases in this file.';
    expect(await validate(cases)).toEqual([
      `warning 3: The target "session" gets only the last user message, so in every-turn mode it gets each turn of case "a" ${more}`,
      `warning 3: The target "batch" gets only the last user message, so in every-turn mode it gets each turn of case "a" ${more}`,
    ]);
  });

  it('cause a warning in every-turn play of two scripted lines', async () => {
    const turns = 'turns: [{user: Hi, expect: Hello}, {user: Bye, expect: So long}]';
    expect(await validate(`targets: [session]\ncases:\n  - {id: a, play: every-turn, ${turns}}\n`)).toHaveLength(1);
  });

  it('are those of the chosen targets', async () => {
    const cases = `targets: [session]\ncases:\n  - id: a\n    input_messages: [${hi}, ${hello}, ${hi}]\n`;
    expect(await validate(cases, { targets: ['stateless'] })).toEqual([]);
    expect(await validate(cases.replace('session', 'stateless'), { targets: ['session'] })).toHaveLength(1);
  });
});

describe('a target that gets nothing of the conversation', () => {
  const ids = 'id: "{{conversation_id}}"';
  it.each([
    ['a body without it', `provider: http, url: "http://h/", body: {${ids}}`, 1],
    ['single braces', `provider: http, url: "http://h/", body: {${ids}, text: "{last_user}"}`, 1],
    ['a command line without it', 'provider: command, command: [a, "{CONVERSATION_ID}"], template: true', 1],
    ['the question on stdin', 'provider: command, command: [a, "{TURN}"], template: true, input: question', 0],
    ['the case', `provider: http, url: "http://h/{{case_id}}", body: {${ids}}`, 0],
    ['a template from the environment', `provider: http, url: "http://h/", body: {${ids}, text: "\${TEXT}"}`, 0],
  ])('causes a warning, unless it can know the question: %s', async (_title, keys, count) => {
    const cwd = makeProject({
      'targets.yaml': `targets: [{id: t, ${keys}}]\n`,
      'a.eval.yaml': `targets: [t]\ncases: [{id: a, input_messages: [${hi}]}]\n`,
    });
    const { problems } = await validateFile(join(cwd, 'a.eval.yaml'), { cwd, env: { TEXT: '{{question}}' } });
    const said = problems.filter(({ code }) => code === 'EVAL_HISTORY_NOT_SENT').map(({ message }) => message);
    expect(said).toEqual(count === 0 ? [] : ['The target "t" gets nothing from case "a".']);
  });
});

describe('a target that gets only the last user message and no conversation id', () => {
  it.each([
    ['one line', 'turns: [{user: Hi}]', 0],
    ['one reply', `input_messages: [${hi}]`, 0],
    ['several lines', 'turns: [{user: Hi}, {user: Bye}]', 1],
    ['a simulated user', 'simulate: {persona: p, goal: g, target: stateless}', 1],
  ])('causes a warning with more than one turn: %s', async (_title, keys, count) => {
    const cases = `targets: [nameless]\ncases:\n  - id: a\n    ${keys}\n`;
    const said =
      'warning 3: The target "nameless" gets only the last user message and no conversation id, so it cannot tell the turns of case "a" from those of other conversations.';
    expect(await validate(cases)).toEqual(count === 0 ? [] : [said]);
    expect(await validate(cases.replace('nameless', 'session'))).toEqual([]);
  });
});

describe('a curated conversation that is played as a script', () => {
  const session: TargetSpec = {
    ...{ id: 'session', provider: 'http', url: 'http://127.0.0.1/' },
    body: { text: '{{last_user}}', id: '{{case_id}}' },
  };
  const user = { role: 'user', content: 'Hi' };
  const tools = [
    { role: 'assistant', tool_calls: [{ name: 'find' }] },
    { role: 'tool', content: '1' },
    { role: 'assistant', content: 'Hello' },
  ];

  it.each<[string, EvalCase['input_messages'], readonly string[]]>([
    ['one line, and the tools that answered it', [user, user, ...tools], []],
    ['two lines', [user, ...tools, user], ['EVAL_NO_CONVERSATION_ID']],
    ['a system message', [{ role: 'system', content: 'Be kind' }, user, ...tools], ['EVAL_HISTORY_NOT_SENT']],
    ['a system message later', [user, { role: 'system', content: 'Be kind' }, ...tools], ['EVAL_HISTORY_NOT_SENT']],
    ['a greeting', [{ role: 'assistant', content: 'Hello' }, user], ['EVAL_HISTORY_NOT_SENT']],
  ])('causes a warning only about messages that are not sent: %s', (_title, messages, codes) => {
    const unsent = new HistoryValidator('eval YAML');
    const evalCase = {
      id: 'a',
      eval: 'd',
      tags: [],
      graders: [],
      play: ['script' as const],
      input_messages: messages,
    };
    unsent.add({ evalCase, targets: [session], place: () => ({ file: 'a.eval.yaml', line: 1, column: 1 }) });
    expect(unsent.check().map(({ code }) => code)).toEqual(codes);
  });
});

describe('outcomes', () => {
  const input_messages = [{ role: 'user', content: 'Hi' }];
  const contains = { contains: 'x' };
  const rubric = { rubric: 'Kind.' };

  interface Project {
    readonly graders?: readonly object[];
    readonly cases: readonly object[];
  }

  async function validate({ graders = [], cases }: Project) {
    const written = cases.map((one) => ('turns' in one ? one : { input_messages, ...one }));
    const root = makeProject({ 'x.eval.yaml': JSON.stringify({ graders, cases: written }, null, 1) });
    const { problems } = await validateFile(join(root, 'x.eval.yaml'), { cwd: root, env: {} });
    return problems.map(({ code, severity, message }) => ({ code, severity, message }));
  }

  function toWarning(message: string) {
    return { code: 'EVAL_OUTCOME_NOT_JUDGED', severity: 'warning', message };
  }

  describe('an outcome', () => {
    it.each([
      ['has no graders beside it', { cases: [{ outcome: 'Yes.' }] }],
      ['has a rubric beside it', { cases: [{ outcome: 'Yes.', graders: [contains, rubric] }] }],
      ['has a judge in the file', { graders: [contains, rubric], cases: [{ outcome: 'Yes.' }] }],
      ['has a program beside it', { cases: [{ outcome: 'Yes.', graders: [contains, { command: ['node', '-v'] }] }] }],
      ['is not there', { graders: [contains], cases: [{}] }],
      ['is of a line without graders', { graders: [contains], cases: [{ turns: [{ user: 'Hi', outcome: 'Yes.' }] }] }],
    ])('is judged, or need not be, if it %s', async (_when, project) => {
      expect(await validate(project)).toEqual([]);
    });

    it.each([
      ['graders of its own', { cases: [{ id: 'a', outcome: 'Yes.', graders: [contains] }] }],
      ['graders of the file', { graders: [contains], cases: [{ id: 'a', criteria: 'Yes.' }] }],
      [
        'graders of its line',
        { cases: [{ id: 'a', turns: [{ user: 'Hi' }, { user: 'No', outcome: 'Yes.', graders: [contains] }] }] },
      ],
    ])('next to %s is not judged, with a warning', async (_where, project) => {
      expect(await validate(project)).toEqual([
        toWarning(
          'Nothing checks the outcome of case "a": it has other graders, but none of them is a judge or a program.',
        ),
      ]);
    });

    it('is reported once per file', async () => {
      const cases = ['a', 'b', 'c'].map((id) => ({ id, outcome: 'Yes.' }));
      expect(await validate({ graders: [contains], cases })).toEqual([
        toWarning(
          'Nothing checks the outcome of case "a": it has other graders, but none of them is a judge or a program. The same is true for 2 more cases in this file.',
        ),
      ]);
    });
  });
});
