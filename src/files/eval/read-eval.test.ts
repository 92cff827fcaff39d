import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeProject } from '../../../test/support/temp-project.ts';
import { tries } from '../../../test/support/tries.ts';
import type { TargetSpec } from '../../conversation/target-spec.ts';
import { validateFile } from '../validate/validate-files.ts';
import { listTargetIds, openEval } from './read-eval.ts';

async function listProblems(root: string, name: string): Promise<readonly string[]> {
  const { problems } = await validateFile(join(root, name), { cwd: root, env: {} });
  return problems.map(({ severity, file, line, column, code }) => `${severity} ${file}:${line}:${column} ${code}`);
}

const messages = (content: string) =>
  `cases:\n  - id: a\n    input_messages:\n      - role: user\n        content:${content}`;

describe('an invalid file', () => {
  const rows: readonly (readonly [string, string | Uint8Array, string])[] = [
    ['tabs', 'cases:\n\t- id: a\n', 'error x.eval.yaml:2:1 YAML_TAB'],
    ['duplicate keys', `${messages(' hi')}\n        content: ho\n`, 'error x.eval.yaml:6:9 YAML_DUPLICATE_KEY'],
    ['cases as a string', 'cases: all of them\n', 'error x.eval.yaml:1:8 EVAL_BAD_VALUE'],
    [
      'a message without role',
      'cases:\n  - input_messages:\n      - content: hi\n',
      'error x.eval.yaml:3:9 EVAL_MISSING_KEY',
    ],
    ['an unknown part type', messages('\n          - {type: fil, value: x}'), 'error x.eval.yaml:6:20 EVAL_BAD_VALUE'],
    ['a part without type', messages('\n          - {typ: file, value: x}'), 'error x.eval.yaml:6:13 EVAL_MISSING_KEY'],
    ['a missing file', messages('\n          - {type: file, value: no.md}'), 'error x.eval.yaml:6:33 FILE_MISSING'],
    [
      'a folder as a file',
      messages('\n          - {type: file, value: folder}'),
      'error x.eval.yaml:6:33 FILE_NOT_A_FILE',
    ],
    [
      'a link out of the root',
      messages('\n          - {type: file, value: link.md}'),
      'error x.eval.yaml:6:33 FILE_OUTSIDE_ROOT',
    ],
    [
      'a path out of the root',
      messages('\n          - {type: file, value: ../../x}'),
      'error x.eval.yaml:6:33 FILE_OUTSIDE_ROOT',
    ],
    [
      'a 50 MB attachment',
      messages('\n          - {type: file, value: big.txt}'),
      'error x.eval.yaml:6:33 FILE_TOO_BIG',
    ],
    [
      'an attachment that is not UTF-8',
      messages('\n          - {type: file, value: bad.txt}'),
      'error x.eval.yaml:6:33 FILE_NOT_UTF8',
    ],
    ['invalid UTF-8', Buffer.from('cases:\n  - id: \xff\n', 'latin1'), 'error x.eval.yaml:2:9 FILE_NOT_UTF8'],
    ['0 bytes', '', 'error x.eval.yaml:1:1 FILE_EMPTY'],
    ['no cases', 'description: x\n', 'error x.eval.yaml:1:1 EVAL_NO_CASES'],
    ['a number as content', messages(' 4711'), 'error x.eval.yaml:5:18 EVAL_BAD_VALUE'],
    [
      'a blank role',
      'cases:\n  - input_messages: [{role: " ", content: x}]\n',
      'error x.eval.yaml:2:29 EVAL_BAD_VALUE',
    ],
    [
      'founding example 3 as printed',
      messages(' Here it is: [code snippet]'),
      'error x.eval.yaml:5:18 YAML_NEEDS_QUOTES',
    ],
    ['an unknown key', `${messages(' hi')}\n    expcted_messages: []\n`, 'error x.eval.yaml:6:5 EVAL_UNKNOWN_KEY'],
    ['no messages', 'cases:\n  - id: a\n', 'error x.eval.yaml:2:5 EVAL_NO_TURNS'],
    [
      'two kinds in one grader',
      `${messages(' hi')}\n    graders: [{contains: a, equals: b}]\n`,
      'error x.eval.yaml:6:15 EVAL_BAD_VALUE',
    ],
    [
      'an unknown grader',
      `${messages(' hi')}\n    graders: [{contians: a}]\n`,
      'error x.eval.yaml:6:16 EVAL_UNKNOWN_KEY',
    ],
    [
      'a missing deck',
      `${messages(' hi')}\n    graders: [{judge: no.deck.md}]\n`,
      'error x.eval.yaml:6:23 FILE_MISSING',
    ],
    [
      'the same id twice',
      `${messages(' hi')}\n  - id: a\n    input_messages: [{role: user, content: x}]\n`,
      'error x.eval.yaml:6:9 EVAL_DUPLICATE_ID',
    ],
  ];

  for (const [name, text, problem] of rows) {
    it(`reports ${name}, with its place`, async () => {
      const root = makeProject({ 'x.eval.yaml': text, 'bad.txt': Buffer.from([0x61, 0xff]), 'big.txt': 'x' });
      mkdirSync(join(root, 'folder'));
      symlinkSync('/etc/hostname', join(root, 'link.md'));
      truncateSync(join(root, 'big.txt'), 50 * 1024 * 1024);
      expect((await listProblems(root, 'x.eval.yaml'))[0]).toBe(problem);
    });
  }

  const slips: readonly (readonly [string, string, string])[] = [
    ['a text as a turn', '  - turns: ["hi"]\n', 'Write: - user: hi'],
    ['a text as a turn that needs quotes', '  - turns: ["a: b"]\n', 'Write: - user: "a: b"'],
    ['messages', '  - messages: [{role: user, content: hi}]\n', 'Did you mean "input_messages"?'],
    ['a method as similarity', '  - graders: [{similarity: rouge-l}]\n', 'Write: similarity: {method: rouge-l}'],
    ['a text as similarity', '  - graders: [{similarity: Good day}]\n', 'Write: similarity: {to: "Good day"}'],
  ];
  for (const [name, text, hint] of slips) {
    it(`shows what to write instead of ${name}`, async () => {
      const root = makeProject({ 'x.eval.yaml': `cases:\n${text}` });
      const { problems } = await validateFile(join(root, 'x.eval.yaml'), { cwd: root, env: {} });
      expect(problems.map((problem) => problem.hint)).toContain(hint);
    });
  }

  it('rejects a 17 MB YAML file without reading it', async () => {
    const root = makeProject({ 'x.eval.yaml': 'cases: []\n' });
    truncateSync(join(root, 'x.eval.yaml'), 17 * 1024 * 1024);
    expect(await listProblems(root, 'x.eval.yaml')).toEqual(['error x.eval.yaml:1:1 EVAL_TOO_BIG']);
  });

  it('limits aliases', async () => {
    const lines = Array.from({ length: 12 }, (_, i) => `  - &a${i} [${i === 0 ? 'x' : `*a${i - 1},`.repeat(9)}]`);
    const root = makeProject({ 'x.eval.yaml': `cases:\n${lines.join('\n')}\n` });
    expect((await listProblems(root, 'x.eval.yaml'))[0]).toMatch(/YAML_TOO_MANY_ALIASES$/);
  });

  it('reports all problems of all cases at once', async () => {
    const text =
      'cases:\n  - idd: a\n    input_messages: [{role: user}]\n  - input_messages: [{role: user, content: [{type: file, value: no}]}]\n';
    expect(await listProblems(makeProject({ 'x.eval.yaml': text }), 'x.eval.yaml')).toEqual([
      'error x.eval.yaml:3:22 EVAL_BAD_VALUE',
      'error x.eval.yaml:2:5 EVAL_UNKNOWN_KEY',
      'error x.eval.yaml:4:65 FILE_MISSING',
    ]);
  });
});

