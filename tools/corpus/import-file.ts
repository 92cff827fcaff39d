import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInProcess } from '../../test/support/run-in-process.ts';
import { type CorpusFile, countTexts, toCount, unknownKind } from './corpus-file.ts';

/** What `import --json` prints: of conversations, or of an eval file that it wrote. */
interface ImportReport {
  readonly counts?: { readonly created: number; readonly failed: number };
  readonly failures?: readonly { readonly message: string }[];
  readonly files?: readonly { readonly format: string; readonly losses: readonly Loss[] }[];
  readonly run?: string;
  readonly eval?: { readonly file: string; readonly cases: number; readonly turns: number };
}

interface Loss {
  readonly what: string;
  readonly count: number;
}

/** Imports a file into a new database. `otherwise`: the error if no import format fits. */
export async function importFile(folder: string, file: string, otherwise: string | undefined): Promise<CorpusFile> {
  const place = mkdtempSync(join(tmpdir(), 'turnwise-corpus-'));
  const db = join(place, 'corpus.db');
  try {
    const out = join(place, 'imported.eval.yaml');
    const args = ['import', file, '--dataset', 'corpus', '--out', out, '--db', db, '--json'];
    const imported = await runInProcess(args, folder);
    if (imported.out === '') {
      const isUnknown = /^FILE_UNKNOWN_KIND/.test(otherwise ?? '');
      const error = otherwise ?? imported.err;
      return { file, kind: isUnknown ? unknownKind : 'data', loads: 'no', lost: [], error };
    }
    // Printed by our own command.
    const report = JSON.parse(imported.out) as ImportReport;
    return await describeImport({ folder, file, db }, report);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

interface Imported {
  readonly folder: string;
  readonly file: string;
  readonly db: string;
}

async function describeImport({ folder, file, db }: Imported, report: ImportReport): Promise<CorpusFile> {
  const { counts, failures = [], files = [], run, eval: script } = report;
  if (script !== undefined) {
    const contents = `${toCount(script.cases, 'script')} with ${toCount(script.turns, 'turn')}`;
    return { file, kind: files[0]?.format ?? 'script', loads: 'yes', lost: [], contents };
  }
  const lost = files.flatMap(({ losses }) => losses.map(({ what, count }) => `${count} × ${what}`));
  const kind = files[0]?.format ?? 'items';
  const failed = counts?.failed ?? 0;
  const [reason] = countTexts(failures.map(({ message }) => message));
  const error = failed === 0 ? {} : { error: `${toCount(failed, 'item')} failed: ${reason ?? ''}` };
  const contents = [await countTurns(folder, db), ...(run === undefined ? [] : [await describeRun(folder, run, db)])];
  return { file, kind, loads: failed === 0 ? 'yes' : 'no', lost, ...error, contents: contents.join(' · ') };
}

interface Exported {
  readonly history?: readonly { readonly role: string; readonly tool_calls?: readonly unknown[] }[];
}

/** `1,388 items, 4,208 assistant turns`. */
async function countTurns(folder: string, db: string): Promise<string> {
  const { out } = await runInProcess(['export', 'dataset:corpus', '--db', db], folder);
  // Printed by our own command, one item per line.
  const items = out.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Exported]));
  const turns = items.flatMap(({ history = [] }) => history);
  const replies = turns.filter(({ role }) => role === 'assistant').length;
  const calls = turns.reduce((sum, turn) => sum + (turn.tool_calls?.length ?? 0), 0);
  const called = calls === 0 ? '' : `, ${toCount(calls, 'tool call')}`;
  return `${toCount(items.length, 'item')}, ${toCount(replies, 'assistant turn')}${called}`;
}

interface ShownRun {
  readonly metrics: {
    readonly variants: readonly {
      readonly repeats: readonly { readonly passHatK: { readonly value: number | null } }[];
    }[];
  };
}

/** `pass^1..4 = .420 .273 .220 .200`. */
async function describeRun(folder: string, run: string, db: string): Promise<string> {
  const { out } = await runInProcess(['show', run, '--json', '--db', db], folder);
  // Printed by our own command.
  const { metrics } = JSON.parse(out) as ShownRun;
  const repeats = metrics.variants[0]?.repeats ?? [];
  const values = repeats.map(({ passHatK }) => passHatK.value?.toFixed(3).replace(/^0/, '') ?? 'null');
  return values.length === 0 ? `run ${run}` : `pass^1..${values.length} = ${values.join(' ')}`;
}
