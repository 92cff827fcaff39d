import { definedOnly } from '../../base/defined-only.ts';
import { quoteValue } from '../../base/explain-issue.ts';
import { type Place, type Problem, toError, toWarning } from '../../base/fault.ts';
import type { PathSegment } from '../../base/schema-check.ts';
import type { SkippedSample } from './samples-reading.ts';

export interface FlawInput {
  /** Path of what is wrong, inside the sample. */
  readonly path: readonly PathSegment[];
  /** What is wrong, in words that follow "is skipped:". */
  readonly reason: string;
  readonly hint?: string;
  readonly code?: 'SAMPLE_SKIPPED' | 'SAMPLE_OLD_FORM' | 'SAMPLE_SCORE_CONFLICT';
}

/** What keeps a sample from being used. Returned, not thrown: one bad sample does not stop reading. */
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

/** `['messages', 1, 'role']` → `messages[1].role`. */
export function renderPath(path: readonly PathSegment[]): string {
  return path.map((segment, index) => toPathText(segment, index === 0)).join('');
}

function toPathText(segment: PathSegment, isFirst: boolean): string {
  if (typeof segment === 'number') return `[${segment}]`;
  return isFirst ? segment : `.${segment}`;
}

/** `got` for a reason: short, its kind visible, NaN and infinities by their names. */
export function renderGot(value: unknown): string {
  if (typeof value !== 'number') return quoteValue(value);
  return Number.isFinite(value) ? `the number ${value}` : String(value);
}