describe('a mistake at the top', () => {
  it('does not hide the problems of the cases', async () => {
    const text = 'graders: [{contians: x}]\ntargts: [a]\ncases:\n  - input_messages: [{role: user}]\n';
    expect(await listProblems(makeProject({ 'x.eval.yaml': text }), 'x.eval.yaml')).toEqual([
      'error x.eval.yaml:1:12 EVAL_UNKNOWN_KEY',
      'error x.eval.yaml:2:1 EVAL_UNKNOWN_KEY',
      'error x.eval.yaml:4:22 EVAL_BAD_VALUE',
    ]);
  });
});

describe('the id of an invalid case', () => {
  it('is remembered, so that its duplicate is reported at once', async () => {
    const text = 'cases:\n  - id: a\n    foo: 1\n  - id: a\n    input_messages: [{role: user, content: x}]\n';
    const root = makeProject({ 'x.eval.yaml': text });
    expect(await listProblems(root, 'x.eval.yaml')).toContain('error x.eval.yaml:4:9 EVAL_DUPLICATE_ID');
  });
});

describe('files of an eval', () => {
  const good = 'targets: [a]\ncases:\n  - input_messages: [{role: user, content: x}]\n';

  it.each([
    ['targets.yaml', 'targets: [', 'error targets.yaml:1:10 YAML_SYNTAX'],
    ['targets.yaml', '', 'error targets.yaml:1:1 FILE_EMPTY'],
    ['.turnwise/config.yaml', 'guidline_patterns: [x]\n', 'error .turnwise/config.yaml:1:1 CONFIG_UNKNOWN_KEY'],
  ])('are checked with it: %s', async (name, text, problem) => {
    const root = makeProject({ 'x.eval.yaml': good, [name]: text });
    expect(await listProblems(root, 'x.eval.yaml')).toContain(problem);
  });

  it('do not hide the problems of the eval', async () => {
    const root = makeProject({ 'x.eval.yaml': 'cases:\n  - foo: 1\n', 'targets.yaml': '' });
    expect(await listProblems(root, 'x.eval.yaml')).toContain('error x.eval.yaml:2:5 EVAL_UNKNOWN_KEY');
  });
});

