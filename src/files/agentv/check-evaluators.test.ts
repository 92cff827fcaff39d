import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeProject } from '../../../test/support/temp-project.ts';
import type { GraderSpec } from '../../conversation/grader-spec.ts';
import { openEval } from '../eval/read-eval.ts';
import { validateFile } from '../validate/validate-files.ts';

/** The graders of a file with one case and these evaluators, and what is lost. */
async function convert(...evaluators: readonly Readonly<Record<string, unknown>>[]) {
  const list = { tests: [{ id: 'a', input: 'hi', assertions: evaluators }] };
  const root = makeProject({ 'x.yaml': JSON.stringify(list) });
  const [reading] = await Array.fromAsync(openEval('x.yaml', root).readCases());
  const { problems } = await validateFile(join(root, 'x.yaml'), { cwd: root, env: {} });
  const foreign = problems.filter(({ code }) => code.startsWith('EVAL_FOREIGN') || code.startsWith('EVAL_BAD'));
  return {
    graders: reading?.evalCase?.graders,
    lost: foreign.map(({ severity, code, message }) => `${severity} ${code} ${message}`),
  };
}

type Row = readonly [written: Readonly<Record<string, unknown>>, grader: GraderSpec];

describe('an AgentV assertion about the text', () => {
  const rows: readonly Row[] = [
    [{ type: 'contains', value: 'x' }, { contains: 'x' }],
    [{ type: 'contains-any', value: ['x', 'y'] }, { contains: { text: ['x', 'y'], match: 'any' } }],
    [{ type: 'contains_all', value: ['x', 'y'] }, { contains: ['x', 'y'] }],
    [{ type: 'icontains', value: 'x' }, { contains: { text: 'x', ignore_case: true } }],
    [{ type: 'icontains-any', value: ['x'] }, { contains: { text: ['x'], match: 'any', ignore_case: true } }],
    [{ type: 'icontains_all', value: ['x'] }, { contains: { text: ['x'], ignore_case: true } }],
    [{ type: 'equals', value: 'x' }, { equals: 'x' }],
    [{ type: 'starts-with', value: ' x' }, { 'starts-with': 'x' }],
    [{ type: 'ends_with', value: 'x ' }, { 'ends-with': 'x' }],
    [{ type: 'regex', value: 'a.b' }, { regex: 'a.b' }],
    [{ type: 'regex', value: '\\u0041', flags: 'gis' }, { regex: '(?is)\\x{0041}' }],
    [{ type: 'is-json' }, { json: true }],
    [{ type: 'is_json', value: { type: 'object' } }, { 'json-schema': { type: 'object' } }],
    [{ type: 'json-schema', schema: { type: 'object' } }, { 'json-schema': { type: 'object' } }],
    // The score is 1 or 0, so the score to pass makes no difference.
    [
      { type: 'contains', value: 'x', name: 'n', weight: 2, negate: true, required: true, min_score: 0.5 },
      { id: 'n', contains: 'x', weight: 2, not: true },
    ],
  ];
  it.each(rows)('%j is %j', async (written, grader) => {
    expect(await convert(written)).toEqual({ graders: [grader], lost: [] });
  });
});

