import { type Place, type Problem, toError } from '../../base/fault.ts';

/** The error of a file with nothing to compare a judge with. */
export function toNoneValid(count: number, place: Place & { readonly reading?: string }): Problem {
  const none = count === 1 ? 'The one sample' : `None of the ${count} samples`;
  const message =
    count === 0 ? 'There is no sample.' : count === 1 ? `${none} cannot be used.` : `${none} can be used.`;
  const hint = 'A sample needs messages, each with role and content; the warnings say what is wrong with each.';
  return toError({ code: 'SAMPLES_NONE_VALID', message, hint, ...place });
}
