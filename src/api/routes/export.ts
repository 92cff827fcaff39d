import { toItemFilter } from '../../contract/item-query.ts';
import { ExportQuery } from '../../contract/snapshot.ts';
import type { ApiContext, ApiServer } from '../api-context.ts';
import { problemAnswers, textAnswer } from '../curation/described-answers.ts';
import { exportLines } from '../curation/export-lines.ts';
import { toReviewContext } from '../curation/review-context.ts';
import { openTextStream, sendStream } from '../curation/text-stream.ts';

const lineType = 'application/x-ndjson';

/** Taking items out. */
export function addExportRoutes(app: ApiServer, context: ApiContext): void {
  const review = toReviewContext(context);
  app.route({
    method: 'GET',
    url: '/v1/export',
    schema: {
      tags: ['snapshots'],
      summary: 'Export items',
      description:
        "NDJSON with one item per line, sorted by dataset and ID. The filters are the same as for the list. You can import the `items` format again without loss, and exporting it again gives the same bytes. Chat formats leave out what they can't represent. `turnwise export` reports what is lost.",
      querystring: ExportQuery,
      response: { 200: textAnswer(lineType, 'The items, one JSON object per line.'), ...problemAnswers(422) },
    },
    handler: async ({ query }, reply) => {
      const { format, withAudit = false } = query;
      const lines = exportLines(review, toItemFilter(query), { format, withAudit });
      reply.header('content-type', lineType);
      return sendStream(reply, await openTextStream(lines));
    },
  });
}
