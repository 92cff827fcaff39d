import { resolve } from 'node:path';
import { assertNoErrors } from '../../../base/fault.ts';
import type { Scale } from '../../../conversation/judge/deck.ts';
import { overallScale } from '../../../conversation/label.ts';
import { toShownFile } from '../../../files/project/project.ts';

/** The question that raters answer, and its scale. */
export interface LabelQuestion {
  /** The name in labels: "overall", or the path of a deck from the project root. */
  readonly name: string;
  readonly scale: Scale;
}

/** "overall", or a deck with its scale. */
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
