import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeProject } from '../../../test/support/temp-project.ts';
import { definedOnly } from '../../base/defined-only.ts';
import { validateFile } from './validate-files.ts';

const toml = '[contexts.fullConversation]\nassistantQuestion = "Which one?"\n';
const toDeck = (head: string) => `+++\n${head}\n+++\n# Judge\n![contexts](c.toml)\n`;

interface Project {
  readonly head: string;
  readonly graders?: readonly object[];
  readonly turns?: readonly object[];
  readonly targets?: string;
}

async function validate({ head, graders = [], turns, targets = '' }: Project) {
  const input_messages = [{ role: 'user', content: 'Hi' }];
  const root = makeProject({
    'x.deck.md': toDeck(head),
    'c.toml': toml,
    'targets.yaml': `targets: [{id: bot, provider: builtin, model: echo}${targets}]\n`,
    'x.eval.yaml': JSON.stringify({ graders, cases: [turns === undefined ? { input_messages } : { turns }] }, null, 1),
  });
  const { problems } = await validateFile(join(root, 'x.eval.yaml'), { cwd: root, env: {} });
  return problems.map(({ code, severity, line }) => ({ code, severity, line }));
}

const whole = 'sees = "conversation"';

describe('a deck that sees the whole conversation', () => {
  it('may grade the whole conversation', async () => {
    expect(await validate({ head: whole, graders: [{ judge: 'x.deck.md', when: 'conversation' }] })).toEqual([]);
  });

  it.each([undefined, 'last', 'all', { reply: 1 }, { tag: 't' }])(
    'may not grade single replies, as when is %j: it would see later turns',
    async (when) => {
      const graders = [{ judge: 'x.deck.md', ...definedOnly({ when }) }];
      expect(await validate({ head: whole, graders })).toEqual([
        { code: 'EVAL_JUDGE_SEES_LATER', severity: 'error', line: 4 },
      ]);
    },
  );

  it('may not grade a scripted line, regardless of "when"', async () => {
    const turns = [{ user: 'Hi', graders: [{ judge: 'x.deck.md', when: 'conversation' }] }];
    expect(await validate({ head: whole, turns })).toMatchObject([{ code: 'EVAL_JUDGE_SEES_LATER' }]);
  });

  it('is reported once, no matter how many graders use it', async () => {
    const graders = [{ judge: 'x.deck.md' }, { judge: './x.deck.md', when: 'all' }];
    expect(await validate({ head: whole, graders })).toHaveLength(1);
  });
});

describe('the target of a deck', () => {
  const graders = [{ judge: 'x.deck.md' }];

  it('must exist', async () => {
    expect(await validate({ head: 'target = "bot"', graders })).toEqual([]);
    expect(await validate({ head: 'target = "bat"', graders })).toEqual([
      { code: 'TARGET_UNKNOWN', severity: 'error', line: 4 },
    ]);
  });
});

async function listProblems(graders: readonly string[], files: Readonly<Record<string, string>> = {}) {
  const head = ['cases:', '  - id: one', '    input_messages:', '      - { role: user, content: Hi }', '    graders:'];
  const text = [...head, ...graders.map((grader) => `      - json-schema: ${grader}`)].join('\n');
  const root = makeProject({ 'x.eval.yaml': text, ...files });
  const { problems } = await validateFile(join(root, 'x.eval.yaml'), { cwd: root, env: {} });
  return problems;
}

describe('schemas of graders', () => {
  it('are accepted if they are valid', async () => {
    const files = { 's.json': '{"type": "object"}' };
    expect(await listProblems(['{ type: object }', 's.json', '{ format: email }'], files)).toEqual([]);
  });

  it('are reported at their place if they are invalid', async () => {
    const files = { 's.json': '{"$ref": "https://example.com/x.json"}', 't.json': '{', 'u.json': '5' };
    const graders = ['{ type: objekt }', 's.json', 't.json', 'u.json', '{ pattern: "(?=a)" }', '{ type: objekt }'];
    const problems = await listProblems(graders, files);
    expect(problems.map(({ code, line }) => [code, line])).toEqual(
      [6, 7, 8, 9, 10].map((line) => ['EVAL_BAD_SCHEMA', line]),
    );
    expect(problems.map(({ message }) => message)).toEqual([
      expect.stringContaining('type must be equal to one of'),
      expect.stringContaining('The schema "s.json" cannot be used: it refers to "https://example.com/x.json"'),
      expect.stringContaining('it is not JSON'),
      expect.stringContaining('neither an object nor true or false'),
      expect.stringContaining('a pattern is not valid RE2'),
    ]);
  });

  it('are reported once if they are missing', async () => {
    expect((await listProblems(['none.json'])).map(({ code }) => code)).toEqual(['FILE_MISSING']);
  });
});
