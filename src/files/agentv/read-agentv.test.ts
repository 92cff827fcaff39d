import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeProject } from '../../../test/support/temp-project.ts';
import type { EvalCase } from '../../conversation/case.ts';
import { openEval } from '../eval/read-eval.ts';
import { getKind } from '../project/file-kind.ts';
import { validateFile } from '../validate/validate-files.ts';

type Files = Readonly<Record<string, string>>;

async function readCases(files: Files, name = 'x.yaml'): Promise<readonly EvalCase[]> {
  const readings = await Array.fromAsync(openEval(name, makeProject(files)).readCases());
  const errors = readings.flatMap(({ problems }) => problems.filter(({ severity }) => severity === 'error'));
  expect(errors).toEqual([]);
  return readings.flatMap(({ evalCase }) => evalCase ?? []);
}

async function validate(files: Files, name = 'x.yaml') {
  const root = makeProject(files);
  return (await validateFile(join(root, name), { cwd: root, env: {} })).problems;
}

/** `severity file:line:column code`, one per problem. */
async function listPlaces(files: Files, name = 'x.yaml'): Promise<readonly string[]> {
  const problems = await validate(files, name);
  return problems.map(({ severity, file, line, column, code }) => `${severity} ${file}:${line}:${column} ${code}`);
}

const wrap = (lines: string) => `cases:\n  - id: a\n${lines.replaceAll(/^/gm, '    ')}\n`;
const user = (content: unknown) => ({ role: 'user', content });
const assistant = (content: unknown) => ({ role: 'assistant', content });

describe('recognition of AgentV files', () => {
  it.each([
    ['its schema', '$schema: agentv-eval-v2\ncases: [{id: a, input_messages: [{role: user, content: hi}]}]\n'],
    ['evalcases', 'evalcases: [{id: a, input_messages: [{role: user, content: hi}]}]\n'],
    ['execution', 'execution: {target: t}\ncases: [{id: a, input_messages: [{role: user, content: hi}]}]\n'],
    [
      'a later case with expected_outcome',
      'cases: [{id: a, input_messages: [{role: user, content: hi}]}, {id: b, expected_outcome: o, input: hi}]\n',
    ],
    ['input', 'tests: [{id: a, criteria: c, input: hi}]\n'],
    ['cases in another file', 'name: n\ntests: file://c.yaml\n'],
    ['a bare list of cases', '- {id: a, criteria: c, input: hi}\n'],
  ])('sees %s', async (_title, text) => {
    const root = makeProject({ 'x.yaml': text, 'c.yaml': '- {id: a, input: hi}\n' });
    expect(await getKind(join(root, 'x.yaml'), root)).toBe('eval');
    expect(openEval('x.yaml', root).isAgentv).toBe(true);
    const [first] = await readCases({ 'x.yaml': text, 'c.yaml': '- {id: a, input: hi}\n' });
    expect(first?.input_messages).toEqual([user('hi')]);
  });

  it('leaves all other files strict', async () => {
    const typo = 'cases: [{id: a, expcted: x, input_messages: [{role: user, content: hi}]}]\n';
    expect(await listPlaces({ 'x.yaml': typo })).toEqual(['error x.yaml:1:17 EVAL_UNKNOWN_KEY']);
  });
});

describe('keys with several names', () => {
  const forms = [
    [
      'outcome: o',
      'input_messages: [{role: user, content: hi}]',
      'expected_messages: [{role: assistant, content: ho}]',
    ],
    ['expected_outcome: o', 'input: hi', 'expected_output: ho'],
    ['criteria: o', 'input: [{role: user, content: hi}]', 'expected_output: [{role: assistant, content: ho}]'],
    ['criteria: o', 'input: {role: user, content: hi}', 'reference_answer: ho'],
    [
      'criteria: o\noutcome: o',
      'input: hi\ninput_messages: [{role: user, content: hi}]',
      'expected_output: ho\nreference_answer: ho',
    ],
  ];

  it.each(forms)('mean the same: %s, %s, %s', async (...lines) => {
    const [evalCase] = await readCases({ 'x.yaml': `evalcases:${wrap(lines.join('\n')).slice('cases:'.length)}` });
    expect(evalCase).toMatchObject({
      outcome: 'o',
      input_messages: [user('hi')],
      expected_messages: [assistant('ho')],
    });
  });

  it('are an error if they differ', async () => {
    const lines =
      'outcome: o\ncriteria: other\ninput: hi\ninput_messages: [{role: user, content: other}]\nexpected_output: x\nreference_answer: y';
    const problems = await validate({ 'x.yaml': wrap(lines) });
    expect(problems.map(({ message }) => message)).toEqual([
      'Case "a" has both "outcome" and "criteria", with different values.',
      'Case "a" has both "input_messages" and "input", with different values.',
      'Case "a" has both "expected_output" and "reference_answer", with different values.',
    ]);
    expect(problems.map(({ severity, line }) => `${severity} ${line}`)).toEqual(['error 4', 'error 5', 'error 8']);
  });

  it('name the eval', () => {
    const root = makeProject({
      'a.yaml': `dataset: shop\n${wrap('input: hi')}`,
      'b.yaml': `name: shop\n${wrap('input: hi')}`,
    });
    expect([openEval('a.yaml', root).name, openEval('b.yaml', root).name]).toEqual(['shop', 'shop']);
  });

  it('keep their places for problems', async () => {
    const lines = 'input:\n  - {role: user, content: hi}\n  - {role: usr, content: 7}';
    expect(await listPlaces({ 'x.yaml': wrap(lines) })).toEqual(['error x.yaml:5:30 EVAL_BAD_VALUE']);
  });
});

