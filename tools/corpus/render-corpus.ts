import { listBars } from './bars.ts';
import { type CorpusFile, countTexts, type Loads } from './corpus-file.ts';

const words: Readonly<Record<Loads, string>> = {
  yes: 'loads',
  'without-a-grader': 'loads without a grader',
  no: 'does not load',
  'missing-include': 'includes a missing file',
  'not-a-grader': 'not a grader',
  'old-pairs': 'old pairs, skipped',
  'other-format': 'another format',
  unknown: 'not recognized',
  'not-tried': 'not tried',
  crashed: 'CRASHED',
  part: 'part of an eval',
  'not-data': 'not data',
};

/** Counted below the table instead of one line each. */
const counted: readonly Loads[] = ['part', 'not-data', 'unknown', 'not-tried', 'other-format'];

export interface FolderTable {
  readonly folder: string;
  readonly files: readonly CorpusFile[];
}

/** The table of one folder: one line per file with its problems below it, then what was measured. */
export function renderFolder({ folder, files }: FolderTable, isVerbose: boolean): string {
  const shown = files.filter(({ loads }) => !counted.includes(loads));
  const width = (read: (row: CorpusFile) => string) => Math.max(0, ...shown.map((row) => read(row).length));
  const widths = { file: width(({ file }) => file), kind: width(({ kind }) => kind) };
  const rows = shown.flatMap((row) => renderRow(row, { widths, isVerbose }));
  const below = [...listBars(files), ...renderRest(files, isVerbose)];
  return [folder, ...rows, ...(rows.length === 0 ? [] : ['']), ...below.map((line) => `  ${line}`)].join('\n');
}

interface RowStyle {
  readonly widths: { readonly file: number; readonly kind: number };
  readonly isVerbose: boolean;
}

function renderRow(row: CorpusFile, { widths, isVerbose }: RowStyle): readonly string[] {
  const { file, kind, loads, contents = '', outcome, error, lost } = row;
  const parts = [words[loads], contents, ...(outcome === undefined ? [] : [renderOutcome(outcome)])];
  const said = parts.filter((part) => part !== '').join(' · ');
  return [
    `  ${file.padEnd(widths.file)}  ${kind.padEnd(widths.kind)}  ${said}`,
    ...(error === undefined || loads === 'not-a-grader' ? [] : [`      why: ${shorten(error, isVerbose)}`]),
    ...listLost(lost, isVerbose).map((text) => `      lost: ${shorten(text, isVerbose)}`),
  ];
}

function renderOutcome({ isGood, text }: NonNullable<CorpusFile['outcome']>): string {
  return `${isGood ? 'ran' : 'failed'}: ${text}`;
}

const shownLosses = 2;

function listLost(lost: readonly string[], isVerbose: boolean): readonly string[] {
  if (isVerbose || lost.length <= shownLosses + 1) return lost;
  return [...lost.slice(0, shownLosses), `… and ${lost.length - shownLosses} more (--verbose lists them)`];
}

const widest = 150;

function shorten(text: string, isVerbose: boolean): string {
  if (isVerbose) return text.trim().replaceAll('\n', '\n        ');
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= widest ? line : `${line.slice(0, widest - 1)}…`;
}

/** Files without a line of their own. */
function renderRest(files: readonly CorpusFile[], isVerbose: boolean): readonly string[] {
  const ofKind = (loads: Loads) => files.filter((file) => file.loads === loads);
  const name = ({ file, contents, error }: CorpusFile) => {
    const note = contents ?? error ?? '';
    return note === '' ? file : `${file} (${note})`;
  };
  const foreign = ofKind('other-format').map(({ file, kind }) => `${file}: ${kind}`);
  const aside = ofKind('not-data').length;
  return [
    ...(foreign.length === 0 ? [] : [`other formats, which Turnwise names and does not read: ${foreign.length}`]),
    ...foreign.map((line) => `  ${line}`),
    ...listNamed('parts of evals, which count with them', ofKind('part').map(name), isVerbose),
    ...listNamed('not recognized', ofKind('unknown').map(name), isVerbose),
    ...listNamed('not tried', ofKind('not-tried').map(name), isVerbose),
    ...(aside === 0 ? [] : [`other files, such as prompts, programs and licenses: ${aside}`]),
  ];
}

function listNamed(title: string, names: readonly string[], isVerbose: boolean): readonly string[] {
  if (names.length === 0) return [];
  const few = isVerbose ? names : names.slice(0, 4);
  const more = names.length > few.length ? `, … and ${names.length - few.length} more` : '';
  return [`${title}: ${names.length} · ${few.join(', ')}${more}`];
}

/** One line per folder: how many of its data files load. */
export function renderSummary(tables: readonly FolderTable[]): string {
  const width = Math.max(...tables.map(({ folder }) => folder.length));
  const lines = tables.map(({ folder, files }) => {
    const data = files.filter(({ loads }) => !counted.includes(loads));
    const loaded = data.filter(({ loads }) => loads === 'yes').length;
    const others = countTexts(data.flatMap(({ loads }) => (loads === 'yes' ? [] : [words[loads]])));
    const notes = others.length === 0 ? '' : ` · ${others.join(', ')}`;
    return `  ${folder.padEnd(width)}  ${loaded} of ${data.length.toLocaleString('en-US')} data files load${notes}`;
  });
  return ['All folders', ...lines].join('\n');
}
