import { dirname, join, resolve, sep } from 'node:path';
import { z } from 'zod';
import { Fault, type Place, type Problem, toError, toWarning } from '../../base/fault.ts';
import { suggestFrom, suggestValue, type TypedValues } from '../../base/nearest.ts';
import { isPlainObject } from '../../base/plain-object.ts';
import { checkSchema } from '../../base/schema-check.ts';
import { TargetSpec } from '../../conversation/target-spec.ts';
import { findTargetsKey, isAgentvTargets } from '../agentv/convert-target.ts';
import { listFoldersUp, toShownFile } from '../project/project.ts';
import { parseWholeFile } from '../syntax/parse-file.ts';
import { errorAt, type PlacedData, toProblems } from '../syntax/placed-data.ts';
import { findStats } from '../text/read-text.ts';
import { checkAgentvTarget, checkTarget, type TargetReading, warnUnusable } from './check-target.ts';

/** A target of the file that cannot be used, and the reason. */
interface UnusableTarget {
  readonly id: string;
  readonly reason: string;
}

export interface TargetsFile {
  readonly path: string;
  /** Path as shown to people. */
  readonly file: string;
  /** Whether it is in AgentV's format. */
  readonly isAgentv: boolean;
  readonly targets: readonly TargetSpec[];
  readonly unusable: readonly UnusableTarget[];
  readonly problems: readonly Problem[];
  /** The place of a target, or the start of the file for an unknown id. */
  placeOf(id: string): Place;
}

/** Reads a targets file of Turnwise or AgentV. Throws a Fault if it cannot be read. */
export function readTargets(path: string, cwd: string): TargetsFile {
  const full = resolve(cwd, path);
  const file = toShownFile(full, cwd);
  const { data, problems } = parseWholeFile({ path: full, file, what: 'targets' });
  const placeOf = () => ({ file, line: 1, column: 1 });
  if (data === undefined) return { path: full, file, isAgentv: false, targets: [], unusable: [], problems, placeOf };
  const isForeign = isAgentvTargets(data.value) || full.includes(`${sep}.agentv${sep}`);
  const key = isForeign ? findTargetsKey(data.value) : 'targets';
  const head = checkSchema(TargetsHead, isForeign ? pickTargets(data.value, key) : data.value);
  if (head.value === undefined) {
    const found = toProblems(head.issues, data, { prefix: 'TARGETS' });
    return { path: full, file, isAgentv: isForeign, targets: [], unusable: [], problems: found, placeOf };
  }
  const all = head.value.targets;
  const readings = all.map((value, index) =>
    isForeign ? checkAgentvTarget(data, [key, index], { value, all }) : checkTarget(data, [key, index], value),
  );
  const collected = collect(data, key, readings);
  const unjudged = listUnknownJudges(collected, { file, isForeign });
  return { path: full, file, isAgentv: isForeign, ...collected, problems: [...collected.problems, ...unjudged] };
}

/** Uses only the list of targets of an AgentV file, and does not check the rest. */
function pickTargets(value: unknown, key: string): unknown {
  return isPlainObject(value) ? { targets: value[key] } : value;
}

function collect(
  data: PlacedData,
  key: string,
  readings: readonly TargetReading[],
): Omit<TargetsFile, 'path' | 'file' | 'isAgentv'> {
  const places = new Map<string, number>();
  const targets: TargetSpec[] = [];
  const unusable: UnusableTarget[] = [];
  const problems: Problem[] = [];
  const foreign = new Map<string, number[]>();
  for (const [index, { id, spec, reason, isForeign, problems: found }] of readings.entries()) {
    problems.push(...found);
    if (id === undefined) continue;
    const first = places.get(id);
    if (first !== undefined) {
      problems.push(toDuplicate(data, id, { key, first, index }));
      continue;
    }
    places.set(id, index);
    if (spec !== undefined) targets.push(spec);
    else unusable.push({ id, reason: reason ?? '' });
    if (isForeign && reason !== undefined) foreign.set(reason, [...(foreign.get(reason) ?? []), index]);
  }
  for (const [reason, indexes] of foreign) {
    const ids = indexes.map((index) => readings[index]?.id ?? '');
    problems.push(warnUnusable(reason, ids, { data, path: [key, indexes[0] ?? 0] }));
  }
  const placeOf = (id: string) => {
    const index = places.get(id);
    return data.placeOf(index === undefined ? [] : [key, index]);
  };
  return { targets, unusable, problems, placeOf };
}

/** Judges that are not in the file. In an AgentV file that is a warning, because the target may never be judged. */
function listUnknownJudges(
  { targets, unusable, placeOf }: Pick<TargetsFile, 'targets' | 'unusable' | 'placeOf'>,
  { file, isForeign }: { readonly file: string; readonly isForeign: boolean },
): readonly Problem[] {
  const known = [...targets, ...unusable].map(({ id }) => id);
  return targets.flatMap(({ id, judge }) => {
    if (judge === undefined || known.includes(judge)) return [];
    const message = `There is no target "${judge}" in ${file}, which target "${id}" names as its judge.`;
    const hint = suggestFrom(judge, known);
    const problem = { code: 'TARGET_UNKNOWN', message, hint, reading: 'targets YAML', ...placeOf(id) } as const;
    return [isForeign ? toWarning(problem) : toError(problem)];
  });
}

