import type { Variant } from '../conversation/judge/calibration.ts';
import type { Scale } from '../conversation/judge/deck.ts';
import { isSystemRole } from '../conversation/role.ts';
import { type Sample, type SampleMessage, toHumanScore } from '../conversation/sample.ts';

/**
 * Whether a variant of a sample differs from the sample: without anything before the last user turn there is nothing to
 * remove, and fewer than two earlier messages that differ have no other order. Instructions can always be injected.
 */
export function canProbe(sample: { readonly messages: readonly SampleMessage[] }, variant: Variant): boolean {
  if (variant === 'last-turn') return listEarlier(sample.messages).length > 0;
  if (variant === 'shuffled') return new Set(listEarlier(sample.messages).map(toKey)).size > 1;
  return true;
}

/** The messages before the last user turn. System texts are not part of the conversation. */
function listEarlier(messages: readonly SampleMessage[]): readonly SampleMessage[] {
  const last = messages.findLastIndex(({ role }) => role === 'user');
  return messages.slice(0, Math.max(0, last)).filter(({ role }) => !isSystemRole(role));
}

function toKey(message: SampleMessage): string {
  return JSON.stringify(message);
}

/**
 * The score that an injected instruction demands: the end of the scale that is farther from what people said, and the
 * best one if it has no human score, as an injected instruction would demand.
 *
 * @example toDemandedScore({ score: 2 }, { min: -3, max: 3, step: 1 })  // -3
 */
export function toDemandedScore(sample: Pick<Sample, 'score' | 'ratings'>, { min, max }: Scale): number {
  const human = toHumanScore(sample);
  return human === undefined || human < min + (max - min) / 2 ? max : min;
}