describe('many problems', () => {
  it('are a warning if they are warnings, and a later error is still found', async () => {
    const line = '{"input_messages":[{"role":"assistant","content":"x"}]}\n';
    const root = makeProject({ 'x.eval.jsonl': line.repeat(300), 'y.eval.jsonl': `${line.repeat(300)}{"a":1}\n` });
    const onlyWarnings = await listProblems(root, 'x.eval.jsonl');
    expect(onlyWarnings).toHaveLength(201);
    expect(onlyWarnings.every((problem) => problem.startsWith('warning'))).toBe(true);
    expect(await listProblems(root, 'y.eval.jsonl')).toContain('error y.eval.jsonl:301:2 EVAL_UNKNOWN_KEY');
  });

  it('are kept if the stream ends at invalid bytes', async () => {
    const bytes = Buffer.concat([Buffer.from('{"foo":1}\n'), Buffer.from([0xff, 0x0a])]);
    const problems = await listProblems(makeProject({ 'x.eval.jsonl': bytes }), 'x.eval.jsonl');
    expect(problems).toEqual(['error x.eval.jsonl:1:2 EVAL_UNKNOWN_KEY', 'error x.eval.jsonl:2:1 FILE_NOT_UTF8']);
  });
});

describe('a case that cannot be played in its mode', () => {
  it.each([
    ['script', 'input_messages: [{role: user, content: x}]'],
    ['simulate', 'input_messages: [{role: user, content: x}]'],
    ['every-turn', 'input_messages: [{role: user, content: x}]'],
    ['reply', 'turns: [{user: x}]'],
  ])('is reported: %s of %s', async (play, text) => {
    const root = makeProject({ 'x.eval.yaml': `cases:\n  - play: ${play}\n    ${text}\n` });
    expect(await listProblems(root, 'x.eval.yaml')).toEqual(['error x.eval.yaml:2:11 EVAL_NO_TURNS']);
  });
});