describe('the vars of an AgentV case', () => {
  const text = `input: [{role: system, content: 'Answer {{topic}} questions.'}]
tests:
  - id: a
    vars: {topic: geography, q: {text: "Capital of France?"}, gold: {city: Paris}, n: 2}
    criteria: Answers {{ q.text }} in {{n}} words
    input: [{role: user, content: [{type: text, value: "{{q.text}} {{other}} \${{ HOME_TOWN }}"}]}]
    expected_output: "{{gold}}"
    assertions: [{name: j, type: llm_judge, prompt: 'Good? {{topic}} {{output}}'}]
  - {id: b, vars: {topic: math}, turns: [{input: "{{topic}}?", expected_output: "{{topic}}!"}]}
`;

  it('are filled in its texts and in those of the file, but not in prompts', async () => {
    const [a, b] = await readCases({ 'x.yaml': text });
    expect(a).toMatchObject({
      outcome: 'Answers Capital of France? in 2 words',
      input_messages: [
        { role: 'system', content: 'Answer geography questions.' },
        user([{ type: 'text', value: 'Capital of France? {{other}} ${{ HOME_TOWN }}' }]),
      ],
      expected_messages: [assistant({ city: 'Paris' })],
      graders: [{ prompt: 'Good? {{topic}} {{output}}' }],
    });
    expect(b).toMatchObject({
      input_messages: [{ content: 'Answer math questions.' }],
      turns: [{ user: 'math?', expect: 'math!' }],
    });
  });

  it('without a value are named', async () => {
    const problems = await validate({ 'x.yaml': text });
    expect(problems.filter(({ message }) => message.includes('"vars"'))).toMatchObject([
      { severity: 'warning', line: 4, message: expect.stringContaining('no value for "other".') },
    ]);
  });
});

describe('the reference of an AgentV case', () => {
  it('is the JSON of an object or a list without messages', async () => {
    const cases = await readCases({
      'x.yaml':
        'tests:\n  - {id: a, input: hi, expected_output: {risk: low}}\n  - {id: b, input: hi, expected_output: [1, 2]}\n',
    });
    expect(cases.map(({ expected_messages: expected }) => expected)).toEqual([
      [assistant({ risk: 'low' })],
      [assistant('[\n  1,\n  2\n]')],
    ]);
  });

  it('is the first expected message with text, with the tool calls up to it', async () => {
    const lines = `input: hi
expected_messages:
  - role: assistant
    tool_calls: [{tool: search, input: {query: q}, output: {hits: 1}}]
  - {role: assistant, content: found}
  - {role: assistant, content: more}`;
    const files = { 'x.yaml': wrap(lines) };
    const [evalCase] = await readCases(files);
    expect(evalCase?.expected_messages).toEqual([
      { role: 'assistant', content: 'found', tool_calls: [{ name: 'search', arguments: { query: 'q' } }] },
    ]);
    const problems = await validate(files);
    expect(problems.map(({ message, line }) => `${line} ${message}`)).toEqual([
      expect.stringMatching(/^6 .*output/),
      expect.stringMatching(/^8 .*first/),
    ]);
  });

  it('is only tool calls if there is no text', async () => {
    const [evalCase] = await readCases({
      'x.yaml': wrap('input: hi\nexpected_messages: [{role: assistant, tool_calls: [{tool: search}]}]'),
    });
    expect(evalCase?.expected_messages).toEqual([{ role: 'assistant', tool_calls: [{ name: 'search' }] }]);
  });
});

