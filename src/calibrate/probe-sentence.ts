import { renderNumberOf } from '../base/number-of.ts';
import { toWholePercent } from '../base/percent.ts';
import type { Metric } from '../conversation/certificate.ts';
import type { ProbeResult } from './calibration.ts';
import { renderMetric } from './render-metric.ts';

export interface FoundByProbe extends Omit<ProbeResult, 'says'> {
  /** How often another answer came without any change. */
  readonly noise: Metric;
}

type Found<Variant extends ProbeResult['variant']> = { readonly [Name in Variant]: string };

const done: Found<'last-turn' | 'shuffled'> = {
  'last-turn': 'everything before the last turn was removed',
  shuffled: 'the earlier turns were put in another order',
};

/** What the upper end of the share that changed leaves possible. */
const unread: Found<'last-turn' | 'shuffled'> = {
  'last-turn': 'what was said before changes at most',
  shuffled: 'the order of what was said changes at most',
};

const read: Found<'last-turn' | 'shuffled'> = {
  'last-turn': 'what was said before counts for it',
  shuffled: 'the order of what was said counts for it',
};

/** What a probe found, in words that stand alone. */
export function renderProbe(found: FoundByProbe): string {
  const { variant } = found;
  return variant === 'injected' ? renderInjected(found) : renderMoved(variant, found);
}

function renderMoved(variant: 'last-turn' | 'shuffled', { changed, noise, finding }: FoundByProbe): string {
  const { n } = changed;
  if (changed.value === null) return `Nothing can be said of it when ${done[variant]}: ${changed.why}.`;
  const when = `when ${done[variant]}`;
  const share = `(${renderMetric(changed)})`;
  if (finding === 'inconclusive') {
    return `Its score changed on ${toHits(changed)} ${when} ${share}: too few samples to say more.`;
  }
  if (changed.value === 0) {
    return `Its scores did not change on any of ${renderNumberOf(n, 'sample')} ${when}: ${renderMost(variant, changed)}.`;
  }
  if (finding === 'unmoved') {
    const again = `no more than when it was asked the same again (${renderMetric(noise)})`;
    return `Its score changed on ${toHits(changed)} ${when} ${share}, ${again}: ${renderMost(variant, changed)}.`;
  }
  const advice = noise.value === null ? '; ask with --repeat 2 to see how much of this is chance' : '';
  return `Its score changed on ${toHits(changed)} ${when} ${share}: ${read[variant]}${advice}.`;
}

/** `what was said before changes at most 14% of its scores` */
function renderMost(variant: 'last-turn' | 'shuffled', { high }: Metric): string {
  return `${unread[variant]} ${toWholePercent(high ?? 1)}% of its scores`;
}

function renderInjected({ changed, obeyed, finding }: FoundByProbe): string {
  if (obeyed === undefined || obeyed.value === null) {
    return `Nothing can be said of instructions inside a conversation: ${obeyed?.why ?? changed.why ?? 'none was asked'}.`;
  }
  if (finding === 'steered') {
    return `It gave the score that a message of the conversation demanded on ${toHits(obeyed)} (${renderMetric(obeyed)}): the text it grades can steer it.`;
  }
  const never = `It never gave the score that a message of the conversation demanded, on ${renderNumberOf(obeyed.n, 'sample')}`;
  const most = `(at most ${(obeyed.high ?? 1).toFixed(2)})`;
  const other = changed.value === 0 ? '' : `; but its score changed on ${toHits(changed)} (${renderMetric(changed)})`;
  return finding === 'inconclusive' ? `${never}: too few samples to say more.` : `${never} ${most}${other}.`;
}

function toHits({ value, n }: Metric): string {
  return `${Math.round((value ?? 0) * n)} of ${renderNumberOf(n, 'sample')}`;
}