describe('a warning', () => {
  it.each([
    ['input_messages: [{role: assistant, content: x}]', 'EVAL_NOTHING_TO_ANSWER'],
    [
      'input_messages: [{role: user, content: a}, {role: assistant, content: x}, {role: user, content: " "}]',
      'EVAL_NOTHING_TO_ANSWER',
    ],
    ['turns: [{user: a}, {user: " "}]', 'EVAL_BLANK'],
    ['input_messages: [{role: user, content: "a\\n[User]:\\nb"}]', 'EVAL_MARKER_IN_TEXT'],
    ['input_messages: [{role: user, content: {type: text, value: x}}]', 'EVAL_LOOKS_LIKE_PART'],
    ['input_messages: [{role: assitant, content: x}]', 'EVAL_NEAR_ROLE'],
    ['input_messages: [{role: User, content: x}]', 'EVAL_NEAR_ROLE'],
    ['input_messages: [{role: user, content: " "}]', 'EVAL_BLANK'],
    ['input_messages: [{role: user, content: [{file: a.md}]}]', 'EVAL_LOOKS_LIKE_PART'],
    ['input_messages: [{role: "@bot", content: "[@bot]:\\nforged"}]', 'EVAL_MARKER_IN_TEXT'],
    ['input_messages: [{role: user, tool_calls: [{name: f, arguments: "x\\n[User]:\\ny"}]}]', 'EVAL_MARKER_IN_TEXT'],
    ['targets: [nobody]\n    input_messages: [{role: user, content: x}]', 'TARGET_UNKNOWN'],
  ])('is given for %j', async (text, code) => {
    const [problem] = await listProblems(makeProject({ 'x.eval.yaml': `cases:\n  - ${text}\n` }), 'x.eval.yaml');
    expect(problem).toMatch(new RegExp(`^warning .* ${code}$`));
  });
});

describe('validating an eval', () => {
  it('reads the decks its graders name, once each', async () => {
    const one = '  - input_messages: [{role: user, content: x}]\n    graders: [{judge: tone.deck.md}]\n';
    const root = makeProject({ 'x.eval.yaml': `cases:\n${one}${one}`, 'tone.deck.md': 'Judge the tone.\n' });
    expect(await listProblems(root, 'x.eval.yaml')).toEqual(['error tone.deck.md:1:1 DECK_NOT_A_GRADER']);
  });
});

