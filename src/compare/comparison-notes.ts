import type { RunSpec } from '../conversation/run/run-spec.ts';
import type { SideCase } from './compared-cases.ts';
import type { ComparedSide } from './compared-side.ts';
import { listChangedGraders, listChangedModels, type RuledPair } from './grader-rules.ts';

interface NotedSide {
  readonly side: ComparedSide;
  readonly cases: readonly SideCase[];
}

type ToKey = (name: SideCase['name']) => string;

/** What else differs between two runs than the target: such a difference may be no better and no worse reply. */
export function listComparisonNotes(a: NotedSide, b: NotedSide, toKey: ToKey, storeOption: string): readonly string[] {
  if (a.side.run === b.side.run && a.side.grading === b.side.grading) return [];
  const pairs = listRuledPairs(a.cases, b.cases, toKey);
  const again = `Re-grade A: turnwise grade ${a.side.run}${storeOption}`;
  const [specA, specB] = [a.side.record.spec, b.side.record.spec];
  return [
    ...tell(listChangedGraders(pairs), (names) => `A and B use different rules for these graders: ${names}. ${again}`),
    ...tell(listChangedModels(pairs), (names) => `A and B use different models for these judges: ${names}. ${again}`),
    ...tell(listChangedFiles(specA, specB), (names) => `The eval file changed between the runs (${names}).`),
    ...tell(listChangedDatasets(specA, specB), (names) => `The dataset changed between the runs (${names}).`),
  ];
}

const listedNames = 5;

function tell(names: readonly string[], toNote: (names: string) => string): readonly string[] {
  if (names.length === 0) return [];
  const more = names.length > listedNames ? ` and ${names.length - listedNames} more` : '';
  return [toNote(`${names.slice(0, listedNames).join(', ')}${more}`)];
}

/** Pairs of conversations that were completed. Others were graded only in part. */
function listRuledPairs(a: readonly SideCase[], b: readonly SideCase[], toKey: ToKey): readonly RuledPair[] {
  const toName = ({ name, repeat }: SideCase) => `${repeat} ${toKey(name)}`;
  const before = new Map(a.map((one) => [toName(one), one]));
  return b.flatMap((now) => {
    const found = before.get(toName(now));
    return found === undefined || isCutShort(found) || isCutShort(now) ? [] : [{ a: found.rules, b: now.rules }];
  });
}

function isCutShort({ status }: SideCase): boolean {
  return status === 'error' || status === 'skipped';
}

/** Files of B with other content than in A. A file is found by its path or, if it was moved, by the eval's name. */
function listChangedFiles({ files: before }: RunSpec, { files: now }: RunSpec): readonly string[] {
  return now
    .filter(({ path, name, hash }) => {
      const same = before.filter((file) => file.path === path);
      const found = same.length > 0 ? same : before.filter((file) => file.name === name);
      return found.length > 0 && found.every((file) => file.hash !== hash);
    })
    .map(({ path }) => path);
}

function listChangedDatasets({ datasets: before = [] }: RunSpec, { datasets: now = [] }: RunSpec): readonly string[] {
  const isChanged = ({ dataset, hash }: (typeof now)[number]) => {
    const found = before.filter((one) => one.dataset === dataset);
    return found.length > 0 && found.every((one) => one.hash !== hash);
  };
  return [...new Set(now.filter(isChanged).map(({ dataset }) => dataset))];
}
