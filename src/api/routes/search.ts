import { Fault } from '../../base/fault.ts';
import { DocumentAnswer, DocumentQuery, SearchAnswer, SearchQuery } from '../../contract/workspace.ts';
import type { ApiContext, ApiServer } from '../api-context.ts';
import { problemAnswers } from '../curation/described-answers.ts';

/** Search of the documents that curators cite. */
export function addSearchRoutes(app: ApiServer, { documents, closing }: ApiContext): void {
  app.route({
    method: 'GET',
    url: '/v1/search',
    schema: {
      tags: ['workspace'],
      summary: 'Search documents',
      description: 'Finds passages to cite as references. Start the server with `turnwise serve --documents <folder>`.',
      querystring: SearchQuery,
      response: { 200: SearchAnswer, ...problemAnswers(422) },
    },
    handler: async ({ query: { q, top } }) => ({
      results: documents === undefined ? [] : [...(await documents.search(q, { top, signal: closing }))],
    }),
  });
  app.route({
    method: 'GET',
    url: '/v1/documents',
    schema: {
      tags: ['workspace'],
      summary: 'Read a document',
      description: 'Plain text, to pick a passage from. Very long documents are cut.',
      querystring: DocumentQuery,
      response: { 200: DocumentAnswer, ...problemAnswers(404, 422) },
    },
    handler: async ({ query: { url } }) => {
      const document = await documents?.find(url, { signal: closing });
      if (document === undefined) throw toUnknown(url, documents !== undefined);
      return document;
    },
  });
}

function toUnknown(url: string, hasDocuments: boolean): Fault {
  const message = `Unknown document "${url.slice(0, 200)}".`;
  const hint = hasDocuments
    ? 'It may have moved. Search for it again.'
    : 'The server has no documents. Restart it with `turnwise serve --documents <folder>`.';
  return new Fault({ code: 'DOCUMENT_UNKNOWN', message, hint, path: 'url' });
}
