import { z } from 'zod';
import { staleMembers } from '../../contract/item-answer.ts';
import { ProblemAnswer } from '../../contract/problem.ts';

const words: Readonly<Record<number, string>> = {
  304: 'The caller has it as it is.',
  400: 'The request cannot be read.',
  403: 'The caller may not do this.',
  404: 'There is no such thing.',
  409: 'What is there does not allow it.',
  412: 'It has changed since it was read.',
  413: 'The body is over the limit.',
  415: 'The body is of a type that is not taken.',
  422: 'Something sent is unknown, missing or of the wrong form; `problems` names each.',
  428: 'The change needs an If-Match header with the ETag of what was read.',
};

/** How a route may fail, for its description. */
export function problemAnswers(...statuses: readonly number[]) {
  return Object.fromEntries(statuses.map((status) => [status, toProblemAnswer(words[status] ?? '', ProblemAnswer)]));
}

function toProblemAnswer(description: string, schema: z.ZodType) {
  return { description, content: { 'application/problem+json': { schema } } };
}

/** How a change of an item may fail: a stale one is answered with the item as it is now. */
export const itemChangeProblems = {
  ...problemAnswers(400, 404, 409, 422, 428),
  412: toProblemAnswer('The item has changed since it was read.', ProblemAnswer.extend(staleMembers)),
};

/** The caller has it already. */
export const notModified = { 304: z.undefined().describe('The caller has it as it is.') };

/** An answer with a sentence about it: a schema that many answers share cannot say what this one is. */
export function answerOf<Schema extends z.ZodType>(description: string, schema: Schema) {
  return { description, content: { 'application/json': { schema } } };
}

/** An answer that is no JSON, sent as a stream. */
export function textAnswer(type: string, description: string) {
  return { description, content: { [type]: { schema: z.string() } } };
}
