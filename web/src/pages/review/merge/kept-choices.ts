import type { MergeConflict } from '../../../../../src/curate/merge/merge-items.ts';
import type { KeptChoice, KeptChoices } from '../../../data/drafts/kept-choice.ts';
import type { MergeWork } from '../editor/item-editor.ts';
import type { MergeChoice, MergeChoices } from './resolve-merge.ts';

/** The choices by index of the conflict. A choice no longer counts if theirs changed after it. */
export function readChoices(work: MergeWork): MergeChoices {
  const choices = work.merged.conflicts.flatMap((conflict, place): readonly [number, MergeChoice][] => {
    const kept = findKept(work, conflict);
    return kept === undefined || kept.seen !== toSeen(conflict) ? [] : [[place, toChoice(kept)]];
  });
  return new Map(choices);
}

/** The text written by hand for a conflict, even if another side was chosen later. */
export function findWritten(work: MergeWork, place: number): string | undefined {
  const conflict = work.merged.conflicts[place];
  return conflict === undefined ? undefined : findKept(work, conflict)?.text;
}

/** The choices with one more. Text written by hand is kept if another side is chosen. */
export function withChoice(work: MergeWork, place: number, choice: MergeChoice): KeptChoices {
  const conflict = work.merged.conflicts[place];
  if (conflict === undefined) return work.choices;
  const text = choice.side === 'hand' ? choice.text : findKept(work, conflict)?.text;
  const kept = { side: choice.side, seen: toSeen(conflict), ...(text === undefined ? {} : { text }) };
  return { ...work.choices, [toName(work, conflict)]: kept };
}

function findKept(work: MergeWork, conflict: MergeConflict): KeptChoice | undefined {
  const name = toName(work, conflict);
  return Object.hasOwn(work.choices, name) ? work.choices[name] : undefined;
}

function toChoice({ side, text = '' }: KeptChoice): MergeChoice {
  return side === 'hand' ? { side, text } : { side };
}

function toSeen({ theirs }: MergeConflict): string {
  return JSON.stringify(theirs ?? null);
}

/** A stable name of a conflict. It names a turn by its id, because turns move. Two conflicts share a path if each side removed what the other edited. */
function toName({ merged, theirs }: MergeWork, conflict: MergeConflict): string {
  const [field, index, ...rest] = conflict.path;
  const isOfTheirs = rest.length === 0 && conflict.mine === undefined;
  const turn = typeof index === 'number' ? (isOfTheirs ? theirs : merged.item).history?.[index] : undefined;
  const place = field === 'history' ? [field, turn?.id ?? index, ...rest] : [field, index, ...rest];
  return JSON.stringify([place, isOfTheirs]);
}