describe('messages of an AgentV case', () => {
  it('have tool calls with their results', async () => {
    const lines = `input:
  - {role: user, content: hi}
  - role: assistant
    tool_calls: [{tool: search, input: {query: q}, output: two hits}, {tool: list, output: [1]}]
  - {role: user, content: and now?}`;
    const [evalCase] = await readCases({ 'x.yaml': wrap(lines) });
    expect(evalCase?.input_messages).toEqual([
      user('hi'),
      {
        role: 'assistant',
        tool_calls: [
          { id: 'call-2-1', name: 'search', arguments: { query: 'q' } },
          { id: 'call-2-2', name: 'list' },
        ],
      },
      { role: 'tool', name: 'search', tool_call_id: 'call-2-1', content: 'two hits' },
      { role: 'tool', name: 'list', tool_call_id: 'call-2-2', content: '[\n  1\n]' },
      user('and now?'),
    ]);
  });

  it('take plain text, objects, and parts with text', async () => {
    const lines =
      'input:\n  - hi\n  - {role: user, content: {row: 1}}\n  - {role: user, content: [{type: text, text: a}, {type: text, value: b}]}';
    const [evalCase] = await readCases({ 'x.yaml': wrap(lines) });
    expect(evalCase?.input_messages).toEqual([
      user('hi'),
      user({ row: 1 }),
      user([
        { type: 'text', value: 'a' },
        { type: 'text', value: 'b' },
      ]),
    ]);
  });

  it('begin with the messages and files of the whole file, unless the case skips them', async () => {
    const text = `input: Be brief.
input_files: [all.md]
tests:
  - {id: a, criteria: c, input: hi}
  - {id: b, criteria: c, input: hi, input_files: [own.md]}
  - {id: c, criteria: c, input: hi, execution: {skip_defaults: true}}
`;
    const cases = await readCases({ 'x.yaml': text, 'all.md': 'A', 'own.md': 'O' });
    const withFile = (value: string) =>
      user([
        { type: 'file', value },
        { type: 'text', value: 'hi' },
      ]);
    expect(cases.map(({ input_messages: messages }) => messages)).toEqual([
      [user('Be brief.'), withFile('all.md')],
      [user('Be brief.'), withFile('own.md')],
      [user('hi')],
    ]);
  });

  it('are required', async () => {
    expect(await listPlaces({ 'x.yaml': 'evalcases:\n  - id: a\n    criteria: c\n' })).toEqual([
      'error x.yaml:2:5 EVAL_NO_TURNS',
    ]);
  });

  it('never leave the project', async () => {
    const files = { 'e/x.yaml': wrap('input: hi\ninput_files: [../../up.md]'), 'docs/a.md': 'A' };
    expect(await listPlaces(files, 'e/x.yaml')).toEqual(['error e/x.yaml:4:19 FILE_OUTSIDE_ROOT']);
    const rooted = { 'e/x.yaml': wrap('input: hi\ninput_files: [/docs/a.md]'), 'docs/a.md': 'A' };
    expect(await listPlaces(rooted, 'e/x.yaml')).toEqual([]);
  });
});

describe('targets of AgentV files', () => {
  it('come from execution, in the file and in the case', async () => {
    const text =
      'execution: {targets: [one, two]}\ntests:\n  - {id: a, input: hi}\n  - {id: b, input: hi, execution: {target: three}}\n';
    const root = makeProject({ 'x.yaml': text });
    expect(openEval('x.yaml', root).head.targets).toEqual(['one', 'two']);
    const cases = await readCases({ 'x.yaml': text });
    expect(cases.map(({ targets }) => targets)).toEqual([undefined, ['three']]);
  });
});

describe('a target of an AgentV file that targets.yaml lacks', () => {
  const targets = 'targets: [{id: here, provider: builtin, model: echo}]\n';

  it('may be defined where it is named, of which only the name counts', async () => {
    const text = `execution: {targets: [a, {name: b, use_target: c}]}
tests:
  - {id: a, input: hi, target: {extends: t}}
  - {id: b, input: hi, execution: {target: {name: u, hooks: {}}}}
`;
    const root = makeProject({ 'x.yaml': text });
    expect(openEval('x.yaml', root).head.targets).toEqual(['a', 'b']);
    const cases = await readCases({ 'x.yaml': text });
    expect(cases.map(({ targets }) => targets)).toEqual([['t'], ['u']]);
    const lost = (await validate({ 'x.yaml': text })).filter(({ message }) => message.includes('from targets.yaml'));
    expect(lost.map(({ line, message }) => `${line} ${message.split('. ')[0]}`)).toEqual([
      '1 Turnwise ignores "use_target" of the target "b"',
      '4 Turnwise ignores "hooks" of the target "u"',
    ]);
  });

  it('is a warning in validate, because --target may override it', async () => {
    const problems = await validate({
      'x.yaml': `execution: {target: away}\n${wrap('input: hi')}`,
      'targets.yaml': targets,
    });
    expect(problems).toMatchObject([
      { severity: 'warning', code: 'TARGET_UNKNOWN', hint: expect.stringContaining('--target') },
    ]);
  });
});

