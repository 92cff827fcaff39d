import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { oldRunSpec } from '../support/old-database.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { makeProject } from '../support/temp-project.ts';

type Line = readonly [table: string, row: unknown];

const counter: Line = ['counters', { name: 'sequence', value: 9 }];
const noOwner = { holder_process: null, holder_host: null, holder_token: null, holder_since: null, beat_at: null };
const counts = { pass: 1, fail: 0, error: 0, ungraded: 0, skipped: 0 };
const run = {
  ...{ no: 1, id: 'run-1', state: 'ended', started_at: '', ended_at: '', spec: JSON.stringify(oldRunSpec) },
  ...{ ...counts, ...noOwner, start_sequence: 1, end_sequence: 9 },
};
const conversation = {
  ...{ run_no: 1, no: 1, file: 0, position: 0, case_id: 'a', dataset: 'shop', target: 'bot', send: 'question' },
  ...{ play: 'reply', repeat: 0, tags: '[]', status: 'pass', ending: null, end_sequence: 8, conversation_id: null },
  attempt: 0,
};
const place = { run_no: 1, conversation_no: 1, turn_index: 1, grader: 'script-1', grading: 0, sequence: 2 };
const verdict = { ...place, score: 1, unit: 1, pass: 1, cause: null, details: '{"reason":""}' };
const before: readonly Line[] = [counter, ['runs', run], ['conversations', conversation]];

/** Restores a backup of version 7 that has these rows. */
async function restore(rows: readonly Line[]) {
  const cwd = makeProject();
  const head = { kind: 'turnwise-backup', version: 7, createdAt: '2026-11-18T00:00:00.000Z' };
  const text = `${[head, ...rows].map((line) => JSON.stringify(line)).join('\n')}\n`;
  const hash = createHash('sha256').update(text).digest('hex');
  const end = JSON.stringify({ end: 'turnwise-backup', rows: rows.length, hash });
  writeFileSync(join(cwd, 'old.backup'), gzipSync(`${text}${end}\n`));
  return { cwd, ...(await runInProcess(['restore', 'old.backup', '--db', 'new.db'], cwd)) };
}

const deepList = '['.repeat(100_000) + ']'.repeat(100_000);

describe('an older backup', () => {
  it('is restored when its rows are sound, with the grader ids it has', async () => {
    const [own, chosen] = [{ grader: 'script-1' }, { grader: 'command-1', sequence: 3 }];
    const verdicts = [own, chosen].map((grader): Line => ['verdicts', { ...verdict, ...grader }]);
    const { code, cwd } = await restore([...before, ...verdicts]);
    expect(code).toBe(0);
    const { out } = await runInProcess(['show', 'run-1', '--json', '--db', 'new.db'], cwd);
    expect(JSON.parse(out)).toMatchObject({
      cases: [{ verdicts: [{ grader: 'script-1' }, { grader: 'command-1' }] }],
    });
  });

  it.each<[string, string, unknown, string]>([
    ['a table named like a property of objects', '__proto__', {}, 'this version has no such table'],
    ['a table named like a method of objects', '__defineGetter__', {}, 'this version has no such table'],
    ['a verdict without a grader', 'verdicts', { ...verdict, grader: null }, '"grader" must be text'],
    ['a number as a grader', 'verdicts', { ...verdict, grader: 5 }, '"grader" must be text'],
    ['a number as the details of a verdict', 'verdicts', { ...verdict, details: 5 }, '"details" must be text'],
    ['a number as a spec', 'runs', { ...run, no: 2, id: 'b', spec: 5 }, '"spec" must be text'],
    ['null as a state', 'runs', { ...run, no: 2, id: 'b', state: null }, '"state" must be text'],
    ['an unknown state', 'runs', { ...run, no: 2, id: 'b', state: 'odd' }, '"state" has an invalid value'],
    ['a verdict with the score of two versions', 'verdicts', { ...verdict, normalized_score: 1 }, 'no column "unit"'],
    ['a deep spec', 'runs', { ...run, no: 2, id: 'b', spec: `{"files":${deepList}}` }, 'is nested too deeply'],
    [
      'a deep certificate',
      'gradings',
      {
        ...{ run_no: 1, number: 1, started_at: '', ended_at: '', start_sequence: 1, end_sequence: 2 },
        ...counts,
        ...noOwner,
        spec: `{"hash":"h","certificates":${deepList}}`,
      },
      'is nested too deeply',
    ],
    ['a deep verdict', 'verdicts', { ...verdict, details: `{"evidence":${deepList}}` }, 'is nested too deeply'],
  ])('with %s is refused, and the row is named', async (_title, table, row, why) => {
    const { code, err } = await restore([...before, [table, row]]);
    const words = err.replaceAll(/\s+/g, ' ');
    expect({ code, words }).toEqual({ code: 2, words: expect.stringContaining('BACKUP_UNREADABLE') });
    expect(words).toMatch(new RegExp(`Row 4(?: of the backup)?, in table "${table}", .*${why}`, 'i'));
  });
});
