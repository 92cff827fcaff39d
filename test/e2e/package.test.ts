import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repository, runBin } from '../support/run-bin.ts';

function runModule(code: string): string {
  const args = ['--input-type=module', '-e', code];
  const { stdout, stderr, status } = spawnSync(process.execPath, args, {
    cwd: join(repository, 'docs'),
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([0, '']);
  return stdout.trim();
}

describe('the built package', () => {
  it('can be imported by its own name', () => {
    const code = `import { formatConversation } from 'turnwise';
      console.log(JSON.stringify(formatConversation([{ role: 'user', content: 'Hi' }])));`;
    expect(JSON.parse(runModule(code))).toEqual({ markers: false, question: 'Hi', guidelines: '' });
  });

  it('has the numbers apart, for browsers', () => {
    expect(
      runModule("import { wilsonInterval } from 'turnwise/numbers'; console.log(wilsonInterval(1, 2).value);"),
    ).toBe('0.5');
  });

  it('ends with exit code 3 and a stack after an unhandled rejection', () => {
    const breakdown = "setImmediate(() => { throw new TypeError('late') })";
    const script = `process.on('newListener', (name) => { if (name === 'uncaughtException') ${breakdown} })`;
    const { code, err } = runBin(['demo'], repository, {
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}`,
    });
    expect(code).toBe(3);
    expect(err).toMatch(/^Turnwise \S+ crashed\./m);
    expect(err).toMatch(/^TypeError: late\n {4}at /m);
  });

  it('ships the JSON Schemas', () => {
    const schema = JSON.parse(readFileSync(join(repository, 'dist/schemas/eval.schema.json'), 'utf8'));
    expect(Object.keys(schema.properties)).toEqual(expect.arrayContaining(['cases', 'graders', 'targets']));
  });
});
