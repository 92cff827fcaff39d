import { Fault } from '../../base/fault.ts';
import { DocumentAnswer, DocumentQuery, SearchAnswer, SearchQuery } from '../../contract/workspace.ts';
import type { ApiContext, ApiServer } from '../api-context.ts';
import { problemAnswers } from '../curation/described-answers.ts';

/** Search of the documents that curators cite. */
export function addSearchRoutes(app: ApiServer, { source, closing }: ApiContext): void {
  app.route({
    method: 'GET',
    url: '/v1/search',
    schema: {
      tags: ['workspace'],
      summary: 'Search reference documents',
      description: 'Passages to cite as refs. `turnwise serve --docs <folder>` names the documents.',
      querystring: SearchQuery,
      response: { 200: SearchAnswer, ...problemAnswers(422) },
    },
    handler: async ({ query: { q, top } }) => ({
      results: source === undefined ? [] : [...(await source.search(q, { top, signal: closing }))],
    }),
  });
  app.route({
    method: 'GET',
    url: '/v1/documents',
    schema: {
      tags: ['workspace'],
      summary: 'Read a reference document',
      description: 'As plain text, to pick a passage from. A very long one is cut.',
      querystring: DocumentQuery,
      response: { 200: DocumentAnswer, ...problemAnswers(404, 422) },
    },
    handler: async ({ query: { url } }) => {
      const document = await source?.find(url, { signal: closing });
      if (document === undefined) throw toUnknown(url, source !== undefined);
      return document;
    },
  });
}

function toUnknown(url: string, hasSource: boolean): Fault {
  const message = `There is no document "${url.slice(0, 200)}" here.`;
  const hint = hasSource
    ? 'Search for it again: it may have moved.'
    : 'The server has no documents; `turnwise serve --docs <folder>` names them.';
  return new Fault({ code: 'DOCUMENT_UNKNOWN', message, hint, path: 'url' });
}