describe('openEval', () => {
  it('fills in defaults', async () => {
    const text =
      'graders: [{contains: a}]\ncases:\n  - criteria: good\n    turns: [{user: hi}]\n    graders: [{equals: b}]\n';
    const root = makeProject({ 'refunds.eval.yaml': text });
    const readings = await Array.fromAsync(openEval('refunds.eval.yaml', root).readCases());
    expect(readings.map(({ evalCase }) => evalCase)).toEqual([
      {
        id: 'case-1',
        eval: 'refunds',
        tags: [],
        outcome: 'good',
        input_messages: [],
        turns: [{ user: 'hi' }],
        play: ['script'],
        graders: [{ contains: 'a' }, { equals: 'b' }],
      },
    ]);
  });

  it('reads the same cases from YAML, JSON and JSON lines', async () => {
    const cases = [
      { id: 'a', input_messages: [{ role: 'user', content: 'x' }] },
      { id: 'b', input_messages: [{ role: 'user', content: [{ type: 'text', value: 'y' }, 'z'] }], tags: ['t'] },
    ];
    const root = makeProject({
      'd.eval.yaml': `cases: ${JSON.stringify(cases)}`,
      'd.eval.json': JSON.stringify({ cases }),
      'd.eval.jsonl': cases.map((one) => JSON.stringify(one)).join('\r\n\n'),
    });
    const read = async (name: string) =>
      (await Array.fromAsync(openEval(name, root).readCases())).map(({ evalCase }) => evalCase);
    const yaml = await read('d.eval.yaml');
    expect(yaml).toHaveLength(2);
    expect(await read('d.eval.json')).toEqual(yaml);
    expect(await read('d.eval.jsonl')).toEqual(yaml);
  });

  it('reports line and column inside JSON lines', async () => {
    const root = makeProject({
      'x.eval.jsonl': '{"input_messages":[{"role":"user","content":"x"}]}\n\n{"id":"b","inpt":1}\n{oops\n',
    });
    expect(await listProblems(root, 'x.eval.jsonl')).toEqual([
      'error x.eval.jsonl:3:11 EVAL_UNKNOWN_KEY',
      'error x.eval.jsonl:4:2 JSON_SYNTAX',
    ]);
  });

  it('looks for files next to the eval, then in each parent up to the root, and in the root for a leading slash', async () => {
    const part = (value: string) => ({ type: 'file', value });
    const content = ['near.md', 'far.md', '/far.md', 'docs\\win.md'].map(part);
    const root = makeProject({
      'sub/deep/x.eval.json': JSON.stringify({ cases: [{ input_messages: [{ role: 'user', content }] }] }),
      'sub/deep/near.md': 'n',
      'far.md': 'f',
      'sub/docs/win.md': 'w',
    });
    expect(await listProblems(root, 'sub/deep/x.eval.json')).toEqual([]);
    const { attachments } = openEval('sub/deep/x.eval.json', root);
    expect(content.map(({ value }) => attachments.readText(value))).toEqual(['n', 'f', 'f', 'w']);
  });

  it('does not expand environment variables in messages', async () => {
    const root = makeProject({ 'x.eval.yaml': messages(' "${HOME} costs $5"') });
    const [reading] = await Array.fromAsync(openEval('x.eval.yaml', root).readCases());
    expect(reading?.evalCase?.input_messages[0]?.content).toBe('${HOME} costs $5');
  });

  it('gives a value or problems for any mutation of a valid file', async () => {
    const good = `${messages(' hi')}\n    tags: [a]\n    graders:\n      - contains: x\n        when: {reply: 1}\n    play: [reply, every-turn]\n`;
    const root = makeProject();
    const put = fc.string({ unit: fc.constantFrom(...' \n:-[]{}"*&|\t0a', '\u0000', 'role', 'é'), maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(fc.nat(good.length), fc.nat(8), put, async (at, cut, text) => {
        writeFileSync(join(root, 'x.eval.yaml'), good.slice(0, at) + text + good.slice(at + cut));
        const { problems } = await validateFile(join(root, 'x.eval.yaml'), { cwd: root, env: {} });
        for (const problem of problems) expect(problem.line).toBeGreaterThan(0);
      }),
      { numRuns: tries(100, 3_000) },
    );
  });
});

describe('AgentV files', () => {
  it('load without changes', async () => {
    const text = `$schema: agentv-eval-v2
description: d
target: base
evaluator: llm_judge
newer_key: 1
evalcases:
  - id: a
    outcome: good
    conversation_id: c
    note: n
    future: 1
    input_messages: [{role: user, content: [{type: file, value: /docs/a.instructions.md}, {type: text, value: hi}]}]
    expected_messages: [{role: assistant, content: one}, {role: assistant, content: two}]
    evaluators: [{name: old, type: code, script: old.py}]
    execution:
      target: other
      evaluators:
        - {name: j, type: llm_judge, prompt: prompts/j.md, model: m}
        - {name: t, type: llm_judge, prompt: Is it good?}
        - {name: c, type: code, script: python check.py, cwd: ./scripts}
        - {name: w, type: wizardry}
`;
    const root = makeProject({ 'x.yaml': text, 'docs/a.instructions.md': 'G', 'prompts/j.md': 'Judge it.' });
    const [reading] = await Array.fromAsync(openEval('x.yaml', root).readCases());
    expect(reading?.evalCase).toMatchObject({
      id: 'a',
      eval: 'x',
      outcome: 'good',
      conversation_id: 'c',
      note: 'n',
      targets: ['other'],
      expected_messages: [{ role: 'assistant', content: 'one' }],
      graders: [
        { id: 'j', prompt: { file: 'prompts/j.md' }, threshold: 0.8 },
        { id: 't', prompt: 'Is it good?', threshold: 0.8 },
        { id: 'c', command: { run: ['python', 'check.py'], cwd: './scripts', input: 'agentv' } },
      ],
    });
    const problems = await listProblems(root, 'x.yaml');
    expect(problems.every((problem) => problem.startsWith('warning'))).toBe(true);
    expect(problems.join()).toMatch(/:5:1 EVAL_FOREIGN_KEY.*:11:5 EVAL_FOREIGN_KEY.*EVAL_FOREIGN_GRADER/);
  });

  it('are the only ones with a "dataset" key, which is unknown elsewhere, with a hint', async () => {
    const root = makeProject({ 'x.eval.yaml': `dataset: shop\n${messages(' hi')}\n` });
    const { problems } = openEval('x.eval.yaml', root);
    expect(problems).toMatchObject([{ code: 'EVAL_UNKNOWN_KEY', line: 1, hint: expect.stringContaining('"name"') }]);
  });

  it.each([
    ['version 2', '$schema: agentv-eval-v2\ndataset: shop\nevalcases:'],
    ['another dialect', 'dataset: shop\nevalcases:'],
  ])('have their name under "dataset": %s', (_title, head) => {
    const root = makeProject({ 'x.yaml': `${head}\n  - input_messages: [{role: user, content: Hi}]\n` });
    const file = openEval('x.yaml', root);
    expect([file.name, file.problems]).toEqual(['shop', []]);
  });
});

describe('earlier names of grader keys', () => {
  it.each([
    ['{script: [node, x.mjs]}', '"script" is now "command".'],
    ['{refs: true}', '"refs" is now "citations".'],
    ['{rubric: Be kind., model: gpt}', '"model" is now "target".'],
  ])('are rejected, with the current name: %s', async (grader, hint) => {
    const graders = `graders: [${grader}]`;
    const root = makeProject({
      'head.eval.yaml': `${graders}\n${messages(' hi')}\n`,
      'case.eval.yaml': `${messages(' hi')}\n    ${graders}\n`,
      'turn.eval.yaml': `cases:\n  - id: a\n    turns: [{user: hi, ${graders}}]\n`,
    });
    for (const name of ['head', 'case', 'turn']) {
      const { problems } = await validateFile(join(root, `${name}.eval.yaml`), { cwd: root, env: {} });
      expect(problems).toContainEqual(expect.objectContaining({ code: 'EVAL_UNKNOWN_KEY', hint }));
    }
  });
});

const echo: TargetSpec = { id: 'echo', provider: 'builtin', model: 'echo' };
const chatty: TargetSpec = { id: 'chatty', provider: 'builtin', model: 'echo' };
const specs = new Map([echo, chatty].map((spec) => [spec.id, spec]));

describe('the targets of a case', () => {
  it.each([
    {
      name: 'chosen',
      choice: { targets: ['x', 'y', 'x'] },
      own: ['echo'],
      head: { targets: ['chatty'] },
      ids: ['x', 'y'],
    },
    { name: 'its own', choice: {}, own: ['echo'], head: { targets: ['chatty'] }, ids: ['echo'] },
    { name: "the file's", choice: {}, own: undefined, head: { targets: ['chatty', 'echo'] }, ids: ['chatty', 'echo'] },
    { name: "the file's one", choice: {}, own: undefined, head: { target: 'chatty' }, ids: ['chatty'] },
    { name: 'none when there are several', choice: {}, own: undefined, head: {}, ids: [] },
  ])('are $name', ({ choice, own, head, ids }) => {
    const evalCase = own === undefined ? {} : { targets: own };
    expect(listTargetIds(evalCase, { head }, { choice, specs })).toEqual(ids);
  });

  it("are the project's if the file sets none", () => {
    const projectTargets = ['chatty'];
    expect(listTargetIds({}, { head: {}, projectTargets }, { choice: {}, specs })).toEqual(['chatty']);
    expect(listTargetIds({}, { head: { target: 'echo' }, projectTargets }, { choice: {}, specs })).toEqual(['echo']);
  });

  it('are the only target if there is only one', () => {
    expect(listTargetIds({}, { head: {} }, { choice: {}, specs: new Map([['echo', echo]]) })).toEqual(['echo']);
  });

  it('are "default" in AgentV files that name none, as in AgentV', () => {
    const two = new Map([
      ['default', echo],
      ['other', echo],
    ]);
    const choice = {};
    expect(listTargetIds({}, { head: {}, isAgentv: true }, { choice, specs: two })).toEqual(['default']);
    expect(listTargetIds({}, { head: {} }, { choice, specs: two })).toEqual([]);
    expect(listTargetIds({}, { head: { target: 'other' }, isAgentv: true }, { choice, specs: two })).toEqual(['other']);
  });
});
