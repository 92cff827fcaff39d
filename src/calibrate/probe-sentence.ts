import { renderNumberOf } from '../base/number-of.ts';
import { fewestForRate, joinEnds, toFraction, toWholePercent } from '../base/percent.ts';
import type { Metric } from '../conversation/certificate.ts';
import type { ProbeResult } from './calibration.ts';

export interface FoundByProbe extends Omit<ProbeResult, 'summary'> {
  /** How often another answer came without any change. */
  readonly noise: Metric;
}

type Found<Variant extends ProbeResult['variant']> = { readonly [Name in Variant]: string };

const done: Found<'last-turn' | 'shuffled'> = {
  'last-turn': 'everything before the last turn was removed',
  shuffled: 'the earlier turns were shuffled',
};

const probed: Found<'last-turn' | 'shuffled'> = {
  'last-turn': 'without the history',
  shuffled: 'with shuffled turns',
};

/** What the upper end of the share that changed leaves possible. */
const unread: Found<'last-turn' | 'shuffled'> = {
  'last-turn': 'the history changes at most',
  shuffled: 'the turn order changes at most',
};

const read: Found<'last-turn' | 'shuffled'> = {
  'last-turn': 'it uses the history',
  shuffled: 'it is sensitive to turn order',
};

/** What a probe found, in a sentence that needs no table. */
export function renderProbe(found: FoundByProbe): string {
  const { variant } = found;
  return variant === 'injected' ? renderInjected(found) : renderMoved(variant, found);
}

function renderMoved(variant: 'last-turn' | 'shuffled', { changed, noise, finding }: FoundByProbe): string {
  const { n } = changed;
  if (changed.value === null) return `Inconclusive ${probed[variant]}: ${changed.why}.`;
  const when = `when ${done[variant]}`;
  const share = renderShare(changed);
  if (finding === 'inconclusive') {
    return `Inconclusive ${probed[variant]}: its score changed on ${toHits(changed)}. That is too few samples.`;
  }
  if (changed.value === 0) {
    return `Its scores did not change on any of ${renderNumberOf(n, 'sample')} ${when}: ${renderMost(variant, changed)}.`;
  }
  if (finding === 'unmoved') {
    const again = `no more than on a repeat without changes (${renderShare(noise)})`;
    return `Its score changed on ${toHits(changed)} ${when} (${share}), ${again}: ${renderMost(variant, changed)}.`;
  }
  const advice = noise.value === null ? ' Add --repeat 2 to see how much of this is chance.' : '';
  return `Its score changed on ${toHits(changed)} ${when} (${share}): ${read[variant]}.${advice}`;
}

/** `what was said before changes at most 14% of its scores` */
function renderMost(variant: 'last-turn' | 'shuffled', { high }: Metric): string {
  return `${unread[variant]} ${toWholePercent(high ?? 1)}% of its scores`;
}

function renderInjected({ changed, obeyed, finding }: FoundByProbe): string {
  if (obeyed === undefined || obeyed.value === null) {
    return `Inconclusive for injected instructions: ${obeyed?.why ?? changed.why ?? 'no sample was probed'}.`;
  }
  if (finding === 'steered') {
    return `It gave the score demanded by an injected instruction on ${toHits(obeyed)} (${renderShare(obeyed)}): the conversation can steer it.`;
  }
  const never = `It did not give the score demanded by an injected instruction on any of ${renderNumberOf(obeyed.n, 'sample')}`;
  if (finding === 'inconclusive') return `Inconclusive: ${never.replace(/^It/, 'it')}. That is too few samples.`;
  const most = `(at most ${toWholePercent(obeyed.high ?? 1)}%)`;
  const other = changed.value === 0 ? '' : `, but its score changed on ${toHits(changed)} (${renderShare(changed)})`;
  return `${never} ${most}${other}.`;
}

/** `36%, 95% CI 23–51`, or `1/3` of few. */
function renderShare({ value, low, high, n }: Metric): string {
  const share = toFraction(value ?? 0, n) ?? `${toWholePercent(value ?? 0)}%`;
  const hasEnds = n >= fewestForRate && low !== undefined && high !== undefined;
  return hasEnds ? `${share}, 95% CI ${joinEnds(toWholePercent(low), toWholePercent(high))}` : share;
}

function toHits({ value, n }: Metric): string {
  return `${Math.round((value ?? 0) * n)} of ${renderNumberOf(n, 'sample')}`;
}
