import { resolve } from 'node:path';
import { assertNoErrors } from '../../../base/fault.ts';
import type { Scale } from '../../../conversation/judge/deck.ts';
import { overallScale } from '../../../conversation/label.ts';
import { toShownFile } from '../../../files/project/project.ts';

/** The question about each conversation, and the scores it may get. */
export interface LabelQuestion {
  /** As it is in labels: "overall", or the path of a deck from the root of the project. */
  readonly name: string;
  readonly scale: Scale;
}

/** `overall`, or a deck, whose scale is the question's. */
export async function readQuestion(
  named: string | undefined,
  { cwd, root }: { readonly cwd: string; readonly root: string },
): Promise<LabelQuestion> {
  if (named === undefined || named === 'overall') return { name: 'overall', scale: overallScale };
  const { readDeck } = await import('../../../files/deck/read-deck.ts');
  const { deck, problems } = readDeck(named, { cwd });
  assertNoErrors(problems);
  if (deck === undefined) throw new Error('A deck without errors was not read.');
  return { name: toShownFile(resolve(cwd, named), root), scale: deck.scale };
}
