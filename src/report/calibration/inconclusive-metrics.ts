import type { Calibration, NeededLabels } from '../../calibrate/calibration.ts';
import { metricTable } from '../../statistics/metric-table.ts';
import { findUnscoredSentence } from './evidence-sentences.ts';

/** What is inconclusive and what would decide it, in short: `TNR is inconclusive, needs 22 to 140 more random labels that people fail`. */
export function renderInconclusive(calibration: Calibration): string {
  const metrics = calibration.gate.metrics.filter(({ state }) => state === 'inconclusive');
  const titles = metrics.map(({ metric }) => metricTable[metric].title);
  const once =
    metrics.length > 0 && metrics.every(({ singleLook }) => singleLook) ? ' (enough for a single look only)' : '';
  return `${listWords(titles)} ${metrics.length === 1 ? 'is' : 'are'} inconclusive${once}${renderOutlook(calibration)}`;
}

/** The metrics that more labels would probably show to be missed. The judge has to change. */
export function listLikelyMissed({ gate }: Calibration): readonly string[] {
  return gate.needed.filter(({ outlook }) => outlook === 'missed').map(({ metric }) => metricTable[metric].title);
}

function renderOutlook(calibration: Calibration): string {
  const { needed } = calibration.gate;
  const unscored = findUnscoredSentence(calibration);
  if (unscored !== undefined) return `: ${unscored.replace(/\.$/, '')}`;
  if (needed.length === 0) return '';
  const missed = listLikelyMissed(calibration);
  if (missed.length > 0) {
    return `, and ${missed.length === needed.length ? '' : `${listWords(missed)} `}would probably be missed`;
  }
  return ` (${renderLabels(needed)})`;
}

/** A label serves every metric that wants its class, and those that want any. */
function renderLabels(needed: readonly NeededLabels[]): string {
  const [pass, fail, any] = [findRange(needed, 'pass'), findRange(needed, 'fail'), findRange(needed, 'any')];
  const noun = (range: string) => (range === '1' ? 'label' : 'labels');
  const ofClasses = [
    ...(pass === undefined ? [] : [{ range: pass, kind: 'passing' }]),
    ...(fail === undefined ? [] : [{ range: fail, kind: 'failing' }]),
  ];
  const [first = { range: any ?? 'some', kind: '' }, second] = ofClasses;
  const drawn = ', drawn at random';
  if (second === undefined)
    return `needs ${`${first.range} more ${first.kind}`.trimEnd()} ${noun(first.range)}${drawn}`;
  if (pass === fail) return `needs ${pass} more ${noun(first.range)} of each class${drawn}`;
  return `needs ${first.range} more ${first.kind} and ${second.range} more ${second.kind} labels${drawn}`;
}

/** `22 to 140`, `at least 22` where a chance of 80% is out of reach. */
function findRange(needed: readonly NeededLabels[], wanted: NeededLabels['class']): string | undefined {
  const own = needed.filter((each) => each.class === wanted);
  if (own.length === 0) return undefined;
  const fewest = Math.max(...own.map(({ labels }) => labels.fewest));
  const likely = own.some(({ labels }) => labels.likely === null)
    ? null
    : Math.max(...own.map(({ labels }) => labels.likely ?? 0));
  if (likely === null) return `at least ${fewest.toLocaleString('en')}`;
  return fewest === likely
    ? fewest.toLocaleString('en')
    : `${fewest.toLocaleString('en')} to ${likely.toLocaleString('en')}`;
}

/** `a`, `a and b`, `a, b and c`. */
export function listWords(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`;
}