function toDuplicate(
  data: PlacedData,
  id: string,
  { key, first, index }: { readonly key: string; readonly first: number; readonly index: number },
): Problem {
  const message = `The id "${id}" is already used by target number ${first + 1}.`;
  const hint = 'Give each target its own id.';
  return errorAt(data, [key, index, 'id'], { code: 'TARGETS_DUPLICATE_ID', message, hint });
}

const top = {
  $schema: z.string().optional().describe('JSON Schema of this file, for editors.'),
};

/** The top-level keys of a targets file. Targets are checked one by one, to report all problems at once. */
const TargetsHead = z.strictObject({
  ...top,
  targets: z.array(z.unknown()).min(1, 'The file has no targets.\nStart each target with "- id:" on its own line.'),
});

/** The whole file, for the JSON Schema that editors use. */
export const TargetsShape = z.strictObject({
  ...top,
  targets: z
    .array(TargetSpec)
    .min(1)
    .describe('Models, agents and programs to test, and targets for LLM judges. Eval files refer to them by id.'),
});

/** An eval file or a deck, with the targets file that applies to it. */
export interface TargetSource {
  /** Absolute. */
  readonly path: string;
  /** Project root. */
  readonly root: string;
  readonly targetsFile: TargetsFile | undefined;
  /** Usable targets by id, before environment variables are filled in. */
  readonly specs: ReadonlyMap<string, TargetSpec>;
}

/**
 * The folder that paths of a target are relative to: the one of the targets file. AgentV runs programs relative to the
 * eval file.
 */
export function toTargetsFolder({ path, targetsFile }: Pick<TargetSource, 'path' | 'targetsFile'>): string {
  return dirname(targetsFile === undefined || targetsFile.isAgentv ? path : targetsFile.path);
}

/** Ids of the targets to call, per source. */
export type CalledTargets = ReadonlyMap<TargetSource, ReadonlySet<string>>;

/** Identifies a target in a run. Files in several folders can have targets with the same id. */
export function toTargetKey(
  source: Pick<TargetSource, 'path' | 'specs'> & {
    readonly targetsFile: Pick<TargetsFile, 'path' | 'isAgentv'> | undefined;
  },
  id: string,
): string {
  const { path, targetsFile, specs } = source;
  const isPerFolder = targetsFile?.isAgentv === true && specs.get(id)?.provider === 'command';
  return `${targetsFile?.path}\n${isPerFolder ? `${dirname(path)}\n` : ''}${id}`;
}

interface TargetAsker {
  /** The eval file or deck, as shown to people. */
  readonly file: string;
  readonly targetsFile: TargetsFile | undefined;
  /** The option or key that named the target. */
  readonly typed: TypedValues;
}

/** The Fault for a target that does not exist, or that cannot be used here. */
export function unknownTargetFault(id: string, { file, targetsFile, typed }: TargetAsker): Fault {
  const unusable = targetsFile?.unusable.find((target) => target.id === id);
  const where = targetsFile === undefined ? `no targets.yaml for ${file}` : `no target "${id}" in ${targetsFile.file}`;
  const message =
    unusable === undefined ? `There is ${where}.` : `Turnwise cannot use the target "${id}". ${unusable.reason}`;
  const known = (targetsFile?.targets ?? []).map((target) => target.id);
  return new Fault({ code: 'TARGET_UNKNOWN', message, hint: toHint() });

  function toHint(): string {
    if (targetsFile === undefined) return 'Create one. `turnwise init` writes an example.';
    return unusable === undefined ? suggestValue(id, { ...typed, known }) : hintUnusable(targetsFile.file, known);
  }
}

/** The hint for a target that exists but cannot be used. */
export function hintUnusable(file: string, others: readonly string[]): string {
  return others.length === 0 ? `Fix it in ${file}.` : `Fix it in ${file}, or use another target: ${others.join(', ')}.`;
}

const names = ['targets.yaml', 'targets.yml'];
const rootFolders = ['.turnwise', '.agentv'];

/**
 * The targets file that applies to a file: next to it, in the nearest parent up to the project root, or in `.turnwise/`
 * or `.agentv/` of the root. Both paths are absolute.
 */
export function findTargetsFile(path: string, root: string): string | undefined {
  const folders = [...listFoldersUp(dirname(path), root), ...rootFolders.map((name) => join(root, name))];
  const candidates = folders.flatMap((folder) => names.map((name) => join(folder, name)));
  return candidates.find((candidate) => findStats(candidate)?.isFile() === true);
}
