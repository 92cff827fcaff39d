import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeProject } from '../../../test/support/temp-project.ts';
import { validateFile } from '../validate/validate-files.ts';

const oneCase = 'cases:\n  - id: one\n    input_messages: [{ role: user, content: Hi }]\n';

async function validate(text: string, files: Readonly<Record<string, string>> = {}) {
  const root = makeProject({ 'x.eval.yaml': text, ...files });
  const { problems } = await validateFile(join(root, 'x.eval.yaml'), { cwd: root, env: {} });
  return problems;
}

async function listPlaces(text: string, files: Readonly<Record<string, string>> = {}) {
  return (await validate(text, files)).map(({ code, line, column }) => `${line}:${column} ${code}`);
}

const toList = (graders: readonly string[]) => `graders:\n${graders.map((grader) => `  - ${grader}\n`).join('')}`;
const inHead = (...graders: readonly string[]) => `${toList(graders)}${oneCase}`;
const inCase = (...graders: readonly string[]) => `${oneCase}${toList(graders).replaceAll(/^/gm, '    ').trimEnd()}\n`;
const underLine = (...graders: readonly string[]) =>
  `cases:\n  - turns:\n      - user: Hi\n${toList(graders).replaceAll(/^/gm, '        ').trimEnd()}\n`;

describe('ids of graders', () => {
  const same = ['{ id: same, contains: a }', '{ contains: b }', '{ id: same, equals: c }'];

  it.each([
    ['in the file', inHead(...same), '4:11 EVAL_DUPLICATE_GRADER'],
    ['in a case', inCase(...same), '7:15 EVAL_DUPLICATE_GRADER'],
    ['under a scripted line', underLine(...same), '7:19 EVAL_DUPLICATE_GRADER'],
    [
      'in the file, one of them by default',
      inHead('contains: a', '{ id: contains-1, equals: b }'),
      '3:11 EVAL_DUPLICATE_GRADER',
    ],
  ])('are reported if two are the same: %s', async (_title, text, place) => {
    expect(await listPlaces(text)).toEqual([place]);
  });

  it('are reported once, no matter how many cases inherit the graders', async () => {
    const second = '  - id: two\n    input_messages: [{ role: user, content: Hi }]\n    graders: [{ contains: z }]\n';
    expect(await listPlaces(`${inHead(...same)}${second}`)).toHaveLength(1);
  });

  it('may be the same in the file and under a line, whose graders have the line in their ids', async () => {
    expect(
      await listPlaces(`${toList(['{ id: same, contains: a }'])}${underLine('{ id: same, contains: b }')}`),
    ).toEqual([]);
  });

  it('are reported at the case when it reuses an id of the file', async () => {
    const text = `${toList(['{ id: same, contains: a }'])}${inCase('{ id: same, contains: b }')}`;
    expect(await listPlaces(text)).toEqual(['7:15 EVAL_DUPLICATE_GRADER']);
  });
});

describe('a grader that cannot work', () => {
  it.each([
    ['{ contains: "" }', '2:17'],
    ['{ contains: " " }', '2:17'],
    ['{ contains: [a, ""] }', '2:21'],
    ['{ starts-with: "" }', '2:20'],
    ['{ rubric: " " }', '2:15'],
    ['{ regex: "" }', '2:14'],
    ['{ similarity: { to: "" } }', '2:25'],
    ['{ contains: a, threshold: 5 }', '2:31'],
    ['{ similarity: {}, threshold: -0.1 }', '2:34'],
    ['{ command: [grade], threshold: 1.5 }', '2:36'],
    ['{ rubric: Kind, threshold: -9 }', '2:32'],
  ])('is an error at its place, with a hint: %s', async (grader, place) => {
    const problems = await validate(inHead(grader));
    expect(problems).toMatchObject([{ code: 'EVAL_BAD_VALUE', file: 'x.eval.yaml', hint: expect.any(String) }]);
    expect(problems.map(({ line, column }) => `${line}:${column}`)).toEqual([place]);
  });

  it('counts replies from 1, and says so for 0', async () => {
    expect(await validate(inHead('{ contains: a, when: { reply: 0 } }'))).toMatchObject([
      {
        code: 'EVAL_BAD_VALUE',
        message: 'Replies are counted from 1, got 0.',
        hint: 'Write 1 for the first reply.',
      },
    ]);
    expect(await listPlaces(inHead('{ contains: a, when: { reply: 1 } }'))).toEqual([]);
  });

  it.each([
    '{ equals: "" }',
    '{ regex: " " }',
    '{ contains: a, threshold: 0 }',
    '{ contains: [a, b], threshold: 1 }',
    '{ rubric: Kind, threshold: -3 }',
    '{ rubric: Kind, threshold: 3 }',
  ])('is not %s', async (grader) => {
    expect(await listPlaces(inHead(grader))).toEqual([]);
  });
});

describe('the threshold of a judge', () => {
  const deck = '+++\nscale = [1, 5]\n+++\n# Judge\n![contexts](c.toml)\n';
  const files = { 'x.deck.md': deck, 'c.toml': '[contexts.fullConversation]\nassistantQuestion = "Which one?"\n' };

  it.each([
    [5, []],
    [1, []],
    [0, ['2:36 EVAL_BAD_VALUE']],
    [5.5, ['2:36 EVAL_BAD_VALUE']],
  ])('is on the scale of its deck: %s', async (threshold, problems) => {
    expect(await listPlaces(inHead(`{ judge: x.deck.md, threshold: ${threshold} }`), files)).toEqual(problems);
  });

  it('is reported for each grader, with the scale', async () => {
    const graders = ['{ judge: x.deck.md, threshold: 9 }', '{ judge: x.deck.md, threshold: -9 }'];
    const problems = await validate(inCase(...graders), files);
    expect(problems.map(({ line, message }) => [line, message])).toEqual([
      [5, 'The threshold 9 is outside the scale 1…5 of deck x.deck.md.'],
      [6, 'The threshold -9 is outside the scale 1…5 of deck x.deck.md.'],
    ]);
  });
});

describe('a mistake in one grader', () => {
  const graders = [
    '{ contains: a, weight: -1 }',
    '{ judge: none.deck.md }',
    '{ regex: "(?=a)" }',
    '{ json-schema: { type: objekt } }',
    '{ rubric: Kind, target: nobody }',
    '{ judge: x.deck.md }',
  ];
  const files = { 'targets.yaml': 'targets: [{ id: bot, provider: builtin, model: echo }]\n', 'x.deck.md': 'Judge.\n' };

  it.each([
    ['the file', inHead(...graders), 2],
    ['a case', inCase(...graders), 5],
    ['a scripted line', underLine(...graders), 5],
  ])('does not hide problems of the others in %s', async (_title, text, first) => {
    const problems = await validate(text, files);
    expect(problems.map(({ code, file, line }) => [code, file, line])).toEqual(
      expect.arrayContaining([
        ['EVAL_BAD_VALUE', 'x.eval.yaml', first],
        ['FILE_MISSING', 'x.eval.yaml', first + 1],
        ['EVAL_BAD_REGEX', 'x.eval.yaml', first + 2],
        ['EVAL_BAD_SCHEMA', 'x.eval.yaml', first + 3],
        ['TARGET_UNKNOWN', 'x.eval.yaml', first + 4],
        ['DECK_NOT_A_GRADER', 'x.deck.md', 1],
      ]),
    );
    expect(problems).toHaveLength(6);
  });
});
