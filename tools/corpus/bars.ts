import { type CorpusFile, type ImportedFile, type Loads, renderPassHatK, toCount } from './corpus-file.ts';

/** The measured lines of a folder: one per kind of file that has a bar to meet, with what is counted apart below it. */
export function listBars(files: readonly CorpusFile[]): readonly string[] {
  return [...barEvals(files), ...barDecks(files), ...barImports(files)];
}

function barEvals(files: readonly CorpusFile[]): readonly string[] {
  const evals = files.filter(({ kind }) => kind === 'AgentV eval');
  if (evals.length === 0) return [];
  return [
    `AgentV evals: ${countLoaded(evals)} of ${evals.length} load with every grader`,
    ...listApart(evals, 'without-a-grader', 'load without a grader'),
    ...listApart(evals, 'no', 'do not load'),
    ...countOutcomes(evals, 'run'),
  ];
}

/** A deck that includes a missing file, or that shows no conversation, cannot work as a grader anywhere. */
function barDecks(files: readonly CorpusFile[]): readonly string[] {
  const decks = files.filter(({ kind }) => kind === 'deck');
  if (decks.length === 0) return [];
  const graders = decks.filter(({ loads }) => loads !== 'missing-include' && loads !== 'not-a-grader');
  return [
    `decks of graders: ${countLoaded(graders)} of ${graders.length} load`,
    ...listApart(graders, 'no', 'do not load'),
    ...countOutcomes(
      graders.filter(({ samples = 0 }) => samples > 0),
      'with samples calibrate',
    ),
    ...listApart(decks, 'not-a-grader', 'not a grader'),
    ...listApart(decks, 'missing-include', 'include a missing file'),
    ...listApart(files, 'old-pairs', 'samples in the old pair form, skipped with the new form shown'),
  ];
}

function barImports(files: readonly CorpusFile[]): readonly string[] {
  const imported = files.filter((file) => file.imported !== undefined);
  const kinds = [...new Set(imported.map(({ kind }) => kind))];
  return kinds.map((kind) => {
    const ofKind = imported.filter((file) => file.kind === kind);
    const all = ofKind.flatMap((file) => file.imported ?? []);
    const of = ofKind.length === 1 ? '' : ` (${countLoaded(ofKind)} of ${ofKind.length} files load)`;
    return `${kind}: ${describeAll(all)}${of}`;
  });
}

function describeAll(all: readonly ImportedFile[]): string {
  const sum = (read: (file: ImportedFile) => number) => all.reduce((total, file) => total + read(file), 0);
  const scripts = sum(({ scripts: written }) => written?.cases ?? 0);
  if (scripts > 0)
    return `${toCount(scripts, 'script')}, ${toCount(
      sum((file) => file.scripts?.turns ?? 0),
      'turn',
    )}`;
  const compared = sum(({ equal }) => equal?.all ?? 0);
  const [trials] = all.flatMap(({ passHatK }) => (passHatK === undefined ? [] : [passHatK]));
  const of = compared === 0 ? '' : ` of ${compared.toLocaleString('en-US')}`;
  return [
    `${sum(({ items }) => items).toLocaleString('en-US')}${of} conversations import`,
    `${toCount(
      sum((file) => file.everyTurn),
      'assistant turn',
    )} ready for every-turn play`,
    ...(compared === 0 ? [] : [`messages equal in ${sum((file) => file.equal?.equal ?? 0).toLocaleString('en-US')}`]),
    ...(trials === undefined || all.length > 1 ? [] : [renderPassHatK(trials)]),
  ].join(', ');
}

function countLoaded(files: readonly CorpusFile[]): number {
  return files.filter(({ loads }) => loads === 'yes').length;
}

function listApart(files: readonly CorpusFile[], loads: Loads, words: string): readonly string[] {
  const apart = files.filter((file) => file.loads === loads).map(({ file }) => file);
  return apart.length === 0 ? [] : [`  ${words}: ${apart.length} (${apart.join(', ')})`];
}

/** Only with --run. */
function countOutcomes(files: readonly CorpusFile[], words: string): readonly string[] {
  const tried = files.filter(({ outcome }) => outcome !== undefined);
  const good = tried.filter(({ outcome }) => outcome?.isGood === true).length;
  return tried.length === 0 ? [] : [`  ${words}: ${good} of ${tried.length}`];
}
