import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runInProcess } from '../support/run-in-process.ts';
import { makeProject } from '../support/temp-project.ts';

const key = 'sk-live-0123456789abcdef';
const node = JSON.stringify(process.execPath);

/** A desk whose program prints its key in three ways, and a run of it that is recorded. */
async function playLeaky(): Promise<{ readonly cwd: string; readonly everything: string }> {
  const cwd = makeProject({
    '.env': `DESK_API_KEY=${key}\n`,
    '.turnwise/x': '',
    'leak.mjs': `
const key = process.env.DESK_API_KEY ?? '${key}';
const how = process.argv[2];
// The key is cut in two where the last 4,000 characters of stderr begin.
if (how === 'stderr') process.stderr.write(key + 'e'.repeat(3995));
if (how === 'text') console.log('x'.repeat(70) + key);
else console.log(how === 'reply' ? 'Your key is ' + key + '.' : 'Fine.');
`,
    'targets.yaml': `targets:
  - {id: reply, provider: command, command: [${node}, leak.mjs, reply], env: {DESK_API_KEY: "\${DESK_API_KEY}"}}
  - {id: stderr, provider: command, command: [${node}, leak.mjs, stderr], env: {DESK_API_KEY: "\${DESK_API_KEY}"}}
  - {id: text, provider: command, output: json, command: [${node}, leak.mjs, text], env: {DESK_API_KEY: "\${DESK_API_KEY}"}}
`,
    'a.eval.yaml': `cases:
  - id: a
    input_messages: [{role: user, content: Hello}]
    graders: [{contains: key}]
`,
  });
  const reports = ['--record', 'c.jsonl', '--html', 'r.html', '--junit', 'r.xml'];
  const run = await runInProcess(['run', 'a.eval.yaml', '--target', 'reply,stderr,text', ...reports, '--json'], cwd);
  const shown = await runInProcess(['show', 'run:last', '--case', 'a'], cwd);
  const files = ['c.jsonl', 'r.html', 'r.xml', '.turnwise/turnwise.db', '.turnwise/turnwise.db-wal'].map((file) => {
    try {
      return readFileSync(join(cwd, file), 'latin1');
    } catch {
      return '';
    }
  });
  return { cwd, everything: [run.out, run.err, shown.out, shown.err, ...files].join('\n') };
}

describe('a key that a target repeats', () => {
  it('is nowhere: not in records, reports, recordings or the database, nor half of it', async () => {
    const { everything } = await playLeaky();
    expect(everything).toContain('Your key is ***.');
    expect(everything).toContain('The program did not print JSON. It printed: xxxx');
    expect(everything).toContain('Turnwise hid a key or password in this reply.');
    expect(everything).toContain('eeee');
    for (const part of [key, key.slice(0, 8), key.slice(-8)]) expect(everything).not.toContain(part);
  });

  it('is nowhere either when only its name or an address says that it is one, or when it is encoded', async () => {
    const cwd = makeProject({
      '.env':
        'DESK_PAT=ghp-0123456789\nDATABASE_URL=postgres://bob:hunter22-pass@db/x\nAWS_ACCESS_KEY_ID=AKIA0123456789\n',
      'leak.mjs': `
const { DESK_PAT, DATABASE_URL, AWS_ACCESS_KEY_ID } = process.env;
const basic = Buffer.from('user:' + DESK_PAT).toString('base64');
console.log([DESK_PAT, DATABASE_URL, 'hunter22-pass', AWS_ACCESS_KEY_ID, basic].join(' / '));
`,
      'targets.yaml': `targets:\n  - {id: leaky, provider: command, command: [${node}, leak.mjs]}\n`,
      'a.eval.yaml':
        'cases:\n  - {id: a, input_messages: [{role: user, content: Hello}], graders: [{contains: key}]}\n',
    });
    const { out } = await runInProcess(['run', 'a.eval.yaml', '--target', 'leaky', '--json'], cwd);
    expect(out).toContain('*** / *** / *** / *** / dXNlcj');
    for (const part of ['ghp-01', 'hunter22', 'AKIA01', Buffer.from(':ghp-012').toString('base64').slice(2, 9)]) {
      expect(out).not.toContain(part);
    }
  });
});