describe('evaluators of AgentV files', () => {
  const judge = (name: string) => `{name: ${name}, type: llm_judge, prompt: Is it good?}`;
  const idsOf = (cases: readonly EvalCase[]) => cases.map(({ graders }) => graders.map(({ id }) => id));

  it('of a case replace those of the file in files with evalcases', async () => {
    const text = `execution: {evaluators: [${judge('all')}]}
evalcases:
  - {id: a, input: hi}
  - {id: b, input: hi, execution: {evaluators: [${judge('own')}]}, evaluators: [${judge('no')}]}
  - {id: c, input: hi, execution: {target: t}}
`;
    expect(idsOf(await readCases({ 'x.yaml': text }))).toEqual([['all'], ['own'], ['all']]);
  });

  it('of a case come on top of those of the file in later files, with ids of their own', async () => {
    const text = `execution: {evaluators: [${judge('all')}]}
tests:
  - {id: a, input: hi, assertions: [${judge('own')}, ${judge('all')}]}
  - {id: b, input: hi, execution: {skip_defaults: true, evaluators: [${judge('own')}]}}
`;
    expect(idsOf(await readCases({ 'x.yaml': text }))).toEqual([['all', 'own', 'all-2'], ['own']]);
  });

  it('are one set of rubrics if they are plain text, which counts once per text', async () => {
    const text = wrap('input: hi\nassertions: [Names the rule., {type: contains, value: x}, Is kind.]');
    const [evalCase] = await readCases({ 'x.yaml': text });
    expect(evalCase?.graders).toMatchObject([
      {
        id: 'rubrics',
        weight: 2,
        threshold: 0.8,
        composite: {
          graders: [
            {
              id: 'rubric-1',
              prompt: { text: expect.stringMatching(/^Criterion: Names the rule\.\n/), scale: [0, 1] },
            },
            { id: 'rubric-2', prompt: { text: expect.stringMatching(/^Criterion: Is kind\.\n/) } },
          ],
          required: ['rubric-1', 'rubric-2'],
        },
      },
      { contains: 'x' },
    ]);
  });

  it('are reported if they are lost, at their place', async () => {
    const text = wrap(`input: hi\nassertions:\n  - Is kind.\n  - ' '\n  - {name: w, type: wizardry}`);
    expect(await listPlaces({ 'x.yaml': text })).toEqual([
      'warning x.yaml:6:9 EVAL_FOREIGN_GRADER',
      'warning x.yaml:7:9 EVAL_FOREIGN_GRADER',
    ]);
  });

  it('have their problems at the entry of the list, not at the list', async () => {
    const text = wrap("input: hi\nassertions:\n  - Is kind.\n  - {type: regex, value: '(('}");
    expect(await listPlaces({ 'x.yaml': text })).toEqual([expect.stringMatching(/^error x\.yaml:6:/)]);
  });

  it('are reported if they are not a list', async () => {
    const problems = await validate({ 'x.yaml': wrap('input: hi\nassertions: Is kind.') });
    expect(problems.map(({ message }) => message)).toContainEqual(expect.stringContaining('"assertions", because it'));
  });
});

describe('turns of AgentV cases', () => {
  it('become scripted turns', async () => {
    const lines = `mode: conversation
on_turn_failure: stop
input: [{role: system, content: Be brief.}]
turns:
  - {input: One?, expected_output: 1, assertions: [Says one.]}
  - {input: [{type: text, value: Two?}]}`;
    const [evalCase] = await readCases({ 'x.yaml': wrap(lines.replace('expected_output: 1', 'expected_output: "1"')) });
    expect(evalCase).toMatchObject({
      play: ['script'],
      input_messages: [{ role: 'system', content: 'Be brief.' }],
      turns: [
        { user: 'One?', expect: '1', graders: [{ id: 'rubrics' }], on_fail: 'stop' },
        { user: [{ type: 'text', value: 'Two?' }], on_fail: 'stop' },
      ],
    });
  });

  it('keep their places for problems', async () => {
    expect(await listPlaces({ 'x.yaml': wrap('input: hi\nturns:\n  - input: 7') })).toEqual([
      'error x.yaml:5:16 EVAL_BAD_VALUE',
    ]);
  });
});

