import type { ErrorCause } from '../../conversation/run/run-record.ts';
import type { UngradedCause } from '../../conversation/verdict.ts';
import type { TargetError } from '../../target/port.ts';
import type { CheckResult } from '../checks/check.ts';

const causes: { readonly [Cause in ErrorCause]?: UngradedCause } = {
  timeout: 'timeout',
  'context-too-long': 'too-long',
  'content-filter': 'refused',
  'empty-reply': 'unparseable',
  'malformed-reply': 'unparseable',
  'reply-too-long': 'unparseable',
};

/** A judge that did not answer: why there is no score. */
export function toJudgeFailure({ info }: TargetError): CheckResult {
  const cause = causes[info.cause] ?? 'provider-error';
  const more = cause === 'too-long' ? ' Set `window` in the deck to limit how many turns the judge sees.' : '';
  return { cause, reason: `The judge did not answer. ${info.message}${more}` };
}