describe('an AgentV evaluator of metrics', () => {
  const rows: readonly Row[] = [
    [{ type: 'latency', threshold: 2000 }, { latency: { max_ms: 2000 } }],
    [{ type: 'latency', max_ms: 2000 }, { latency: { max_ms: 2000 } }],
    [{ type: 'latency', max_duration_ms: 2000 }, { latency: { max_ms: 2000 } }],
    [{ type: 'cost', budget: 0.1 }, { cost: { max_usd: 0.1 } }],
    [{ type: 'cost', max_usd: 0 }, { cost: { max_usd: 0 } }],
    [{ type: 'cost', max_cost_usd: 0.1 }, { cost: { max_usd: 0.1 } }],
    [
      { type: 'token_usage', max_total_tokens: 100, max_input_tokens: 60, maxOutputTokens: 40 },
      { limits: { max_tokens: 100, max_input_tokens: 60, max_output_tokens: 40 } },
    ],
    [{ type: 'token_usage', max_total: 100, max_input: 60 }, { limits: { max_tokens: 100, max_input_tokens: 60 } }],
    [
      { type: 'execution-metrics', max_tool_calls: 5, maxTokens: 100, max_cost_usd: 0.5, max_duration_ms: 900 },
      { limits: { max_tool_calls: 5, max_tokens: 100, max_usd: 0.5, max_ms: 900 }, threshold: 0.8 },
    ],
  ];
  it.each(rows)('%j is %j', async (written, grader) => {
    expect(await convert(written)).toEqual({ graders: [grader], lost: [] });
  });

  it('is reported by name for what cannot be measured', async () => {
    const { graders, lost } = await convert(
      { name: 'm', type: 'execution_metrics', max_tokens: 100, max_llm_calls: 3, target_exploration_ratio: 0.6 },
      { name: 'n', type: 'execution_metrics', max_llm_calls: 3 },
    );
    expect(graders).toEqual([{ id: 'm', limits: { max_tokens: 100 }, threshold: 0.8 }]);
    expect(lost).toEqual([
      expect.stringMatching(/^warning EVAL_FOREIGN_KEY .* "m.max_llm_calls"/),
      expect.stringMatching(/^warning EVAL_FOREIGN_KEY .* "m.target_exploration_ratio"/),
      'warning EVAL_FOREIGN_GRADER Turnwise ignores the evaluator "n" of type "execution_metrics". Turnwise cannot measure max_llm_calls.',
    ]);
  });
});

describe('tool_trajectory', () => {
  const expected = [{ tool: 'a', args: { id: 1 }, max_duration_ms: 50 }, { tool: 'b', args: 'any' }, { tool: 'c' }];
  const calls = [{ name: 'a', arguments: { id: 1 }, max_ms: 50 }, { name: 'b' }, { name: 'c' }];
  const toGrader = (wanted: GraderSpec['tool-calls']): GraderSpec => ({ 'tool-calls': wanted, threshold: 0.8 });
  const rows: readonly Row[] = [
    [{ mode: 'in_order', expected }, toGrader({ calls, order: 'in-order' })],
    [{ mode: 'exact', expected }, toGrader({ calls, order: 'exact' })],
    [{ mode: 'superset', expected }, toGrader({ calls, order: 'any-order' })],
    [{ mode: 'subset', expected }, toGrader({ calls, order: 'subset' })],
    [{ mode: 'any_order', minimums: { a: 2, b: 1 } }, toGrader({ minimums: { a: 2, b: 1 } })],
    [
      { mode: 'exact', expected: [{ tool: 'a', args: { id: 1 }, args_match: 'exact' }] },
      toGrader({ calls: [{ name: 'a', arguments: { id: 1 }, match: 'exact' }], order: 'exact' }),
    ],
    [
      { mode: 'exact', args_match: 'ignore', expected: [{ tool: 'a', args: { id: 1 } }] },
      toGrader({ calls: [{ name: 'a' }], order: 'exact' }),
    ],
    [
      { mode: 'exact', expected: [{ tool: 'a', args: { id: 1, at: 'x' }, argsMatch: ['id'] }] },
      toGrader({ calls: [{ name: 'a', arguments: { id: 1 } }], order: 'exact' }),
    ],
  ];
  it.each(rows)('%j is %j', async (written, grader) => {
    expect(await convert({ type: 'tool_trajectory', ...written })).toEqual({ graders: [grader], lost: [] });
  });

  it('allows no other arguments since its type has a hyphen', async () => {
    const written = { type: 'tool-trajectory', mode: 'in_order', expected: [{ tool: 'a', args: { id: 1 } }] };
    const call = { name: 'a', arguments: { id: 1 }, match: 'exact' as const };
    expect((await convert(written)).graders).toEqual([toGrader({ calls: [call], order: 'in-order' })]);
  });

  it('names what it does not compare', async () => {
    const written = [{ tool: 'a', input: { id: 1 }, output: { ok: true } }, { name: 'b' }];
    const { lost } = await convert({
      name: 't',
      type: 'tool_trajectory',
      mode: 'in_order',
      minimums: {},
      expected: written,
    });
    expect(lost).toEqual([
      'warning EVAL_FOREIGN_KEY Turnwise ignores the AgentV key "t.expected.input". As in AgentV, only names and "args" of calls are compared.',
      'warning EVAL_FOREIGN_KEY Turnwise ignores the AgentV key "t.expected.output". As in AgentV, results of calls are not compared.',
      'warning EVAL_FOREIGN_KEY Turnwise ignores an expected call of "t", because it names no tool.',
      'warning EVAL_FOREIGN_KEY Turnwise ignores the AgentV key "t.minimums". With the mode in_order, AgentV ignores it, too.',
    ]);
  });
});

