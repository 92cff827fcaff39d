import { renderNumberOf } from '../base/number-of.ts';
import { fewestForRate, toPoints } from '../base/percent.ts';
import { renderEstimate } from '../statistics/render-estimate.ts';
import type { NeededToDetect, Noise } from './noise.ts';
import { fewestClusters } from './test-pairs.ts';

type Measured = Omit<Noise, 'summary'>;

/** What the noise means for the next comparison, as text that needs no table. */
export function renderNoiseSentence(noise: Measured): string {
  return listNoiseSentences(noise).join(' ');
}

/** The same, one sentence per line: the flip rate, what two runs can show, and what it takes to show more. */
export function listNoiseSentences(noise: Measured): readonly string[] {
  const { chanceDifference, toDetect, isUpperBound } = noise;
  const single = chanceDifference[0];
  if (single === undefined || toDetect === undefined) {
    const nothing = 'Nothing to measure: no case passed or failed twice.';
    // More repeats do not help where conversations have no verdict.
    return [noise.noVerdict > 0 ? nothing : `${nothing} Run each case at least 3 times.`];
  }
  const upper = isUpperBound ? " (from the upper end of the flip rate's 95% CI)" : '';
  const known = [renderFlipRate(noise), `Minimum detectable difference, 1 run each: ${renderDetectable(noise)}.`];
  // The rest would follow from the upper end of an interval of nearly everything.
  if (isUpperBound && noise.cases < fewestForRate) return known;
  return [
    ...known,
    `By chance alone, 95% of run pairs differ by at most ${toPoints(single.value)} pp${upper}.`,
    renderToDetect(toDetect),
  ];
}

function renderFlipRate({ cases, flipped, flipRate }: Measured): string {
  const all = renderNumberOf(cases, 'case');
  if (cases < fewestForRate || flipRate.value === null || flipRate.low === null) {
    return `Flip rate: ${flipped} of ${all} flipped, too few for a rate.`;
  }
  return `Flip rate: ${renderEstimate(flipRate, { unit: 'percent', basis: all })}.`;
}

/** What changes between two runs is not known yet, so it reports the larger of the two answers. */
function renderDetectable({ minimumDetectableDifference: [single], cases, flipRate: { clusters } }: Measured): string {
  const { ifAllMove = null, ifSomeChange = null } = single ?? {};
  if (ifAllMove === null || ifSomeChange === null) {
    return `unavailable, at least ${fewestClusters} ${clusters < cases ? 'independent ' : ''}cases needed`;
  }
  return `${toPoints(Math.max(ifAllMove, ifSomeChange))} pp (80% power)`;
}

/** Each number with what it assumes: repeats replace cases only where every case changes. */
function renderToDetect({ difference: wanted, repeats, cases, ifSomeChange }: NeededToDetect): string {
  const once = `${cases.toLocaleString('en')} cases with one run each`;
  const each = repeats === null ? '' : `${renderNumberOf(repeats, 'run')} per case, or `;
  const shift = repeats === 1 ? 'these cases with one run each' : `${each}${once}`;
  const flip = `1 case in ${Math.round(1 / wanted)} flips and stays flipped`;
  return `To detect ${toPoints(wanted)} pp if every case shifts: ${shift}. If ${flip}: ${ifSomeChange.cases.toLocaleString('en')} cases.`;
}
