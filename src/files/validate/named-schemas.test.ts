import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeProject } from '../../../test/support/temp-project.ts';
import { validateFile } from './validate-files.ts';

async function listProblems(graders: readonly string[], files: Readonly<Record<string, string>> = {}) {
  const head = ['cases:', '  - id: one', '    input_messages:', '      - { role: user, content: Hi }', '    graders:'];
  const text = [...head, ...graders.map((grader) => `      - json-schema: ${grader}`)].join('\n');
  const root = makeProject({ 'x.eval.yaml': text, ...files });
  const { problems } = await validateFile(join(root, 'x.eval.yaml'), { cwd: root, env: {} });
  return problems;
}

describe('schemas of graders', () => {
  it('are used as they are when they can be', async () => {
    const files = { 's.json': '{"type": "object"}' };
    expect(await listProblems(['{ type: object }', 's.json', '{ format: email }'], files)).toEqual([]);
  });

  it('are faults at their place when they cannot', async () => {
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

  it('that are missing are reported once', async () => {
    expect((await listProblems(['none.json'])).map(({ code }) => code)).toEqual(['FILE_MISSING']);
  });
});