describe('keys of AgentV files that Turnwise cannot honor', () => {
  it('are reported by name, with what is lost', async () => {
    const text = `name: n
version: "1.0"
governance: {owner: me}
workspace: {template: t}
defaults: {x: 1}
metadata: {a: b}
preprocessors: []
evaluator: code_judge
execution: {trials: {count: 2}, workers: 3, wonder: 1}
newer_key: 1
tests:
  - {id: a, input: hi, metadata: {a: b}, aggregation: min, description: d}
`;
    const problems = await validate({ 'x.yaml': text });
    expect(problems.every(({ severity, code }) => severity === 'warning' && code === 'EVAL_FOREIGN_KEY')).toBe(true);
    const listed = problems.map(({ line, column, message }) => `${line}:${column} ${message}`).join('\n');
    for (const key of ['version', 'governance', 'workspace', 'defaults', 'metadata', 'preprocessors', 'evaluator']) {
      expect(listed).toContain(`"${key}"`);
    }
    for (const key of ['execution.trials', 'execution.workers', 'execution.wonder', 'newer_key', 'aggregation']) {
      expect(listed).toContain(`"${key}"`);
    }
    expect(listed).not.toContain('"description"');
    expect(listed).toMatch(/^4:1 .*does not prepare workspaces/m);
  });

  it('include environment variables, which are never filled in outside of targets', async () => {
    const text =
      'input: "Use ${{ DESK }}."\ntests:\n  - {id: a, input: "${{ASKED}} and ${{ OTHER }}"}\n  - {id: b, input: "${{ASKED}} in ${{ x | y }}"}\n';
    const problems = await validate({ 'x.yaml': text });
    expect(problems.map(({ line, column, message }) => [line, column, message])).toEqual([
      [
        1,
        8,
        expect.stringMatching(/^Turnwise does not fill in the variable "DESK"\. It sends the text as it is written/),
      ],
      [3, 20, expect.stringMatching(/"ASKED", "OTHER"/)],
      [4, 20, expect.stringMatching(/"ASKED"/)],
    ]);
  });

  it('are listed once per file, with a count', async () => {
    const cases = Array.from({ length: 30 }, (_, index) => `  - {id: c${index}, input: hi, zest: 1}\n`).join('');
    const problems = await validate({ 'x.yaml': `tests:\n${cases}` });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({ line: 2, message: expect.stringMatching(/"zest".*30 places/) });
  });

  it('are suggested the key they may be a typo of', async () => {
    const [problem] = await validate({ 'x.yaml': wrap('input: hi\nexpcted_output: x') });
    expect(problem).toMatchObject({ severity: 'warning', hint: 'Did you mean "expected_output"?' });
  });
});

describe('tags of AgentV files', () => {
  it('of the file and the case become tags of the case', async () => {
    const text = 'tags: [smoke]\ntests:\n  - {id: a, input: hi, tags: [slow]}\n  - {id: b, input: hi}\n';
    expect((await readCases({ 'x.yaml': text })).map(({ tags }) => tags)).toEqual([['smoke', 'slow'], ['smoke']]);
  });
});

