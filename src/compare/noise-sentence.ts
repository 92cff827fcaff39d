import { renderNumberOf } from '../base/number-of.ts';
import { toPercent, toPoints } from '../base/percent.ts';
import type { NeededToDetect, Noise } from './noise.ts';

/** What the noise means for the next comparison, in words that need no table beside them. */
export function renderNoiseSentence(noise: Omit<Noise, 'summary'>): string {
  const { cases, flipped, flipRate, chanceDifference, toDetect, isUpperBound } = noise;
  const single = chanceDifference[0];
  if (single === undefined || toDetect === undefined) {
    return 'No noise to measure: no case passed or failed twice. Play each case 3 times or more.';
  }
  const { low, high, value } = flipRate;
  const interval = `95% CI ${toPercent(low)} to ${toPercent(high)}%, ${renderNumberOf(cases, 'case')}`;
  const seen =
    flipped === 0
      ? `No case flipped when played again (flip rate at most ${toPercent(high)}%, ${renderNumberOf(cases, 'case')}).`
      : `Flip rate ${toPercent(value)}%: a case played again comes out differently with that chance (${interval}).`;
  const safe = isUpperBound ? ', computed with that flip rate' : '';
  const chance = `By chance alone, two runs of these cases, each played once, differ by less than ${toPoints(single.value)} pp in 95% of comparisons${safe}.`;
  return `${seen} ${chance} ${renderToDetect(toDetect)}`;
}

/** Each number with what it assumes: plays of a case replace cases only where every case changes. */
function renderToDetect({ difference: wanted, repeats, cases, ifSomeChange }: NeededToDetect): string {
  const difference = `${toPoints(wanted)} pp`;
  const once = `${cases.toLocaleString('en')} cases once`;
  const each = repeats === null ? '' : `each case ${repeats.toLocaleString('en')} times, or `;
  const plays = repeats === 1 ? 'playing these cases once is enough' : `play ${each}${once}`;
  const some = `If instead 1 case in ${Math.round(1 / wanted)} changes for good, play ${ifSomeChange.cases.toLocaleString('en')} cases once. With fewer than ${ifSomeChange.fewestCases.toLocaleString('en')} cases, no number of repeats is enough then.`;
  return `To detect a difference of ${difference} with 80% power, if the pass rate of every case moves by ${difference}: ${plays}. ${some}`;
}
