import { type Problem, toError } from '../../base/fault.ts';
import { renderNumberOf } from '../../base/number-of.ts';
import { toItemTag } from '../../conversation/item/item-tags.ts';
import type { Sample, Split } from '../../conversation/sample.ts';

export interface Selection {
  readonly split: Split;
  /** The sample must have one of these tags. Empty: any. */
  readonly tags: readonly string[];
}

/** Whether a sample is in the wanted split and has a wanted tag. */
export function isSelected({ split, tags }: Sample, wanted: Selection): boolean {
  if (split !== wanted.split) return false;
  return wanted.tags.length === 0 || wanted.tags.some((tag) => tags.includes(tag) || tags.includes(toSpelling(tag)));
}

/** Item tags have a normalized spelling. */
function toSpelling(tag: string): string {
  return toItemTag(tag) ?? tag;
}

/** Why no sample was selected, and what to do. */
export function explainNoneSelected(samples: readonly Sample[], wanted: Selection, deck: string): Problem {
  const ofSplit = samples.filter(({ split }) => split === wanted.split);
  const place = { code: 'SAMPLES_NONE_SELECTED', file: deck } as const;
  if (ofSplit.length > 0) {
    const known = [...new Set(ofSplit.flatMap(({ tags }) => tags))];
    const there = known.length === 0 ? 'They have no tags.' : `Available tags: ${listSome(known)}.`;
    const message = `None of the ${renderNumberOf(ofSplit.length, `${wanted.split} sample`)} has the ${wanted.tags.length === 1 ? 'tag' : 'tags'} ${listSome(wanted.tags)}.`;
    return toError({ ...place, message, hint: `${there} Remove --tag to use all samples.` });
  }
  const other = wanted.split === 'test' ? 'tune' : 'test';
  const verb = samples.length === 1 ? 'is' : 'are';
  const message = `There are no samples in the "${wanted.split}" split. ${renderNumberOf(samples.length, 'sample')} ${verb} in "${other}".`;
  const mark = wanted.split === 'test' ? 'split = "test" (for an item, the tag split:test)' : 'split = "tune"';
  return toError({ ...place, message, hint: `Use --split ${other}, or set ${mark} on some samples.` });
}

function listSome(words: readonly string[]): string {
  return `${words.slice(0, 20).join(', ')}${words.length > 20 ? ', …' : ''}`;
}