describe('cases in other files', () => {
  const main = 'name: n\ntests:\n  - {id: a, input: hi}\n  - file://cases/more.yaml\n  - file://cases/lines.jsonl\n';
  const more = '- {id: b, input: hi}\n';
  const lines = '{"id": "c", "input": "hi"}\n\n{"id": "d", "input": "hi"}\n';

  it('are read in place', async () => {
    const files = { 'x.yaml': main, 'cases/more.yaml': more, 'cases/lines.jsonl': lines };
    expect((await readCases(files)).map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd']);
    const whole = { 'x.yaml': 'input: All.\ntests: ./cases/lines.jsonl\n', 'cases/lines.jsonl': lines };
    expect((await readCases(whole)).map(({ input_messages: [first] }) => first)).toEqual([user('All.'), user('All.')]);
  });

  it('are read by pattern', async () => {
    const files = { 'x.yaml': 'tests: ["file://cases/*"]\n', 'cases/more.yaml': more, 'cases/lines.jsonl': lines };
    expect((await readCases(files)).map(({ id }) => id)).toEqual(['c', 'd', 'b']);
  });

  it('are one per folder, with the name of the folder as their id', async () => {
    const files = {
      'x.yaml': 'name: n\ntests: ./cases/\n',
      'cases/b-late/case.yaml': 'criteria: c\ninput: late\n',
      'cases/a-early/case.yml': 'id: early\ninput: early\n',
      'cases/notes.md': 'No case.\n',
      'cases/a-early/workspace/readme.md': 'No case.\n',
    };
    expect((await readCases(files)).map(({ id, input_messages: [first] }) => [id, first])).toEqual([
      ['early', user('early')],
      ['b-late', user('late')],
    ]);
    const typo = { ...files, 'cases/b-late/case.yaml': 'inputs: late\n' };
    expect(await listPlaces(typo)).toEqual([
      'warning cases/b-late/case.yaml:1:1 EVAL_FOREIGN_KEY',
      'error cases/b-late/case.yaml:1:1 EVAL_NO_TURNS',
    ]);
  });

  it('have problems at their own places', async () => {
    const files = {
      'x.yaml': main,
      'cases/more.yaml': '- {id: a, input: hi}\n- {id: b, input: 7}\n',
      'cases/lines.jsonl': '{"id": "c", "input": "hi"}\n{"id": "c",\n',
    };
    expect(await listPlaces(files)).toEqual([
      'error cases/more.yaml:1:8 EVAL_DUPLICATE_ID',
      'error cases/more.yaml:2:18 EVAL_BAD_VALUE',
      expect.stringMatching(/^error cases\/lines.jsonl:2:\d+ JSON_SYNTAX$/),
    ]);
  });

  it.each([
    ['that are missing', { 'x.yaml': 'tests:\n  - file://no.yaml\n' }, 'error x.yaml:2:5 FILE_MISSING'],
    ['outside the project', { 'x.yaml': 'tests:\n  - file://../up.yaml\n' }, 'error x.yaml:2:5 FILE_OUTSIDE_ROOT'],
    [
      'that include themselves',
      { 'x.yaml': 'tests: file://y.yaml\n', 'y.yaml': '- file://z.yaml\n', 'z.yaml': '- file://y.yaml\n' },
      'error z.yaml:1:3 EVAL_INCLUDE_CYCLE',
    ],
    ['that are no list', { 'x.yaml': 'tests: file://y.yaml\n', 'y.yaml': 'a: 1\n' }, 'error y.yaml:1:1 EVAL_BAD_VALUE'],
    [
      'in folders without a case',
      { 'x.yaml': 'tests: ./cases\n', 'cases/a/note.md': 'a' },
      'error x.yaml:1:1 EVAL_NO_CASES',
    ],
    ['without any case', { 'x.yaml': 'tests: file://y.yaml\n', 'y.yaml': '[]\n' }, 'error x.yaml:1:1 EVAL_NO_CASES'],
  ])('are an error if they are files %s', async (_title, files, place) => {
    expect(await listPlaces(files)).toEqual([place]);
  });
});

describe('JSON lines of AgentV', () => {
  const lines =
    '{"id": "a", "expected_outcome": "o", "input": "hi", "expected_output": {"risk": "low"}}\n{"id": "b", "criteria": "c", "input": "ho", "zest": 1}\n';

  it('are recognized and converted', async () => {
    const root = makeProject({ 'x.jsonl': lines });
    expect(await getKind(join(root, 'x.jsonl'), root)).toBe('eval');
    expect(openEval('x.jsonl', root).isAgentv).toBe(true);
    const cases = await readCases({ 'x.jsonl': lines }, 'x.jsonl');
    expect(cases).toMatchObject([
      { id: 'a', outcome: 'o', input_messages: [user('hi')], expected_messages: [assistant({ risk: 'low' })] },
      { id: 'b', outcome: 'c', input_messages: [user('ho')] },
    ]);
  });

  it('take the YAML file next to them as their head', async () => {
    const files = {
      'x.jsonl': lines,
      'x.yaml': 'description: d\ndataset: shop\nexecution: {target: t, trials: {count: 2}}\nevaluator: llm_judge\n',
    };
    const root = makeProject(files);
    const file = openEval('x.jsonl', root);
    expect([file.name, file.head.target, file.isAgentv]).toEqual(['shop', 't', true]);
    expect((await listPlaces(files, 'x.jsonl')).filter((place) => !place.includes('TARGET'))).toEqual([
      'warning x.yaml:3:24 EVAL_FOREIGN_KEY',
      'warning x.jsonl:2:45 EVAL_FOREIGN_KEY',
    ]);
    expect(await getKind(join(root, 'x.yaml'), root)).toBe('eval');
    expect(await validate(files, 'x.yaml')).toContainEqual(
      expect.objectContaining({
        severity: 'warning',
        code: 'EVAL_SIDECAR',
        message: expect.stringContaining('x.jsonl'),
      }),
    );
  });

  it('are not recognized in results of a run', async () => {
    const root = makeProject({ 'r.jsonl': '{"test_id": "a", "input": "hi", "output": "ho", "score": 1}\n' });
    await expect(getKind(join(root, 'r.jsonl'), root)).rejects.toThrow('Cannot tell');
  });
});

describe('promptfoo-like files', () => {
  it.each([
    [
      'a promptfoo config',
      'prompts: ["{{q}}"]\nproviders: [openai:gpt]\ntests: [{vars: {q: x}, assert: [{type: equals, value: x}]}]\n',
      'promptfoo config',
    ],
    [
      'the newest AgentV dialect',
      'target: llm\nprompts: ["{{ input }}"]\ntests: [{id: a, vars: {input: x}, assert: [Is kind.]}]\n',
      'AgentV',
    ],
    ['its case files', '- {id: a, vars: {input: x}, assert: [Is kind.]}\n', 'AgentV'],
  ])('are named in one error: %s', async (_title, text, name) => {
    for (const file of ['x.yaml', 'x.eval.yaml']) {
      const problems = await validate({ [file]: text }, file);
      expect(problems).toMatchObject([
        { severity: 'error', code: 'FILE_UNKNOWN_KIND', message: expect.stringContaining(name) },
      ]);
    }
  });
});

describe('evaluators that ask a model', () => {
  const evaluate = (...evaluators: readonly string[]) =>
    `evalcases:\n  - id: a\n    outcome: o\n    input: hi\n    execution:\n      evaluators:\n${evaluators.map((one) => `        - ${one}\n`).join('')}`;
  const readGraders = async (text: string, files: Files = {}) =>
    (await readCases({ 'x.yaml': text, ...files }))[0]?.graders;
  const listMessages = async (text: string, files: Files = {}) =>
    (await validate({ 'x.yaml': text, ...files })).map(({ message }) => message);

  it.each(['llm_judge', 'llm-judge', 'llm_grader', 'llm-grader'])('keep the prompt of a %s', async (type) => {
    const text = evaluate(`{name: facts, type: ${type}, prompt: p/facts.md, weight: 2, threshold: 0.5}`);
    expect(await readGraders(text, { 'p/facts.md': 'Right? {{output}}' })).toEqual([
      { id: 'facts', prompt: { file: 'p/facts.md' }, weight: 2, threshold: 0.5 },
    ]);
  });

  it.each(['p/facts.md', 'file://p/facts.md', 'file://my prompts/facts', '../p/facts.md'])(
    'never take the path of a missing file as a prompt: %s',
    async (prompt) => {
      const text = evaluate(`{name: facts, type: llm_judge, prompt: '${prompt}'}`);
      const file = prompt.replace('file://', '');
      expect(await readGraders(text)).toEqual([{ id: 'facts', prompt: { file }, threshold: 0.8 }]);
      const problems = await validate({ 'x.yaml': text });
      expect(problems).toContainEqual(
        expect.objectContaining({
          severity: 'warning',
          code: 'EVAL_PROMPT_MISSING',
          line: 7,
          message: expect.stringMatching(new RegExp(`^Turnwise cannot read the prompt of the grader "facts".*${file}`)),
        }),
      );
    },
  );

  it('take a sentence that ends like a file name as a prompt', async () => {
    const text = evaluate("{name: facts, type: llm_judge, prompt: 'Score from 0.0 to 1.0'}");
    expect(await readGraders(text)).toEqual([{ id: 'facts', prompt: 'Score from 0.0 to 1.0', threshold: 0.8 }]);
  });

  it('compare with the outcome without a prompt', async () => {
    expect(await readGraders(evaluate('{name: j, type: llm_judge}'))).toEqual([
      { id: 'j', prompt: expect.stringContaining('expected outcome'), threshold: 0.8 },
    ]);
  });

  it('are ignored by name if a program makes the prompt', async () => {
    const text = evaluate('{name: j, type: llm_judge, prompt: {command: [node, make.js]}}');
    expect(await readGraders(text)).toEqual([]);
    expect(await listMessages(text)).toContainEqual(
      expect.stringContaining('"j" of type "llm_judge". A program makes'),
    );
  });

  it('keep their own names if two are equal', async () => {
    const judge = "{name: j, type: llm_judge, prompt: 'Good? {{output}}'}";
    expect(await readGraders(evaluate(judge, judge))).toMatchObject([{ id: 'j' }, { id: 'j-2' }]);
    const whole = `{name: whole, type: composite, evaluators: [${judge}, ${judge}]}`;
    expect(await readGraders(evaluate(whole))).toMatchObject([
      { id: 'whole', composite: { graders: [{ id: 'j' }, { id: 'j-2' }] } },
    ]);
  });
});

describe('composites', () => {
  const composite = (more: string) =>
    `evalcases:\n  - {id: a, input: hi, evaluators: [{name: w, type: composite, evaluators: [{name: j, type: llm_judge, prompt: 'Good? {{output}}', weight: 3}], ${more}}]}\n`;
  const readComposite = async (more: string) => (await readCases({ 'x.yaml': composite(more) }))[0]?.graders[0];

  it.each([
    ['aggregator: {type: weighted_average, weights: {j: 0.5}}', { graders: [{ weight: 0.5 }] }],
    ['aggregator: {type: weighted_average}', { graders: [{ weight: 3 }] }],
    ['aggregator: {type: threshold, threshold: 0.6}', { aggregate: 'pass-rate' }],
    ['aggregator: {type: code_judge, path: node a.js, cwd: b}', { aggregate: { command: ['node', 'a.js'], cwd: 'b' } }],
    [
      'aggregator: {type: llm_judge, prompt: "{{EVALUATOR_RESULTS_JSON}}"}',
      { aggregate: { prompt: expect.any(String) } },
    ],
  ])('are combined as written: %s', async (more, wanted) => {
    expect((await readComposite(more))?.composite).toMatchObject(wanted);
  });

  it('pass from the threshold of the aggregator, else from 0.8', async () => {
    expect((await readComposite('aggregator: {type: threshold, threshold: 0.6}'))?.threshold).toBe(0.6);
    expect((await readComposite('aggregator: {type: weighted_average}'))?.threshold).toBe(0.8);
  });

  it('name what they cannot combine', async () => {
    const problems = await validate({ 'x.yaml': composite('aggregator: {type: vote, weights: {other: 2}}') });
    expect(problems.map(({ message }) => message)).toContainEqual(
      expect.stringContaining('combine scores in this way'),
    );
    const lost = await validate({ 'x.yaml': composite('aggregator: {type: weighted_average, weights: {other: 2}}') });
    expect(lost.map(({ message }) => message)).toContainEqual(expect.stringContaining('the weight of "other"'));
  });
});

describe('rubrics of a case', () => {
  const readRubrics = async (rubrics: string) =>
    (await readCases({ 'x.yaml': `evalcases:\n  - {id: a, input: hi, outcome: o, rubrics: ${rubrics}}\n` }))[0]
      ?.graders;

  it('are one composite with a question for each', async () => {
    const graders = await readRubrics('[Names it, {id: kind, expected_outcome: Is kind, weight: 2, required: false}]');
    expect(graders).toEqual([
      {
        id: 'rubrics',
        composite: {
          graders: [
            {
              id: 'rubric-1',
              prompt: { text: expect.stringMatching(/^Criterion: Names it\n/), scale: [0, 1], step: 1 },
            },
            { id: 'kind', weight: 2, prompt: { text: expect.stringContaining('Is kind'), scale: [0, 1], step: 1 } },
          ],
          required: ['rubric-1'],
        },
        threshold: 0.8,
      },
    ]);
  });

  it('with ranges are scored from 0 to 10, and required only with a minimum', async () => {
    const ranges = '[{score_range: [0, 4], outcome: Wrong}, {score_range: [5, 10], expected_outcome: Right}]';
    const graders = await readRubrics(
      `[{id: a, score_ranges: ${ranges}, required_min_score: 6}, {id: b, outcome: B, score_ranges: ${ranges}}]`,
    );
    expect(graders).toMatchObject([
      {
        composite: {
          graders: [
            { id: 'a', threshold: 6, prompt: { scale: [0, 10], text: expect.stringContaining('- 0 to 4: Wrong') } },
            { id: 'b', prompt: { scale: [0, 10], text: expect.stringContaining('- 5 to 10: Right') } },
          ],
          required: ['a'],
        },
      },
    ]);
  });

  it('may guard against contradictions instead of asking for a statement', async () => {
    const graders = await readRubrics('[{outcome: A, operator: contradiction}, {outcome: B, operator: correctness}]');
    expect(graders?.[0]?.composite?.graders.map(({ prompt }) => Object(prompt).text)).toEqual([
      expect.stringContaining('1: the answer claims nothing that is incompatible with it. It need not mention it.'),
      expect.stringContaining('1: the answer positively supports it.'),
    ]);
  });

  it('may be one text', async () => {
    expect(await readRubrics('Names it')).toMatchObject([{ composite: { graders: [{ id: 'rubric-1' }] } }]);
  });

  it('name what they cannot honor', async () => {
    const text = 'evalcases:\n  - {id: a, input: hi, rubrics: [{outcome: A, operator: and}, {weight: 2}]}\n';
    const messages = (await validate({ 'x.yaml': text })).map(({ message }) => message);
    expect(messages).toContainEqual(expect.stringContaining('"rubrics.operator"'));
    expect(messages).toContainEqual(expect.stringContaining('rubric 2'));
  });
});
