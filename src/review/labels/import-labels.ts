import { type Problem, toError } from '../../base/fault.ts';
import type { Label, LabelSubject } from '../../conversation/label.ts';
import type { LabelColumn } from '../../files/labels/label-columns.ts';
import type { FileLabel } from '../../files/labels/read-label-file.ts';
import { throwTableProblems } from '../../files/syntax/table-problems.ts';
import { readLabels } from '../../samples/sources/all-labels.ts';
import type { LabelFilter, NewLabel } from '../../store/curation-port.ts';
import type { ReviewContext } from '../review-context.ts';
import { checkLabels, type GivenLabel } from './add-labels.ts';
import { type LabelNames, LabelResolver } from './label-resolver.ts';

export interface LabelImportRequest extends LabelNames {
  readonly file: string;
  readonly labels: readonly FileLabel[];
  /** What is already known to be wrong with the file. */
  readonly errors: readonly Problem[];
  /** The number of the first turn in the file. */
  readonly turnsFrom: 0 | 1;
  /** Checks everything and adds nothing. */
  readonly isDryRun: boolean;
}

/** What an import did, or would do. */
export interface LabelImport {
  /** First labels of a rater for a subject and a question. */
  readonly added: number;
  /** Labels that differ from the rater's newest one. It stays, and the later one counts. */
  readonly changed: number;
  /** Labels that the database already has. */
  readonly unchanged: number;
  /** Changed labels that do not replace the earlier one, because a random draw asked for it and they are not blind. */
  readonly notCounted: number;
  readonly questions: readonly string[];
  readonly datasets: readonly string[];
}

/**
 * Adds the labels of a file, all or none. Throws one Fault with everything that is wrong with the file. A label that
 * the same rater already gave as the newest one is not added again.
 */
export async function importLabels(context: ReviewContext, request: LabelImportRequest): Promise<LabelImport> {
  const { file, labels, errors, turnsFrom, isDryRun } = request;
  const resolver = new LabelResolver(context, request);
  const problems: Problem[] = [...errors];
  const named: { readonly row: FileLabel; readonly given: GivenLabel }[] = [];
  for (const row of labels) {
    const resolved = await resolver.resolve(row);
    if ('problems' in resolved) problems.push(...resolved.problems);
    else named.push({ row, given: resolved.given });
  }
  const given = named.map((each) => each.given);
  const checked = await checkLabels(context, given, { turnsFrom });
  const ready: ReadyLabel[] = [];
  for (const [index, { label, problems: found }] of checked.entries()) {
    const row = named[index]?.row;
    if (row === undefined) continue;
    problems.push(...found.map((problem) => toPlaced(problem, row)));
    if (label !== undefined) ready.push({ row, label });
  }
  const groups = [...Map.groupBy(ready, ({ label }) => toKey(label)).values()];
  problems.push(...groups.flatMap(findContradictions));
  throwTableProblems(problems, file);
  const { labels: fresh, ...counts } = await findChanges(context, groups);
  if (!isDryRun && fresh.length > 0) await context.store.labels.add(fresh);
  const all = ready.map(({ label }) => label);
  return {
    ...counts,
    questions: [...new Set(all.map(({ question }) => question))],
    datasets: [...new Set(all.flatMap(({ subject }) => ('item' in subject ? [subject.dataset] : [])))],
  };
}

interface ReadyLabel {
  readonly row: FileLabel;
  readonly label: NewLabel;
}

const columnsOfPaths: Readonly<Record<string, LabelColumn>> = {
  score: 'score',
  'subject.item': 'item',
  'subject.revision': 'revision',
  'subject.turnIndex': 'turn',
};

function toPlaced({ path = '', ...problem }: Problem, { placeOf }: FileLabel): Problem {
  return { ...problem, ...placeOf(columnsOfPaths[path] ?? 'item') };
}

/** The rater, the question and the subject in any revision: a file rarely knows revisions. */
function toKey({ subject, question, rater }: Pick<Label, 'subject' | 'question' | 'rater'>): string {
  return JSON.stringify([rater, question, toSubjectKey(subject)]);
}

