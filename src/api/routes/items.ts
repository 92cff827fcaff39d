import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { definedOnly } from '../../base/defined-only.ts';
import { ItemAnswer, ItemPage } from '../../contract/item-answer.ts';
import { ItemPatchBody, parseItemPatch } from '../../contract/item-patch-body.ts';
import { ItemListQuery, toItemFilter } from '../../contract/item-query.ts';
import { ItemEditQuery, ItemParams, ItemShapeQuery } from '../../contract/item-request.ts';
import { ItemRowPage } from '../../contract/item-row.ts';
import { getParsed } from '../../review/item-faults.ts';
import { deleteItem, duplicateItem, restoreItem } from '../../review/item-life.ts';
import { putItem } from '../../review/put-item.ts';
import { getItem, toItemAnswer } from '../../review/read-item.ts';
import type { ItemBrief, ItemKey, ItemQuery, ItemStore } from '../../store/item-port.ts';
import type { ApiContext, ApiServer } from '../api-context.ts';
import { answerOf, itemChangeProblems, notModified, problemAnswers } from '../curation/described-answers.ts';
import type { IdempotentRequests } from '../curation/idempotent-requests.ts';
import { replyIdempotently, toIdempotentRequest } from '../curation/reply-idempotently.ts';
import { IdempotencyHeaders, ItemChangeHeaders } from '../curation/request-headers.ts';
import { orStale, toReviewContext } from '../curation/review-context.ts';
import { hasCopy, joinItems, sendItem, sendJson, setEtag } from '../curation/text-answers.ts';

const tags = ['items'];
const address = '/v1/ground-truths/:dataset/:id';

/** Items one by one, and the list of them. */
export function addItemRoutes(app: ApiServer, context: ApiContext, requests: IdempotentRequests): void {
  addListRoute(app, context);
  addReadRoute(app, context);
  addEditRoute(app, context, { url: address, tags });
  addDeleteRoutes(app, context);
  addDuplicateRoute(app, context, requests);
}

function addListRoute(app: ApiServer, context: ApiContext): void {
  app.route({
    method: 'GET',
    url: '/v1/ground-truths',
    schema: {
      tags,
      summary: 'List items',
      description:
        'A page of the items that match every filter. Request the next page with `cursor` and the same filters and order. Pages neither overlap nor skip, except for items whose position changes in the meantime. With `view=row`, the page has `rows` instead of `items`: a short summary of each for tables.',
      querystring: ItemListQuery,
      response: {
        200: answerOf('A page of items, or of rows with `view=row`.', z.union([ItemPage, ItemRowPage])),
        ...problemAnswers(422),
      },
    },
    handler: async ({ query }, reply) => sendJson(reply, await listPage(context.store.curation.items, query)),
  });
}

/** The most frequent request. The body is sent as stored. */
function addReadRoute(app: ApiServer, context: ApiContext): void {
  const review = toReviewContext(context);
  app.route({
    method: 'GET',
    url: address,
    schema: {
      tags,
      summary: 'Read an item',
      description:
        'Deleted items can be read too. The ETag header identifies this version of the item. Send it in If-Match with a change, or in If-None-Match to get 304 if nothing has changed.',
      params: ItemParams,
      querystring: ItemShapeQuery,
      response: { 200: answerOf('The item.', ItemAnswer), ...notModified, ...problemAnswers(404, 422) },
    },
    handler: async ({ params, query, headers }, reply) => {
      const record = await getItem(review, params);
      if (!hasCopy(headers['if-none-match'], record.etag)) return sendItem(reply, record, query.refs);
      setEtag(reply, record.etag);
      return reply.code(304).send(undefined);
    },
  });
}

interface EditAddress {
  readonly url: string;
  readonly tags: readonly string[];
  /** For the assigned reviewer only, who also gets the item if it becomes a draft again. */
  readonly isAssignment?: boolean;
}

/** The one way to change an item, at both URLs. */
export function addEditRoute(
  app: ApiServer,
  context: ApiContext,
  { url, tags, isAssignment = false }: EditAddress,
): void {
  const review = toReviewContext(context);
  app.route({
    method: 'PUT',
    url,
    config: { parsesBody: true },
    schema: {
      tags,
      summary: isAssignment ? 'Update an item assigned to the caller' : 'Update an item',
      description: `${isAssignment ? 'Only for the assigned reviewer: an item assigned to someone else is refused with 403. An item that becomes a draft again is assigned to the caller. ' : ''}Changes only the fields you send. \`status\` can be approved, skipped or draft, alone or with edits. An incomplete approval is refused with 422 \`APPROVAL_BLOCKED\`. The response lists everything that is missing, and nothing is saved. Changing history, refs, tags or answer keys of an approved item makes it a draft again, unless the same request approves it. A stale If-Match returns 412 with the current item and the differences.`,
      params: ItemParams,
      querystring: ItemEditQuery,
      headers: ItemChangeHeaders,
      body: ItemPatchBody,
      response: {
        200: answerOf('The current item.', ItemAnswer),
        ...itemChangeProblems,
        ...problemAnswers(...(isAssignment ? [403, 413] : [413])),
      },
    },
    handler: async (request, reply) => {
      const { params, query, body } = request;
      const patch = getParsed(parseItemPatch(body, { key: params, refs: query.refs }));
      const rights = { mustBeAssignee: isAssignment, claim: isAssignment || query.claim };
      const change = { ...toItemRequest(request, params, context), patch, ...rights };
      return sendItem(reply, await orStale(putItem(review, change)), query.refs);
    },
  });
}

