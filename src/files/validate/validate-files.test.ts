import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeProject } from '../../../test/support/temp-project.ts';
import { tries } from '../../../test/support/tries.ts';
import { validateFile } from './validate-files.ts';

const names = [
  'x.eval.yaml',
  'x.eval.json',
  'x.eval.jsonl',
  'x.samples.toml',
  'x.samples.jsonl',
  'x.deck.md',
  'x.deck.toml',
  'x.items.json',
  'x.items.jsonl',
  'x.items.yaml',
  'targets.yaml',
  '.turnwise/config.yaml',
  'x.yaml',
  'x.json',
  'x.jsonl',
  'x.toml',
];

describe('validateFile', () => {
  it.each(names)('reports problems with places for any bytes in %s', async (name) => {
    const root = makeProject();
    const words = [
      'cases:',
      '- ',
      '[[samples]]',
      'messages',
      '{"messages":[',
      '+++\n',
      '![x](y.md)',
      'targets',
      '\n',
      ': ',
      '"',
      '\t',
    ];
    const text = fc.array(fc.oneof(fc.constantFrom(...words), fc.string({ maxLength: 4 })), { maxLength: 12 });
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      text.map((parts) => Buffer.from(parts.join(''))),
    );
    await fc.assert(
      fc.asyncProperty(bytes, async (content) => {
        writeFileSync(join(root, name), content);
        const { problems, count } = await validateFile(join(root, name), { cwd: root, env: {} });
        expect(count).toBeGreaterThanOrEqual(0);
        for (const problem of problems) {
          expect(problem).toMatchObject({
            file: expect.any(String),
            line: expect.any(Number),
            column: expect.any(Number),
          });
        }
      }),
      { numRuns: tries(50, 1_500) },
    );
  });

  it.each(names)('explains a missing %s, and a folder in its place', async (name) => {
    const root = makeProject();
    const [missing] = (await validateFile(join(root, name), { cwd: root, env: {} })).problems;
    expect(missing).toMatchObject({ code: 'FILE_MISSING', line: 1, column: 1 });
    mkdirSync(join(root, name));
    const [folder] = (await validateFile(join(root, name), { cwd: root, env: {} })).problems;
    expect(folder).toMatchObject({ code: 'FILE_NOT_A_FILE', line: 1, column: 1 });
  });

  it.runIf(process.platform !== 'win32')('does not wait for a pipe', async () => {
    const root = makeProject();
    execFileSync('mkfifo', [join(root, 'x.eval.yaml')]);
    const { problems } = await validateFile(join(root, 'x.eval.yaml'), { cwd: root, env: {} });
    expect(problems[0]?.code).toBe('FILE_NOT_A_FILE');
  });

  it.each(names.filter((name) => !name.startsWith('.')))('reports that %s with 0 bytes is empty', async (name) => {
    const root = makeProject({ [name]: '' });
    const { problems } = await validateFile(join(root, name), { cwd: root, env: {} });
    expect(problems[0]?.severity).toBe('error');
    expect(['FILE_EMPTY', 'DECK_EMPTY', 'EVAL_NO_CASES']).toContain(problems[0]?.code);
  });
});
