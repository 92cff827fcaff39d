import type { MergeConflict } from '../../../../../src/curate/merge/merge-items.ts';
import type { KeptChoice, KeptChoices } from '../../../data/drafts/kept-choice.ts';
import type { MergeWork } from '../editor/item-editor.ts';
import type { MergeChoice, MergeChoices } from './resolve-merge.ts';

/** What was decided, by the place of the conflict. What theirs has changed since is to be decided anew. */
export function readChoices(work: MergeWork): MergeChoices {
  const choices = work.merged.conflicts.flatMap((conflict, place): readonly [number, MergeChoice][] => {
    const kept = findKept(work, conflict);
    return kept === undefined || kept.seen !== toSeen(conflict) ? [] : [[place, toChoice(kept)]];
  });
  return new Map(choices);
}

/** What was written by hand for a conflict, whatever was chosen since; undefined: nothing. */
export function findWritten(work: MergeWork, place: number): string | undefined {
  const conflict = work.merged.conflicts[place];
  return conflict === undefined ? undefined : findKept(work, conflict)?.text;
}

/** The choices with one more. What was written by hand stays when something else is chosen. */
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

/** The same as long as it is the same thing: a turn goes by its id, because places shift. Two may share a path: each side removed what the other edited. */
function toName({ merged, theirs }: MergeWork, conflict: MergeConflict): string {
  const [field, index, ...rest] = conflict.path;
  const isOfTheirs = rest.length === 0 && conflict.mine === undefined;
  const turn = typeof index === 'number' ? (isOfTheirs ? theirs : merged.item).history?.[index] : undefined;
  const place = field === 'history' ? [field, turn?.id ?? index, ...rest] : [field, index, ...rest];
  return JSON.stringify([place, isOfTheirs]);
}