function addDeleteRoutes(app: ApiServer, context: ApiContext): void {
  const review = toReviewContext(context);
  const response = { 200: answerOf('The current item.', ItemAnswer), ...itemChangeProblems };
  app.route({
    method: 'DELETE',
    url: address,
    schema: {
      tags,
      summary: 'Delete an item',
      description: 'Soft delete: the item becomes `deleted`. Restoring it brings back everything.',
      params: ItemParams,
      headers: ItemChangeHeaders,
      response,
    },
    handler: async (request, reply) =>
      sendItem(reply, await orStale(deleteItem(review, toItemRequest(request, request.params, context)))),
  });
  app.route({
    method: 'POST',
    url: `${address}/restore`,
    schema: {
      tags,
      summary: 'Restore a deleted item',
      description: 'Restores its previous status. An item that was in review becomes a draft.',
      params: ItemParams,
      headers: ItemChangeHeaders,
      response,
    },
    handler: async (request, reply) =>
      sendItem(reply, await orStale(restoreItem(review, toItemRequest(request, request.params, context)))),
  });
}

function addDuplicateRoute(app: ApiServer, context: ApiContext, requests: IdempotentRequests): void {
  const review = toReviewContext(context);
  app.route({
    method: 'POST',
    url: `${address}/duplicate`,
    schema: {
      tags,
      summary: 'Duplicate an item',
      description: 'The copy has its own ID, is a draft assigned to the caller, and has the tag `rephrase:<id>`.',
      params: ItemParams,
      headers: IdempotencyHeaders,
      response: { 201: answerOf('The copy.', ItemAnswer), ...problemAnswers(404, 409, 422) },
    },
    handler: async (request, reply) => {
      const key = request.params;
      return replyIdempotently(reply, { requests, request: toIdempotentRequest(request, context) }, async () => {
        const record = await duplicateItem(review, { key, actor: context.actorOf(request).name });
        return { status: 201, text: toItemAnswer(record), etag: record.etag };
      });
    },
  });
}

function toItemRequest(request: FastifyRequest, key: ItemKey, { actorOf }: ApiContext) {
  return { key, actor: actorOf(request).name, ifMatch: request.headers['if-match'] };
}

/** A page of items, as JSON text. */
async function listPage(items: ItemStore, query: ItemListQuery): Promise<string> {
  const filter = toItemFilter(query);
  const { sortBy, limit, cursor } = query;
  const sortOrder = query.sortOrder ?? (sortBy === 'id' ? 'asc' : 'desc');
  const wanted: ItemQuery = { ...filter, sortBy, sortOrder, limit, ...definedOnly({ cursor }) };
  const [page, total] = await Promise.all([
    query.view === 'row' ? readRows(items, wanted) : readItems(items, wanted),
    query.total === true ? items.count(filter) : undefined,
  ]);
  const end = JSON.stringify({ cursor: page.cursor ?? null, total });
  return `{${page.list},${end.slice(1)}`;
}

/** A list as a member of JSON. */
interface ListText {
  readonly list: string;
  readonly cursor?: string | undefined;
}

async function readItems(items: ItemStore, query: ItemQuery): Promise<ListText> {
  const { records, cursor } = await items.list(query);
  return { list: `"items":${joinItems(records)}`, cursor };
}

async function readRows(items: ItemStore, query: ItemQuery): Promise<ListText> {
  const { briefs, cursor } = await items.listBriefs(query);
  return { list: `"rows":[${briefs.map(renderRow).join(',')}]`, cursor };
}

/** The summary is already JSON text, so it is not parsed. */
function renderRow(brief: ItemBrief): string {
  const { dataset, id, status, etag: _etag, revision, updatedAt, updatedBy, reviewedAt, assignedTo, summary } = brief;
  const head = { dataset, id, status, _etag, revision, updatedAt, updatedBy, reviewedAt, assignedTo };
  return `${JSON.stringify(head).slice(0, -1)},${summary.slice(1)}`;
}
