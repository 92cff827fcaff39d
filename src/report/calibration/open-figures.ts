import type { Calibration, NeededLabels } from '../../calibrate/calibration.ts';
import { figureTitles } from '../../calibrate/figure-titles.ts';
import { isTooNear, mostTold } from '../../calibrate/needed-labels.ts';

/** What is open and what would decide it, in short: `TPR and TNR are open, about 5 more of each class`. */
export function renderOpenFigures(calibration: Calibration): string {
  const open = calibration.gate.figures.filter(({ state }) => state === 'inconclusive');
  const titles = open.map(({ figure }) => figureTitles[figure]);
  return `${listWords(titles)} ${open.length === 1 ? 'is' : 'are'} open, ${renderOutlook(calibration)}`;
}

/** The figures that would be missed if the judge stays as it is: more labels are no way to be trusted. */
export function listDoomed({ gate }: Calibration): readonly string[] {
  return gate.needed.filter(({ outlook }) => outlook === 'missed').map(({ figure }) => figureTitles[figure]);
}

function renderOutlook(calibration: Calibration): string {
  const { needed } = calibration.gate;
  const doomed = listDoomed(calibration);
  if (doomed.length > 0) {
    return `and ${doomed.length === needed.length ? '' : `${listWords(doomed)} `}would be missed as it is`;
  }
  if (needed.some(isTooNear)) return `more than ${mostTold} more labels: too near the limit to tell`;
  const isBlind = needed.some(({ figure }) => calibration[figure].low === undefined);
  return `${isBlind ? 'at least' : 'about'} ${renderLabels(needed)}`;
}

/** A label serves every figure that wants its class, and those that want any. */
function renderLabels(needed: readonly NeededLabels[]): string {
  const most = (wanted: NeededLabels['class']) =>
    Math.max(0, ...needed.filter((each) => each.class === wanted).map(({ labels }) => labels));
  const [pass, fail, any] = [most('pass'), most('fail'), most('any')];
  if (any > pass + fail) return `${any} more ${any === 1 ? 'label' : 'labels'}`;
  if (pass === fail) return `${pass} more of each class`;
  if (fail === 0) return `${pass} more that people pass`;
  return pass === 0 ? `${fail} more that people fail` : `${pass} more that people pass and ${fail} that they fail`;
}

/** `a`, `a and b`, `a, b and c`. */
export function listWords(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`;
}
