import { type Place, type Problem, toError } from '../../base/fault.ts';
import type { Scale } from '../../conversation/judge/deck.ts';
import { renderScale } from '../../conversation/judge/scale.ts';

/** The error of samples that can all be read, and whose scores are all off the deck's scale. */
export function toNoneOnScale(count: number, scale: Scale, place: Place & { readonly reading?: string }): Problem {
  const [none, scores] =
    count === 1
      ? ['The only sample cannot be used', 'its score is']
      : [`None of the ${count} samples can be used`, 'their scores are'];
  const message = `${none}: ${scores} not on the deck's scale ${renderScale(scale)}.`;
  const hint = `Score ${count === 1 ? 'it' : 'them'} again on this scale, or change \`scale\` in the deck.`;
  return toError({ code: 'SAMPLES_NONE_VALID', message, hint, ...place });
}

/** The error of a file with nothing to compare a judge with. With `scale`, some scores are not on it. */
export function toNoneValid(count: number, place: Place & { readonly reading?: string }, scale?: Scale): Problem {
  const none = count === 1 ? 'The only sample' : `None of the ${count} samples`;
  const message =
    count === 0 ? 'There are no samples.' : count === 1 ? `${none} cannot be used.` : `${none} can be used.`;
  const score = scale === undefined ? '' : `, and a score on the deck's scale ${renderScale(scale)}`;
  const hint = `A sample needs messages with role and content${score}. The warnings say what is wrong with each.`;
  return toError({ code: 'SAMPLES_NONE_VALID', message, hint, ...place });
}
