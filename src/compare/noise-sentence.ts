import { renderNumberOf } from '../base/number-of.ts';
import { toPercent, toPoints } from '../base/percent.ts';
import type { Noise } from './noise.ts';

/** What the noise means for the next comparison, in words that stand alone. */
export function renderNoiseSentence({
  cases,
  flipped,
  flipRate,
  smallest,
  toSee,
  isUpperEnd,
}: Omit<Noise, 'sentence'>): string {
  const single = smallest[0];
  if (single === undefined || toSee === undefined) {
    return 'Nothing to say about noise: no case passed or failed twice. Play each case 3 times or more.';
  }
  const { low, high, value } = flipRate;
  const interval = `95 % interval ${toPercent(low)} to ${toPercent(high)} %, ${renderNumberOf(cases, 'case')}`;
  const seen =
    flipped === 0
      ? `No case came out differently when played again (chance to flip at most ${toPercent(high)} %, ${renderNumberOf(cases, 'case')}).`
      : `A case played again comes out differently with ${toPercent(value)} % chance (${interval}).`;
  const safe = isUpperEnd ? ', reckoned with that chance' : '';
  const believed = `Believe a difference between two runs of these cases, each played once, from ${toPoints(single.value)} points on${safe}.`;
  const repeats = toSee.repeats === 1 ? 'these cases, played once, are enough' : `play each ${toSee.repeats} times`;
  const more = toSee.repeats === 1 ? '' : `, or play ${toSee.cases.toLocaleString('en')} cases once`;
  return `${seen} ${believed} To find a difference of ${toPoints(toSee.points)} points: ${repeats}${more}.`;
}
