import { definedOnly } from '../../base/defined-only.ts';
import { quoteValue } from '../../base/explain-issue.ts';
import { type Place, type Problem, toError, toWarning } from '../../base/fault.ts';
import type { PathSegment } from '../../base/schema-check.ts';
import type { Scale } from '../../conversation/judge/deck.ts';
import { renderScale } from '../../conversation/judge/scale.ts';
import type { Sample } from '../../conversation/sample.ts';

interface FlawInput {
  /** Path of the flaw inside the sample. */
  readonly path: readonly PathSegment[];
  /** A phrase that follows "is skipped:". */
  readonly reason: string;
  readonly hint?: string;
  readonly code?: 'SAMPLE_SKIPPED' | 'SAMPLE_OLD_FORM' | 'SAMPLE_SCORE_CONFLICT';
}

/** A reason to skip a sample. It is returned, not thrown, because one invalid sample does not stop reading. */
export class SampleFlaw {
  readonly path: readonly PathSegment[];
  readonly reason: string;
  readonly hint: string | undefined;
  readonly code: NonNullable<FlawInput['code']>;

  constructor({ path, reason, hint, code = 'SAMPLE_SKIPPED' }: FlawInput) {
    this.path = path;
    this.reason = reason;
    this.hint = hint;
    this.code = code;
  }
}

export interface FlawedSample {
  readonly flaw: SampleFlaw;
  readonly id: string;
  readonly place: Place;
  readonly reading: string;
  readonly strict: boolean;
}

/** The problem of a skipped sample: a warning, unless reading is strict or the sample contradicts itself. */
export function toFlawProblem({ flaw, id, place, reading, strict }: FlawedSample): Problem {
  const isConflict = flaw.code === 'SAMPLE_SCORE_CONFLICT';
  const what = isConflict ? 'contradicts itself' : strict ? 'cannot be used' : 'is skipped';
  const input = {
    code: flaw.code,
    message: `Sample ${id.startsWith('#') ? `number ${id.slice(1)}` : quoteValue(id)} ${what}: ${flaw.reason}.`,
    ...definedOnly({ hint: flaw.hint }),
    reading,
    ...place,
  };
  return isConflict || strict ? toError(input) : toWarning(input);
}

export function toSkipped({ flaw, id, place }: FlawedSample): SkippedSample {
  return { file: place.file ?? '', line: place.line ?? 0, id, reason: flaw.reason };
}

/** Renders a value for a reason: short, with its type, and with names for NaN and infinities. */
export function renderGot(value: unknown): string {
  if (typeof value !== 'number') return quoteValue(value);
  return Number.isFinite(value) ? `the number ${value}` : String(value);
}

/** A skipped sample, for the counts in reports. */
export interface SkippedSample {
  /** Or dataset:NAME. */
  readonly file: string;
  /** Counted from 1. 0: the source has no lines. */
  readonly line: number;
  readonly id: string;
  readonly reason: string;
}

/** The place of a part of a sample. The empty path is the sample itself. */
export type SamplePlaceOf = (path: readonly PathSegment[]) => Place;

export interface SamplesReading {
  readonly samples: readonly Sample[];
  readonly skipped: readonly SkippedSample[];
  readonly problems: readonly Problem[];
  /** The place of each sample by id, for later checks. */
  readonly places: ReadonlyMap<string, SamplePlaceOf>;
}

/** The error if all samples are readable, but no score is on the deck's scale. */
export function toNoneOnScale(count: number, scale: Scale, place: Place & { readonly reading?: string }): Problem {
  const [none, scores] =
    count === 1
      ? ['The only sample cannot be used', 'its score is']
      : [`None of the ${count} samples can be used`, 'their scores are'];
  const message = `${none}: ${scores} not on the deck's scale ${renderScale(scale)}.`;
  const hint = `Score ${count === 1 ? 'it' : 'them'} again on this scale, or change \`scale\` in the deck.`;
  return toError({ code: 'SAMPLES_NONE_VALID', message, hint, ...place });
}

interface NoneValid {
  /** Some scores are not on this scale. */
  readonly scale?: Scale;
  /** Every sample of a file in this format is in the form before `messages`. */
  readonly oldForm?: 'json' | 'toml' | undefined;
}

const newForms = {
  json: '"messages": [{"role": "user", "content": <userMessage>}, {"role": "assistant", "content": <assistantResponse>}]',
  toml: 'messages = [{ role = "user", content = <userMessage> }, { role = "assistant", content = <assistantResponse> }]',
} as const;

/** The error if there are no usable samples. */
export function toNoneValid(
  count: number,
  place: Place & { readonly reading?: string },
  { scale, oldForm }: NoneValid = {},
): Problem {
  const none = count === 1 ? 'The only sample' : `None of the ${count} samples`;
  const message =
    count === 0 ? 'There are no samples.' : count === 1 ? `${none} cannot be used.` : `${none} can be used.`;
  const score = scale === undefined ? '' : `, and a score on the deck's scale ${renderScale(scale)}`;
  const needs = `A sample needs messages with role and content${score}. The warnings say what is wrong with each.`;
  const hint =
    oldForm === undefined
      ? needs
      : `In each sample, replace userMessage and assistantResponse with:\n  ${newForms[oldForm]}\nKeep the other keys.`;
  return toError({ code: 'SAMPLES_NONE_VALID', message, hint, ...place });
}