describe('values of AgentV that mean nothing', () => {
  it.each([
    [
      { name: 't', type: 'tool_trajectory', mode: 'any_order', minimums: { a: 1, b: 'two' } },
      'Turnwise ignores the minimum of "b" in "t", because it is not a number from 0.',
    ],
    [
      { name: 't', type: 'tool_trajectory', mode: 'exact', expected: [{ tool: 'a', args: {}, args_match: 'fuzzy' }] },
      'Turnwise ignores "args_match: fuzzy" of "a". It is not one of exact, superset, subset, ignore.',
    ],
    [
      { name: 'f', type: 'field_accuracy', fields: [{ path: 'd', match: 'date', formats: ['ISO', 'MM/DD/YYYY'] }] },
      'Turnwise ignores the date format "ISO" of the field "d". It needs YYYY, MM and DD.',
    ],
  ])('%j', async (written, message) => {
    const { graders, lost } = await convert(written);
    expect(graders).toHaveLength(1);
    expect(lost).toEqual([`warning EVAL_FOREIGN_KEY ${message}`]);
  });
});

describe('field_accuracy', () => {
  const fields = [
    { path: 'number', match: 'exact', required: true, weight: 2 },
    { path: 'date', match: 'date', formats: ['DD-MMM-YYYY'], required: false },
    { path: 'items[0].total', match: 'numeric_tolerance', tolerance: 0.05, relative: true },
  ];
  const compare = [
    { path: 'number', required: true, weight: 2 },
    { path: 'date', match: 'date', formats: ['DD-MMM-YYYY'], required: false },
    { path: 'items[0].total', match: 'number', tolerance: 0.05, relative: true },
  ];

  it('compares fields', async () => {
    expect(await convert({ type: 'field_accuracy', fields, aggregation: 'weighted_average' })).toEqual({
      graders: [{ fields: compare, threshold: 0.8 }],
      lost: [],
    });
    expect(await convert({ type: 'field-accuracy', fields, aggregation: 'all_or_nothing', min_score: 1 })).toEqual({
      graders: [{ fields: { compare, score: 'all-or-nothing' }, threshold: 1 }],
      lost: [],
    });
  });

  it('is ignored as a whole if one field cannot be compared', async () => {
    const { graders, lost } = await convert({
      name: 'f',
      type: 'field_accuracy',
      fields: [...fields, { path: 'x', match: 'fuzzy' }],
    });
    expect(graders).toEqual([]);
    expect(lost).toEqual([
      'warning EVAL_FOREIGN_GRADER Turnwise ignores the evaluator "f" of type "field_accuracy". It compares "x" as "fuzzy", which Turnwise does not have.',
    ]);
  });
});

