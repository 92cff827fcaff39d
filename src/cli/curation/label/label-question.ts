import { resolve } from 'node:path';
import { assertNoErrors } from '../../../base/fault.ts';
import type { Scale } from '../../../conversation/deck.ts';
import { toShownFile } from '../../../files/project/project.ts';
import { overallScale } from '../../../review/labels.ts';

/** What is asked of each conversation, and the scores it may get. */
export interface LabelQuestion {
  /** As it stands in labels: "overall", or the path of a deck from the root of the project. */
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

/** A key and the score it stands for. */
export interface ScoreKey {
  readonly key: string;
  readonly score: number;
}

/** One digit for each score, the worst first. None when there are more scores than digits: then numbers are typed. */
export function listScoreKeys({ min, max, step }: Scale): readonly ScoreKey[] {
  const count = step === 0 ? Number.POSITIVE_INFINITY : Math.round((max - min) / step) + 1;
  if (count > 9) return [];
  return Array.from({ length: count }, (_, index) => ({
    key: String(index + 1),
    // Steps such as 0.1 have no exact binary form.
    score: Number((min + index * step).toPrecision(12)),
  }));
}
