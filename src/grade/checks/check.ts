import type { GraderKind, GraderSpec } from '../../conversation/grader-spec.ts';
import type { UngradedCause } from '../../conversation/verdict.ts';
import type { GradedText } from '../graded-conversation.ts';
import type { Patterns } from './patterns.ts';

/**
 * What a check found. `reason` states what is so, not what was wanted: it has to read well under `not` too.
 * `cause`: the check could not say.
 */
export type CheckResult =
  | { readonly score: number; readonly reason: string; readonly evidence?: unknown }
  | { readonly cause: UngradedCause; readonly reason: string };

/** What checks may use besides the reply. */
export interface CheckTools {
  readonly patterns: Patterns;
}

/** The value that stands under a grader's kind key. */
export type Wanted<Kind extends GraderKind> = NonNullable<GraderSpec[Kind]>;

/** Looks at a reply and needs no model. A promise only where there is something to wait for. */
export type Check<Kind extends GraderKind> = (
  reply: GradedText,
  wanted: Wanted<Kind>,
  tools: CheckTools,
) => CheckResult | Promise<CheckResult>;
