import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join, resolve } from 'node:path';
import type { Item } from '../../src/conversation/item/item.ts';
import { parseItem } from '../../src/conversation/item/parse-item.ts';
import { listAssistantTurns, toKnownConversation } from '../../src/conversation/known-conversation.ts';
import { toItemCase } from '../../src/samples/item-case.ts';
import { compareMessages } from './compare-messages.ts';
import { type CorpusFile, countTexts, type ImportedFile, renderPassHatK, toCount } from './corpus-file.ts';
import { runCommand } from './run-command.ts';

/** What `import --json` prints: of conversations, or of an eval file that it wrote, which has `cases` and `turns`. */
interface ImportReport {
  readonly counts?: { readonly created: number; readonly failed: number };
  readonly failures?: readonly { readonly message: string }[];
  readonly files?: readonly { readonly format: string; readonly losses: readonly Loss[] }[];
  readonly runs?: readonly { readonly run: string }[];
  readonly file?: string;
  readonly cases?: number;
  readonly turns?: number;
  readonly losses?: readonly Loss[];
}

interface Loss {
  readonly what: string;
  readonly count: number;
}

/** Imports a file into a new database. A text: why it is not imported. */
export async function importFile(folder: string, file: string): Promise<CorpusFile | string> {
  const place = mkdtempSync(join(tmpdir(), 'turnwise-corpus-'));
  const db = join(place, 'corpus.db');
  try {
    const args = ['import', file, '--dataset', 'corpus', '--db', db, '--json'];
    const imported = await runCommand(args, folder);
    if (!imported.out.startsWith('{')) return imported.err;
    // Printed by our own command.
    const report = JSON.parse(imported.out) as ImportReport;
    return report.cases === undefined
      ? await describeImport({ folder, file, db }, report)
      : await describeScripts(folder, file, report);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

interface Imported {
  readonly folder: string;
  readonly file: string;
  readonly db: string;
}

async function describeImport(place: Imported, report: ImportReport): Promise<CorpusFile> {
  const { counts, failures = [], files = [], runs = [] } = report;
  const { file } = place;
  const lost = listLosses(files.flatMap(({ losses }) => losses));
  const kind = files[0]?.format ?? 'items';
  const imported = await measureItems(place, runs[0]?.run);
  const failed = counts?.failed ?? 0;
  const [reason = ''] = countTexts(failures.map(({ message }) => message));
  const error = failed === 0 ? {} : { error: `${toCount(failed, 'item')} failed: ${reason}` };
  return {
    file,
    kind,
    loads: failed === 0 ? 'yes' : 'no',
    lost,
    ...error,
    contents: describeItems(imported),
    imported,
  };
}

function listLosses(losses: readonly Loss[]): readonly string[] {
  return losses.map(({ what, count }) => `${count.toLocaleString('en-US')} × ${what}`);
}

/** Questions without replies become an eval file, which must be valid itself. */
async function describeScripts(folder: string, file: string, report: ImportReport): Promise<CorpusFile> {
  const written = report.file ?? '';
  const { out: said } = await runCommand(['validate', written, '--json'], folder);
  rmSync(resolve(folder, written));
  // Printed by our own command.
  const checked = JSON.parse(said) as { ok: boolean; files: readonly { count: number }[] };
  const cases = checked.files[0]?.count ?? 0;
  const scripts = { cases, turns: report.turns ?? 0 };
  const isWhole = checked.ok && cases === report.cases;
  const contents = `an eval file with ${toCount(cases, 'script')}, ${toCount(scripts.turns, 'turn')}`;
  const common = { file, kind: 'mt-bench', lost: listLosses(report.losses ?? []), contents };
  const imported = { ...noItems, scripts };
  return isWhole
    ? { ...common, loads: 'yes', imported }
    : { ...common, loads: 'no', error: 'The eval file that import wrote is not valid.', imported };
}

const noItems: ImportedFile = { items: 0, assistantTurns: 0, everyTurn: 0, toolCalls: 0 };

/** Reads the items back, as `export` writes them. */
async function measureItems({ folder, file, db }: Imported, run: string | undefined): Promise<ImportedFile> {
  const { out } = await runCommand(['export', '--db', db], folder);
  const items = out.split('\n').flatMap((line) => (line === '' ? [] : [toItem(line)]));
  const turns = items.flatMap(({ history = [] }) => history);
  const isText = ['.json', '.jsonl', '.ndjson'].includes(extname(file).toLowerCase());
  const equal = isText
    ? compareMessages(
        join(folder, file),
        items.map(({ history = [] }) => history),
      )
    : undefined;
  const passHatK = run === undefined ? undefined : await readPassHatK(folder, run, db);
  return {
    items: items.length,
    assistantTurns: turns.filter(({ role }) => role === 'assistant').length,
    everyTurn: items.reduce((sum, item) => sum + countEveryTurn(item), 0),
    toolCalls: turns.reduce((sum, turn) => sum + (turn.tool_calls?.length ?? 0), 0),
    ...(equal === undefined ? {} : { equal }),
    ...(passHatK === undefined ? {} : { passHatK }),
  };
}

function toItem(line: string): Item {
  const { value } = parseItem(JSON.parse(line), { dataset: 'corpus', id: 'item' });
  if (value === undefined) throw new Error(`export wrote an item that cannot be read: ${line.slice(0, 200)}`);
  return value;
}

/** The replies that every-turn play asks for, as a run of the dataset counts them. */
function countEveryTurn(item: Item): number {
  const { evalCase } = toItemCase(item, { eval: 'corpus', graders: [], play: undefined });
  return evalCase === undefined ? 0 : listAssistantTurns(toKnownConversation(evalCase)).length;
}

function describeItems({ items, assistantTurns, toolCalls, equal, passHatK }: ImportedFile): string {
  const called = toolCalls === 0 ? '' : `, ${toCount(toolCalls, 'tool call')}`;
  const same = equal === undefined ? '' : ` · messages equal: ${equal.equal} of ${equal.all}`;
  const rates = passHatK === undefined ? '' : ` · ${renderPassHatK(passHatK)}`;
  return `${toCount(items, 'item')}, ${toCount(assistantTurns, 'assistant turn')}${called}${same}${rates}`;
}

interface ShownRun {
  readonly metrics: {
    readonly variants: readonly {
      readonly repeats: readonly { readonly passHatK: { readonly value: number | null } }[];
    }[];
  };
}

async function readPassHatK(folder: string, run: string, db: string): Promise<readonly (number | null)[] | undefined> {
  const { out } = await runCommand(['show', run, '--json', '--db', db], folder);
  // Printed by our own command.
  const { metrics } = JSON.parse(out) as ShownRun;
  const values = metrics.variants[0]?.repeats.map(({ passHatK }) => passHatK.value) ?? [];
  return values.length === 0 ? undefined : values;
}
