import { SelfServeAnswer, SelfServeBody } from '../../contract/assignment.ts';
import { ItemList } from '../../contract/item-answer.ts';
import { listAssignments, selfServe } from '../../review/queue.ts';
import type { ApiContext, ApiServer } from '../api-context.ts';
import { problemAnswers } from '../curation/described-answers.ts';
import { toReviewContext } from '../curation/review-context.ts';
import { joinItems, sendJson } from '../curation/text-answers.ts';
import { addEditRoute } from './items.ts';

const tags = ['assignments'];

/** The work of one reviewer. */
export function addAssignmentRoutes(app: ApiServer, context: ApiContext): void {
  const review = toReviewContext(context);
  app.route({
    method: 'POST',
    url: '/v1/assignments/self-serve',
    schema: {
      tags,
      summary: 'Claim items to review',
      description:
        'Assigns drafts to the caller until `limit` are assigned. Drafts already assigned to the caller count first. The rest are unassigned drafts, chosen by dataset weight. Items the caller skipped are not assigned again. Two callers never get the same item.',
      body: SelfServeBody,
      response: { 200: SelfServeAnswer, ...problemAnswers(422) },
    },
    handler: async (request, reply) => {
      const actor = context.actorOf(request).name;
      const { assigned, ...counts } = await selfServe(review, { actor, limit: request.body.limit });
      return sendJson(reply, `{"assigned":${joinItems(assigned)},${JSON.stringify(counts).slice(1)}`);
    },
  });

  app.route({
    method: 'GET',
    url: '/v1/assignments/my',
    schema: {
      tags,
      summary: 'List items assigned to the caller',
      description: 'Longest assigned first.',
      response: { 200: ItemList },
    },
    handler: async (request, reply) => {
      const records = await listAssignments(review, context.actorOf(request).name);
      return sendJson(reply, `{"items":${joinItems(records)}}`);
    },
  });

  addEditRoute(app, context, { url: '/v1/assignments/:dataset/:id', tags, isAssignment: true });
}
