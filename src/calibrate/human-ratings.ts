import { compareText } from '../base/compare-text.ts';
import { definedOnly } from '../base/defined-only.ts';
import type { Scale } from '../conversation/judge/deck.ts';
import type { Label } from '../conversation/label.ts';
import { type Rating, type SampleSelection, toHumanScore } from '../conversation/sample.ts';
import { snapScore } from './scores.ts';

/** A human label of a sample. Without a rater, two labels may be of one person. */
export interface SampleLabel {
  readonly sample: string;
  readonly score: number;
  readonly rater?: string;
  readonly reason?: string;
  /** Chance that a random draw asked for it. Absent or null: a person chose it. */
  readonly inclusionProbability?: number | null;
  /** `verdict`: it was labeled because of a judge's verdict on it. */
  readonly selectedBy?: 'verdict';
}

/** A label for a sample: a plain one, or one as it is recorded, whose subject is a sample. */
export type GivenLabel = SampleLabel | Label;

/** The labels of people for one sample. */
export interface HumanView {
  readonly score: number;
  readonly reason?: string;
  /** Where several labels are. */
  readonly ratings?: readonly Rating[];
  /** Absent: a person chose the sample. */
  readonly selection?: SampleSelection;
}

/**
 * The labels by sample. Several labels of a sample are ratings; of recorded labels of one rater the newest counts.
 * Throws a RangeError for a score off the scale, a label of something else, and a rater who is there twice.
 */
export function toHumanViews(labels: readonly GivenLabel[], scale: Scale): ReadonlyMap<string, HumanView> {
  const bySample = Map.groupBy(labels.map(toDated), ({ sample }) => sample);
  return new Map([...bySample].map(([sample, given]) => [sample, toView(sample, given, scale)]));
}

interface DatedLabel extends SampleLabel {
  readonly at?: string;
}

function toDated(label: GivenLabel): DatedLabel {
  if ('sample' in label) return label;
  const { subject, score, rater, reason, at, inclusionProbability } = label;
  if (!('sample' in subject)) throw new RangeError(`label ${label.id} belongs to an item or a run, not to a sample`);
  return { sample: subject.sample, score, rater, at, inclusionProbability, ...(reason === '' ? {} : { reason }) };
}

function toView(sample: string, given: readonly DatedLabel[], scale: Scale): HumanView {
  const subject = `a label of sample "${sample}"`;
  const labels = listNewest(sample, given).map((label) => ({
    ...label,
    score: snapScore(label.score, scale, subject),
  }));
  const [only] = labels;
  const selection = findSelection(labels);
  if (only !== undefined && labels.length === 1) {
    return { score: only.score, ...definedOnly({ reason: only.reason, selection }) };
  }
  const ratings = [...nameRaters(labels)];
  const score = toHumanScore({ ratings });
  if (score === undefined) throw new RangeError(`the sample "${sample}" has no label`);
  const reason = ratings.find((rating) => rating.score === score && rating.reason)?.reason;
  return { score, ratings, ...definedOnly({ reason, selection }) };
}

/** A sample that was drawn stays drawn, even if other people label it too. */
function findSelection(labels: readonly DatedLabel[]): SampleSelection | undefined {
  const drawn = labels.find(({ inclusionProbability: chance }) => chance !== undefined && chance !== null);
  if (drawn?.inclusionProbability != null) return { by: 'draw', inclusionProbability: drawn.inclusionProbability };
  return labels.some(({ selectedBy }) => selectedBy === 'verdict') ? { by: 'verdict' } : undefined;
}

function listNewest(sample: string, labels: readonly DatedLabel[]): readonly DatedLabel[] {
  const newest = new Map<string, DatedLabel>();
  for (const label of labels) {
    if (label.rater === undefined) continue;
    const known = newest.get(label.rater);
    if (known !== undefined && (known.at === undefined || label.at === undefined || known.at === label.at)) {
      throw new RangeError(`the rater "${label.rater}" has two labels for sample "${sample}"`);
    }
    if (known === undefined || (known.at ?? '') < (label.at ?? '')) newest.set(label.rater, label);
  }
  return [...newest.values(), ...labels.filter(({ rater }) => rater === undefined)];
}

/** Those without a name are rater-1, rater-2, … from the lowest score up, whatever order they came in. */
function nameRaters(labels: readonly DatedLabel[]): readonly Rating[] {
  const named = labels.flatMap(({ rater, score, reason }) =>
    rater === undefined ? [] : [{ rater, score, ...definedOnly({ reason }) }],
  );
  const unnamed = labels
    .filter(({ rater }) => rater === undefined)
    .sort((one, other) => one.score - other.score || compareText(one.reason ?? '', other.reason ?? ''))
    .map(({ score, reason }, place) => ({ rater: `rater-${place + 1}`, score, ...definedOnly({ reason }) }));
  return [...named.sort((one, other) => compareText(one.rater, other.rater)), ...unnamed];
}
