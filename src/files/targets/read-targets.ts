import { resolve, sep } from 'node:path';
import { type Place, type Problem, toError } from '../../base/fault.ts';
import { isPlainObject } from '../../base/plain-object.ts';
import { checkSchema } from '../../base/schema-check.ts';
import type { TargetSpec } from '../../conversation/target-spec.ts';
import { toShownFile } from '../project/project.ts';
import { parseWholeFile } from '../syntax/parse-file.ts';
import type { PlacedData } from '../syntax/placed-data.ts';
import { toProblems } from '../syntax/schema-problems.ts';
import { isAgentvTargets } from './agentv-target.ts';
import { checkAgentvTarget, checkTarget, type TargetReading } from './check-target.ts';
import { TargetsHead } from './targets-shape.ts';

/** A target that is named in the file and cannot be called, and why. */
export interface UnusableTarget {
  readonly id: string;
  readonly reason: string;
}

export interface TargetsFile {
  readonly path: string;
  /** Path as shown to people. */
  readonly file: string;
  /** It is written as AgentV does. */
  readonly isAgentv: boolean;
  readonly targets: readonly TargetSpec[];
  readonly unusable: readonly UnusableTarget[];
  readonly problems: readonly Problem[];
  /** Where the target of an id is, or the start of the file for an unknown id. */
  placeOf(id: string): Place;
}

/** Reads a targets file, ours or AgentV's. Throws a Fault when it cannot be read at all. */
export function readTargets(path: string, cwd: string): TargetsFile {
  const full = resolve(cwd, path);
  const file = toShownFile(full, cwd);
  const { data, problems } = parseWholeFile({ path: full, file, what: 'targets' });
  const placeOf = () => ({ file, line: 1, column: 1 });
  if (data === undefined) return { path: full, file, isAgentv: false, targets: [], unusable: [], problems, placeOf };
  const isForeign = isAgentvTargets(data.value) || full.includes(`${sep}.agentv${sep}`);
  const head = checkSchema(TargetsHead, isForeign ? pickTargets(data.value) : data.value);
  if (head.value === undefined) {
    const found = toProblems(head.issues, data, { prefix: 'TARGETS' });
    return { path: full, file, isAgentv: isForeign, targets: [], unusable: [], problems: found, placeOf };
  }
  const check = isForeign ? checkAgentvTarget : checkTarget;
  const readings = head.value.targets.map((value, index) => check(data, ['targets', index], value));
  return { path: full, file, isAgentv: isForeign, ...collect(data, readings) };
}

/** At the top of an AgentV file only the list matters here; the rest of the file is not checked. */
function pickTargets(value: unknown): unknown {
  return isPlainObject(value) ? { targets: value.targets } : value;
}

function collect(
  data: PlacedData,
  readings: readonly TargetReading[],
): Omit<TargetsFile, 'path' | 'file' | 'isAgentv'> {
  const places = new Map<string, number>();
  const targets: TargetSpec[] = [];
  const unusable: UnusableTarget[] = [];
  const problems: Problem[] = [];
  for (const [index, { id, spec, reason, problems: found }] of readings.entries()) {
    problems.push(...found);
    if (id === undefined) continue;
    const first = places.get(id);
    if (first !== undefined) {
      problems.push(toDuplicate(data, id, { first, index }));
      continue;
    }
    places.set(id, index);
    if (spec !== undefined) targets.push(spec);
    else unusable.push({ id, reason: reason ?? '' });
  }
  const placeOf = (id: string) => {
    const index = places.get(id);
    return data.placeOf(index === undefined ? [] : ['targets', index]);
  };
  return { targets, unusable, problems, placeOf };
}

function toDuplicate(
  data: PlacedData,
  id: string,
  { first, index }: { readonly first: number; readonly index: number },
): Problem {
  const message = `The id "${id}" is already used by target number ${first + 1}.`;
  const hint = 'Give each target its own id.';
  const place = data.placeOf(['targets', index, 'id']);
  return toError({ code: 'TARGETS_DUPLICATE_ID', message, hint, reading: data.reading, ...place });
}
