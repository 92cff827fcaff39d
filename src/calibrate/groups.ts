import { compareText } from '../base/compare-text.ts';
import { buckets, toTurnBucket } from '../conversation/label-request.ts';
import type { AnsweredSample } from './answered-sample.ts';
import type { CalibrationGroup } from './calibration.ts';

/** The metrics of some samples, from the same evidence and with the same weights as those of all. */
export type MeasureGroup = (samples: readonly AnsweredSample[]) => CalibrationGroup['metrics'];

/** A group for each tag; a sample is in the group of each of its tags. By name. */
export function listTagGroups(samples: readonly AnsweredSample[], measure: MeasureGroup): readonly CalibrationGroup[] {
  const groups = new Map<string, AnsweredSample[]>();
  for (const sample of samples) {
    for (const tag of new Set(sample.row.tags)) addTo(groups, tag, sample);
  }
  return [...groups.keys()].sort(compareText).map((name) => toGroup(name, groups.get(name) ?? [], measure));
}

/** Groups by the number of user turns, shortest first. Samples whose conversation is not known are in none. */
export function listTurnGroups(samples: readonly AnsweredSample[], measure: MeasureGroup): readonly CalibrationGroup[] {
  const groups = new Map<string, AnsweredSample[]>();
  for (const sample of samples) {
    if (sample.row.messages.length > 0) addTo(groups, toTurnBucket(sample.row.turns), sample);
  }
  return buckets.flatMap(({ name }) => {
    const group = groups.get(name);
    return group === undefined ? [] : [toGroup(name, group, measure)];
  });
}

function addTo(groups: Map<string, AnsweredSample[]>, name: string, sample: AnsweredSample): void {
  const group = groups.get(name);
  if (group === undefined) groups.set(name, [sample]);
  else group.push(sample);
}

function toGroup(name: string, samples: readonly AnsweredSample[], measure: MeasureGroup): CalibrationGroup {
  return { name, n: samples.length, metrics: measure(samples) };
}