describe('a program of AgentV', () => {
  const rows: readonly Row[] = [
    [
      { type: 'code', script: 'uv run check.py' },
      { command: { run: ['uv', 'run', 'check.py'], input: 'agentv' }, threshold: 0.8 },
    ],
    [
      { type: 'code_judge', script: ['bun', 'run', 'c.ts'], cwd: '..', weight: 2 },
      { command: { run: ['bun', 'run', 'c.ts'], input: 'agentv', cwd: '..' }, weight: 2, threshold: 0.8 },
    ],
    [
      { type: 'code-grader', command: "python -c 'print(1)'", threshold: 0.6 },
      { command: { run: ['sh', '-c', "python -c 'print(1)'"], input: 'agentv' }, threshold: 0.6 },
    ],
    [
      { type: 'script', command: ['c'], fields: [{ path: 'a' }], config: { strict: true }, required: 0.9 },
      { command: { run: ['c'], input: 'agentv', config: { fields: [{ path: 'a' }], strict: true } }, threshold: 0.9 },
    ],
    // 1 − 0.25 is 0.75: a score up to 0.75 passes, and one above fails.
    [
      { type: 'code_judge', script: ['c'], negate: true, min_score: 0.25 },
      { command: { run: ['c'], input: 'agentv' }, not: true, threshold: 0.75 + 1e-9 },
    ],
  ];
  it.each(rows)('%j is %j', async (written, grader) => {
    expect(await convert(written)).toEqual({ graders: [grader], lost: [] });
  });

  it('has no access to a judge, which is reported by name', async () => {
    const { graders, lost } = await convert({ name: 'p', type: 'code_judge', script: ['c'], target: { max_calls: 3 } });
    expect(graders).toHaveLength(1);
    expect(lost).toEqual([
      expect.stringMatching(/^warning EVAL_FOREIGN_KEY .* "p.target". Turnwise gives programs no access/),
    ]);
  });
});

describe('an evaluator that cannot be honored', () => {
  it.each([
    [
      { name: 's', type: 'skill-trigger', skill: 'x' },
      'evaluator "s" of type "skill-trigger". Turnwise does not see which skills',
    ],
    [{ name: 'w', type: 'wizardry' }, 'evaluator "w" of type "wizardry". Turnwise has no grader of this type.'],
    [{ type: 'wizardry' }, 'evaluator of type "wizardry". Turnwise has no grader of this type.'],
    [{ name: 'n' }, 'evaluator "n" without a type. Its type says how to grade.'],
    [{ include: 'common' }, 'evaluator "common" of type "include". There is no file ".agentv/templates/common.yaml".'],
    [{ type: 'code_judge', name: 'c' }, 'evaluator "c" of type "code_judge". It names no program.'],
    [{ type: 'contains', name: 'c' }, 'evaluator "c" of type "contains". Its "value" is not a text.'],
    [
      { type: 'contains-any', name: 'c', value: 'x' },
      'evaluator "c" of type "contains-any". Its "value" is not a list of texts.',
    ],
    [{ type: 'regex', name: 'r', value: '(?=a)b' }, 'evaluator "r" of type "regex". Its expression has a lookahead'],
    [
      { type: 'latency', name: 'l' },
      'evaluator "l" of type "latency". Its "threshold" is not a number of milliseconds.',
    ],
    [{ type: 'cost', name: 'c' }, 'evaluator "c" of type "cost". Its "budget" is not a number of US dollars.'],
    [
      { type: 'tool_trajectory', name: 't', mode: 'fuzzy' },
      'evaluator "t" of type "tool_trajectory". Its "mode" is not one of',
    ],
    [
      { type: 'tool_trajectory', name: 't', mode: 'exact' },
      'of type "tool_trajectory". With the mode exact, it needs "expected".',
    ],
    [{ type: 'field_accuracy', name: 'f' }, 'evaluator "f" of type "field_accuracy". It has no "fields".'],
  ])('%j is named with the reason', async (written, message) => {
    const { graders, lost } = await convert(written);
    expect(graders).toEqual([]);
    expect(lost).toEqual([expect.stringContaining(`warning EVAL_FOREIGN_GRADER Turnwise ignores the `)]);
    expect(lost[0]).toContain(message);
  });

  it.each([
    [{ type: 'contains', name: 'c', value: 'x', vlaue: 'y' }, '"c.vlaue"'],
    [{ type: 'latency', name: 'l', threshold: 5, unit: 's' }, '"l.unit"'],
    [{ type: 'contains', name: 'c', value: 'x', required: false }, '"c.required". A case passes only if all'],
    [{ type: 'contains', name: 'c', value: 'x', weight: -1 }, '"c.weight". A weight is a number from 0.'],
    [{ type: 'regex', name: 'r', value: 'x', flags: 'iy' }, 'the flags "y" of the regular expression in "r"'],
  ])('%j loses a key, which is named', async (written, message) => {
    const { graders, lost } = await convert(written);
    expect(graders).toHaveLength(1);
    expect(lost).toEqual([expect.stringContaining('warning EVAL_FOREIGN_KEY ')]);
    expect(lost[0]).toContain(message);
  });
});

