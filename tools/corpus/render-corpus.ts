import { type CorpusFile, type Loads, unknownKind } from './corpus-file.ts';

const words: Readonly<Record<Loads, string>> = {
  yes: 'loads',
  'without-a-grader': 'loads without a grader',
  no: 'does not load',
  'missing-include': 'includes a missing file',
  'not-a-grader': 'not a grader',
  'not-data': 'not data',
};

/** The table of one folder: one line per file, with what is lost below it. Files that are not data are counted. */
export function renderFolder(name: string, files: readonly CorpusFile[], isVerbose: boolean): string {
  const shown = files.filter(({ loads, kind }) => loads !== 'not-data' && kind !== unknownKind);
  const fileWidth = Math.max(0, ...shown.map(({ file }) => file.length));
  const kindWidth = Math.max(0, ...shown.map(({ kind }) => kind.length));
  const lines = shown.flatMap((row) => {
    const head = `${row.file.padEnd(fileWidth)}  ${row.kind.padEnd(kindWidth)}  ${words[row.loads]}`;
    const { contents = '', outcome } = row;
    return [
      `  ${head}${contents === '' ? '' : ` · ${contents}`}`,
      ...(row.error === undefined ? [] : [`    why: ${shorten(row.error, isVerbose)}`]),
      ...(outcome === undefined ? [] : [`    ${outcome.isGood ? 'ran' : 'failed'}: ${outcome.text}`]),
      ...listLost(row.lost, isVerbose).map((text) => `    lost or changed: ${shorten(text, isVerbose)}`),
    ];
  });
  const unknown = files.filter(({ kind }) => kind === unknownKind).map(({ file }) => file);
  const others = unknown.length === 0 ? [] : [`${unknownKind}: ${unknown.join(', ')}`];
  const counts = [...renderCounts(files), ...others].map((line) => `  ${line}`);
  return [name, ...lines, '', ...counts].join('\n');
}

function listLost(lost: readonly string[], isVerbose: boolean): readonly string[] {
  if (isVerbose || lost.length <= 4) return lost;
  return [...lost.slice(0, 3), `… and ${lost.length - 3} more (--verbose lists them)`];
}

const widest = 160;

function shorten(text: string, isVerbose: boolean): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return isVerbose || line.length <= widest ? line : `${line.slice(0, widest - 1)}…`;
}

/** `AgentV eval: 17 of 17 load`. Decks with missing includes and files that are not graders are counted apart. */
function renderCounts(files: readonly CorpusFile[]): readonly string[] {
  const data = files.filter(({ loads, kind }) => loads !== 'not-data' && kind !== unknownKind);
  const kinds = [...new Set(data.map(({ kind }) => kind))];
  const counts = kinds.map((kind) => {
    const ofKind = files.filter((file) => file.kind === kind);
    const apart = ofKind.filter(({ loads }) => loads === 'missing-include' || loads === 'not-a-grader');
    const loaded = ofKind.filter(({ loads }) => loads === 'yes').length;
    const aside = (['missing-include', 'not-a-grader', 'without-a-grader'] as const).flatMap((loads) => {
      const count = ofKind.filter((file) => file.loads === loads).length;
      return count === 0 ? [] : [`${count} ${words[loads]}`];
    });
    const notes = aside.length === 0 ? '' : ` (${aside.join(', ')})`;
    return `${kind}: ${loaded} of ${ofKind.length - apart.length} load${notes}`;
  });
  const others = files.filter(({ loads }) => loads === 'not-data').length;
  return [...counts, ...(others === 0 ? [] : [`other files, such as prompts and licenses: ${others}`])];
}