function toSubjectKey(subject: LabelSubject): readonly (string | number | null)[] {
  if ('sample' in subject) return ['sample', subject.sample];
  if ('item' in subject) return ['item', subject.dataset, subject.item, subject.turnIndex];
  return ['run', subject.run, subject.case, subject.target, subject.repeat, subject.turnIndex];
}

/** Several scores of one rater for one thing are a history if the file has their times, else a mistake. */
function findContradictions(group: readonly ReadyLabel[]): readonly Problem[] {
  if (isHistory(group)) return [];
  const [first, ...rest] = group;
  return rest.flatMap(({ row, label }) => {
    if (first === undefined || first.label.score === label.score) return [];
    const { line } = first.row.placeOf('score');
    const message = `"${label.rater}" gives the score ${label.score} here, but ${first.label.score} on line ${line}.`;
    const hint = 'Keep one of them. If they score different turns, add a column turn.';
    return [toError({ code: 'LABEL_TWICE', message, hint, ...row.placeOf('score') })];
  });
}

function isHistory(group: readonly ReadyLabel[]): boolean {
  return group.length > 1 && new Set(group.map(({ row }) => row.at ?? '')).size === group.length;
}

type LabelChanges = Pick<LabelImport, 'added' | 'changed' | 'unchanged' | 'notCounted'> & {
  readonly labels: readonly NewLabel[];
};

/** The labels that the database does not have yet, in the order of the file. */
async function findChanges(
  { store }: ReviewContext,
  groups: readonly (readonly ReadyLabel[])[],
): Promise<LabelChanges> {
  const stored = new Map<string, Label[]>();
  for (const filter of listFilters(groups)) {
    for (const label of await readLabels(store, filter)) {
      const key = toKey(label);
      stored.set(key, [...(stored.get(key) ?? []), label]);
    }
  }
  const labels: NewLabel[] = [];
  const counts = { added: 0, changed: 0, unchanged: 0, notCounted: 0 };
  for (const group of groups) {
    const [first] = group;
    if (first === undefined) continue;
    const before = stored.get(toKey(first.label)) ?? [];
    const given = isHistory(group) ? group : [first];
    const fresh = given.slice(countKnown(given, before));
    labels.push(...fresh.map(({ label }) => label));
    counts.unchanged += group.length - fresh.length;
    const isDrawn = before.some(({ inclusionProbability }) => inclusionProbability !== null);
    if (isDrawn) counts.notCounted += fresh.filter(({ label }) => !label.blind).length;
    if (before.length > 0) counts.changed += fresh.length;
    else counts.added += fresh.length;
  }
  return { ...counts, labels };
}

/** One filter per dataset or run and question. */
function listFilters(groups: readonly (readonly ReadyLabel[])[]): Iterable<LabelFilter> {
  const filters = groups.flatMap(([first]) => (first === undefined ? [] : [toFilter(first.label)]));
  return new Map(filters.map((filter) => [JSON.stringify(filter), filter])).values();
}

function toFilter({ subject, question }: NewLabel): LabelFilter {
  if ('item' in subject) return { dataset: subject.dataset, question };
  return 'run' in subject ? { run: subject.run, question } : { question };
}

/**
 * How many labels, from the first, the database has as the newest ones. A history may also be known as a whole further
 * back.
 */
function countKnown(given: readonly ReadyLabel[], before: readonly Label[]): number {
  const fits = (start: number, count: number) =>
    given.slice(0, count).every((one, index) => isSame(one, before[start + index]));
  if (given.length > 1 && before.some((_, start) => fits(start, given.length))) return given.length;
  for (let count = Math.min(given.length, before.length); count > 0; count -= 1) {
    if (fits(before.length - count, count)) return count;
  }
  return 0;
}

/** A file without reasons or revisions says nothing about them. */
function isSame({ row, label }: ReadyLabel, stored: Label | undefined): boolean {
  if (stored === undefined || stored.score !== label.score) return false;
  if (row.reason !== undefined && row.reason !== stored.reason.trim()) return false;
  const names = 'item' in row.subject && row.subject.revision !== undefined;
  return (
    !names ||
    ('item' in stored.subject && 'item' in label.subject && stored.subject.revision === label.subject.revision)
  );
}
