import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import {
  type Insert,
  insertOldRun,
  insertOldVerdict,
  makeOldDatabase,
  oldRunSpec,
} from '../../../test/support/old-database.ts';
import { makeProject } from '../../../test/support/temp-project.ts';
import { systemClock as clock } from '../../base/clock.ts';
import { toCanonicalJson } from '../../base/hash.ts';
import { LabelPick } from '../../conversation/label-request.ts';
import type { ArchiveRow } from '../archive-port.ts';
import { openSqliteStore } from '../sqlite/open-sqlite-store.ts';
import { toFinalRow, toFinalVerdict } from './0008-final-rows.ts';

/** What an earlier version may have recorded, with our old names in the data of users. */
const userData = {
  ...{ score: 1, unit: 1, folds: { unit: 2 }, dataset: 'd', kind: 'script', hash: 'h' },
  ...{ provenance: { kind: 'refs' }, list: [{ kind: 'script', hash: 'h' }] },
};

function fill(insert: Insert): void {
  const rules = [{ turn: 2, reply: 'a' }];
  const targets = ['echo', 'scripted'].map((model) => {
    return { file: 't.yaml', spec: { id: model, provider: 'builtin', model, rules } };
  });
  const other = { file: 't.yaml', spec: { id: 'x', provider: 'openai', model: 'scripted', settings: userData } };
  insertOldRun(insert, { spec: { ...oldRunSpec, targets: [...targets, other] } });
  insertOldRun(insert, { no: 2, columns: { state: 'ended', skipped: 1 } });
  insertOldRun(insert, { no: 3, columns: { state: 'interrupted' } });
  const owner = { holder_process: 1, holder_host: 'elsewhere', holder_token: 't', holder_since: '2026-01-01' };
  insertOldRun(insert, { no: 4, columns: { state: 'running', ...owner, beat_at: '2026-01-01' } });
  const spec = toCanonicalJson({ hash: 'h', graders: ['script-1'] });
  insert('gradings', { run_no: 1, number: 1, started_at: '', spec, start_sequence: 6, ...owner });
  for (const [index, kind] of ['script', 'refs', 'judge'].entries()) {
    const provenance = { at: '', kind, hash: 'h', settings: userData };
    insertOldVerdict(insert, { grader: `script-${index}`, details: { evidence: userData, provenance } });
  }
  const folds = { all: true, mean: 1, min: 1, last: 1 };
  const ended = { run_no: 1, no: 2, file: 0, position: 1, case_id: 'b', dataset: 'shop', target: 'bot' };
  const ending = JSON.stringify({ folds, error: { cause: 'timeout', message: '"folds":{' } });
  insert('conversations', { ...ended, send: 'question', play: 'reply', repeat: 0, tags: '[]', status: 'pass', ending });
  const graded = { run_no: 1, conversation_no: 1, grading: 1, status: 'pass', folds: JSON.stringify(folds) };
  insert('graded_conversations', graded);
  insert('calibrations', { no: 9, id: 'c', hash: 'h', started_at: '', spec: '{}', expected: 1, ...owner });
  insert('label_picks', { request: 1, position: 0, question: 'overall', run: 'run-1', pick: JSON.stringify(pick) });
  const judged = { grader: 'a', turnIndex: null, status: 'graded', score: 1, unit: 0.5, pass: true, reason: '' };
  const result = { calibration_no: 9, judge: 0, position: 0, variant: 'plain', repeat: 0 };
  const provenance = { at: '', kind: 'judge', hash: 'h', settings: userData };
  insert('calibration_results', { ...result, verdict: JSON.stringify({ ...judged, evidence: userData, provenance }) });
}

/** `unit` is still the name of a conversation that was drawn. */
const pick: LabelPick = {
  ...{ unit: 'drawn-1', frame: 'run-1', stratum: '', replyShare: 1 },
  subject: { run: 'run-1', case: 'case-1', target: 'bot', repeat: 0, turnIndex: 1 },
};

const tables = [
  ...['runs', 'gradings', 'conversations', 'verdicts', 'graded_conversations', 'calibrations'],
  ...['calibration_results', 'label_picks'],
];

function readRows(file: string): readonly ArchiveRow[] {
  const database = new DatabaseSync(file);
  const rows = tables.flatMap((table) =>
    database
      .prepare(`select * from ${table}`)
      .all()
      // The columns are texts, numbers or null.
      .map((row) => ({ table, row: { ...row } as ArchiveRow['row'] })),
  );
  database.close();
  return rows;
}

it('restores a row as the migration changes it', async () => {
  const file = join(makeProject(), 'a.db');
  await makeOldDatabase(file, fill);
  const before = readRows(file);
  await (await openSqliteStore(file, { clock })).close();
  const after = readRows(file);
  expect(before.map(toFinalRow)).toEqual(after);
  expect(after).not.toEqual(before);
  const [drawn] = after.filter(({ table }) => table === 'label_picks');
  expect(LabelPick.parse(JSON.parse(String(drawn?.row.pick)))).toEqual(pick);
});

describe('a verdict', () => {
  it('has its own names changed, and no others', () => {
    const provenance = { kind: 'script', hash: 'h', settings: userData };
    const verdict = { grader: 'script-1', unit: 1, evidence: userData, provenance };
    expect(toFinalVerdict(JSON.stringify(verdict))).toBe(
      JSON.stringify({
        ...{ grader: 'script-1', normalizedScore: 1, evidence: userData },
        provenance: { kind: 'command', hash: 'h', settings: userData },
      }),
    );
  });

  it.each(['{"reason":"x"}', '{"provenance":null}', '{"provenance":{"kind":"contains"}}', '[1]', 'null', '{'])(
    'without an old name keeps its text: %s',
    (text) => {
      expect(toFinalVerdict(text)).toBe(text);
    },
  );

  it('keeps a key that every object has', () => {
    const text = '{"evidence":{"__proto__":{"unit":1}},"provenance":{"kind":"judge","settings":{"__proto__":1}}}';
    expect(toFinalVerdict(text)).toBe(text);
  });
});
