import { definedOnly } from '../../base/defined-only.ts';
import { ItemAnswer, ItemDiff, RevisionList } from '../../contract/item-answer.ts';
import { DiffQuery, ItemParams, RevisionParams, RevisionsQuery } from '../../contract/item-request.ts';
import { diffRevisions, getRevision, listRevisions, restoreRevision } from '../../review/item-history.ts';
import { toRevisionAnswer } from '../../review/read-item.ts';
import type { ApiContext, ApiServer } from '../api-context.ts';
import { answerOf, itemChangeProblems, problemAnswers } from '../curation/described-answers.ts';
import { ItemChangeHeaders } from '../curation/request-headers.ts';
import { orStale, toReviewContext } from '../curation/review-context.ts';
import { sendItem, sendJson } from '../curation/text-answers.ts';

const tags = ['items'];
const address = '/v1/ground-truths/:dataset/:id';
const problems = problemAnswers(404, 422);

/** How an item came to be what it is. */
export function addRevisionRoutes(app: ApiServer, context: ApiContext): void {
  const review = toReviewContext(context);
  app.route({
    method: 'GET',
    url: `${address}/revisions`,
    schema: {
      tags,
      summary: 'List revisions of an item',
      description: 'Every change of content or status, with user, time and action.',
      params: ItemParams,
      querystring: RevisionsQuery,
      response: { 200: RevisionList, ...problems },
    },
    handler: async ({ params, query: { limit, before } }, reply) =>
      sendJson(reply, JSON.stringify(await listRevisions(review, params, { limit, ...definedOnly({ before }) }))),
  });

  app.route({
    method: 'GET',
    url: `${address}/revisions/:revision`,
    schema: {
      tags,
      summary: 'Read a revision',
      params: RevisionParams,
      response: { 200: answerOf('The item at that revision.', ItemAnswer.partial({ createdAt: true })), ...problems },
    },
    handler: async ({ params: { dataset, id, revision } }, reply) =>
      sendJson(reply, toRevisionAnswer(await getRevision(review, { dataset, id }, revision))),
  });

  app.route({
    method: 'POST',
    url: `${address}/revisions/:revision/restore`,
    schema: {
      tags,
      summary: 'Restore a revision',
      description:
        "Creates a new revision with the action `restore`. Later revisions stay in the history. An approved item becomes a draft. The old revision's status is not restored.",
      params: RevisionParams,
      headers: ItemChangeHeaders,
      response: { 200: answerOf('The current item.', ItemAnswer), ...itemChangeProblems },
    },
    handler: async (request, reply) => {
      const { dataset, id, revision } = request.params;
      const { name: actor } = context.actorOf(request);
      const change = { key: { dataset, id }, actor, ifMatch: request.headers['if-match'], revision };
      return sendItem(reply, await orStale(restoreRevision(review, change)));
    },
  });

  app.route({
    method: 'GET',
    url: `${address}/diff`,
    schema: {
      tags,
      summary: 'Compare two revisions',
      description: 'Differences by field and by turn. Without `from` and `to`: what the latest revision changed.',
      params: ItemParams,
      querystring: DiffQuery,
      response: { 200: ItemDiff, ...problems },
    },
    handler: async ({ params, query: { from, to } }, reply) =>
      sendJson(reply, JSON.stringify(await diffRevisions(review, params, definedOnly({ from, to })))),
  });
}
