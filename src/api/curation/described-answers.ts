import { z } from 'zod';
import { staleMembers } from '../../contract/item-answer.ts';
import { ProblemAnswer } from '../../contract/problem.ts';

const words: Readonly<Record<number, string>> = {
  304: 'Not modified: the caller has the current version.',
  400: 'The request is malformed.',
  403: "The caller isn't allowed to do this.",
  404: 'Not found.',
  409: "The current state doesn't allow it.",
  412: 'It has changed since you read it.',
  413: 'The body is too large.',
  415: 'Unsupported Content-Type.',
  422: 'A value is unknown, missing or invalid. `problems` lists each one.',
  428: 'The change needs an If-Match header with the ETag you read.',
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
  412: toProblemAnswer('The item has changed since you read it.', ProblemAnswer.extend(staleMembers)),
};

/** The caller has it already. */
export const notModified = { 304: z.undefined().describe('Not modified: the caller has the current version.') };

/** An answer with a sentence about it: a schema that many answers share cannot say what this one is. */
export function answerOf<Schema extends z.ZodType>(description: string, schema: Schema) {
  return { description, content: { 'application/json': { schema } } };
}

/** An answer that is not JSON, sent as a stream. */
export function textAnswer(type: string, description: string) {
  return { description, content: { [type]: { schema: z.string() } } };
}