describe('evaluators of other files', () => {
  const read = async (files: Readonly<Record<string, string>>, assertions: string) => {
    const text = `tests:\n  - id: a\n    input: hi\n    assertions: ${assertions}\n`;
    const root = makeProject({ '.git/HEAD': '', 'evals/x.yaml': text, ...files });
    const [reading] = await Array.fromAsync(openEval('evals/x.yaml', root).readCases());
    const { problems } = await validateFile(join(root, 'evals/x.yaml'), { cwd: root, env: {} });
    return { graders: reading?.evalCase?.graders, problems };
  };
  const template = (assertions: string) => `assertions: ${assertions}\n`;

  it('are included by name or by path, also by each other and in composites', async () => {
    const { graders, problems } = await read(
      {
        '.agentv/templates/safe.yaml': template('[{type: contains, value: a}, {include: more/b.yaml}, Is kind.]'),
        '.agentv/templates/more/b.yaml': template('[{type: contains, value: b}]'),
        'shared/c.yml': template('[{type: contains, value: c}]'),
      },
      '[Is short., {include: safe}, {type: composite, assertions: [{include: ../shared/c.yml}]}]',
    );
    expect(graders).toMatchObject([
      { id: 'rubrics', weight: 2 },
      { contains: 'a' },
      { contains: 'b' },
      { composite: { graders: [{ contains: 'c' }] } },
    ]);
    expect(problems.filter(({ code }) => code.startsWith('EVAL'))).toEqual([]);
  });

  it('have their problems in their own files', async () => {
    const { problems } = await read(
      { '.agentv/templates/t.yaml': 'assertions:\n  - {type: wizardry}\n' },
      '[{include: t}]',
    );
    expect(problems).toContainEqual(
      expect.objectContaining({ code: 'EVAL_FOREIGN_GRADER', file: '.agentv/templates/t.yaml', line: 2 }),
    );
  });

  it.each([
    ['gone', {}, 'There is no file ".agentv/templates/gone.yaml"'],
    ['loop', { '.agentv/templates/loop.yaml': template('[{include: loop}]') }, 'The file includes itself.'],
    ['bad', { '.agentv/templates/bad.yaml': 'a: 1\n' }, 'The file has no list of "assertions".'],
  ])('are named if they cannot be included: %s', async (name, files, why) => {
    const { graders, problems } = await read(files, `[{include: ${name}}]`);
    expect(graders).toEqual([]);
    expect(problems).toContainEqual(
      expect.objectContaining({ code: 'EVAL_FOREIGN_GRADER', message: expect.stringContaining(why) }),
    );
  });

  it('are programs of the project if it defines their type', async () => {
    const { graders } = await read(
      { '.agentv/assertions/word-count.ts': 'export default {};\n' },
      '[{type: word-count, name: w, min: 3}]',
    );
    expect(graders).toEqual([
      {
        id: 'w',
        command: { run: ['bun', 'run', '../.agentv/assertions/word-count.ts'], input: 'agentv', config: { min: 3 } },
        threshold: 0.8,
      },
    ]);
  });

  it('are the tool calls of the expected messages', async () => {
    const call = '{tool: search, input: {q: x}}, {tool: read}';
    const text = `evalcases:
  - {id: a, input: hi, expected_messages: [{role: assistant, content: ok, tool_calls: [${call}]}], evaluators: [{name: t, type: expected_messages}]}
`;
    const [reading] = await Array.fromAsync(openEval('x.yaml', makeProject({ 'x.yaml': text })).readCases());
    expect(reading?.evalCase?.graders).toEqual([
      {
        id: 't',
        'tool-calls': { calls: [{ name: 'search', arguments: { q: 'x' } }, { name: 'read' }], order: 'in-order' },
        threshold: 0.8,
      },
    ]);
  });
});
