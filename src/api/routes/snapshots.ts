import { z } from 'zod';
import { toItemFilter } from '../../contract/item-query.ts';
import {
  SnapshotBody,
  SnapshotDiff,
  SnapshotDiffQuery,
  SnapshotFile,
  SnapshotList,
  SnapshotManifest,
  SnapshotParams,
  SnapshotQuery,
} from '../../contract/snapshot.ts';
import { diffSnapshots } from '../../review/diff-snapshots.ts';
import {
  getSnapshot,
  renderManifest,
  renderSnapshot,
  takeSnapshot,
  toSnapshotManifest,
} from '../../review/snapshot.ts';
import type { ApiContext, ApiServer } from '../api-context.ts';
import { answerOf, problemAnswers } from '../curation/described-answers.ts';
import type { IdempotentRequests } from '../curation/idempotent-requests.ts';
import { replyIdempotently, toIdempotentRequest } from '../curation/reply-idempotently.ts';
import { IdempotencyHeaders } from '../curation/request-headers.ts';
import { toReviewContext } from '../curation/review-context.ts';
import { sendJson } from '../curation/text-answers.ts';
import { openTextStream, sendStream } from '../curation/text-stream.ts';

const tags = ['snapshots'];
const jsonType = 'application/json; charset=utf-8';

/** Items kept as they were. */
export function addSnapshotRoutes(app: ApiServer, context: ApiContext, requests: IdempotentRequests): void {
  addTakeRoutes(app, context, requests);
  addReadRoutes(app, context);
}

function addTakeRoutes(app: ApiServer, context: ApiContext, requests: IdempotentRequests): void {
  const review = toReviewContext(context);
  app.route({
    method: 'POST',
    url: '/v1/snapshots',
    schema: {
      tags,
      summary: 'Take a snapshot',
      description:
        'Includes approved items unless you filter by another status. The same items give the same snapshot, with the same ID and the same bytes.',
      headers: IdempotencyHeaders,
      body: SnapshotBody,
      response: { 201: answerOf('The manifest.', SnapshotManifest), ...problemAnswers(422) },
    },
    handler: async (request, reply) => {
      const filter = { statuses: ['approved'] as const, ...toItemFilter(request.body?.filter ?? {}) };
      const actor = context.actorOf(request).name;
      return replyIdempotently(reply, { requests, request: toIdempotentRequest(request, context) }, async () => {
        const record = await takeSnapshot(review, { filter, actor });
        const manifest = await Array.fromAsync(renderManifest(review, record));
        return { status: 201, text: manifest.join('') };
      });
    },
  });

  app.route({
    method: 'GET',
    url: '/v1/snapshots',
    schema: { tags, summary: 'List snapshots', response: { 200: SnapshotList } },
    handler: async () => ({ snapshots: (await review.store.snapshots.list()).map(toSnapshotManifest) }),
  });
}

function addReadRoutes(app: ApiServer, context: ApiContext): void {
  const review = toReviewContext(context);
  app.route({
    method: 'GET',
    url: '/v1/snapshots/:id',
    schema: {
      tags,
      summary: 'Read a snapshot',
      description:
        'The file: a manifest and the items, sorted by key. It contains no times, and you can import it. With `items=false`: only the manifest, with its time and author.',
      params: SnapshotParams,
      querystring: SnapshotQuery,
      response: {
        200: answerOf('The file, or only the manifest.', z.union([SnapshotFile, SnapshotManifest])),
        ...problemAnswers(404, 422),
      },
    },
    handler: async ({ params, query }, reply) => {
      const record = await getSnapshot(review, params.id);
      const texts = query.items ? renderSnapshot(review, record) : renderManifest(review, record);
      reply.header('content-type', jsonType);
      return sendStream(reply, await openTextStream(texts));
    },
  });

  app.route({
    method: 'GET',
    url: '/v1/snapshots/diff',
    schema: {
      tags,
      summary: 'Compare two snapshots',
      querystring: SnapshotDiffQuery,
      response: { 200: SnapshotDiff, ...problemAnswers(404, 422) },
    },
    handler: async ({ query: { from, to } }, reply) =>
      sendJson(reply, JSON.stringify(await diffSnapshots(review, from, to))),
  });
}
