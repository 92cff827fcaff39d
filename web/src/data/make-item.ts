import { ImportAnswer } from '../../../src/contract/import.ts';
import { askApi } from './ask-api.ts';
import type { ItemKey } from './item-key.ts';

/** The server would not have it, and says why. */
export class RefusedItem extends Error {
  override readonly name = 'RefusedItem';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** Begins a conversation: what is asked first, and room for the answer. Made twice with the same words, it is there once. */
export async function makeItem({ dataset, id }: ItemKey, question: string): Promise<ItemKey> {
  const history = [
    { role: 'user', msg: question },
    { role: 'assistant', msg: '' },
  ];
  const body = { id, datasetName: dataset, history };
  const { results } = await askApi({ schema: ImportAnswer, path: '/v1/ground-truths', method: 'POST', body });
  const problem = results.find(({ verdict }) => verdict === 'failed')?.problems?.[0];
  if (problem !== undefined) throw new RefusedItem(problem.code, problem.message);
  return { dataset, id };
}
