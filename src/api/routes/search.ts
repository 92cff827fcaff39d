import { SearchAnswer, SearchQuery } from '../../contract/workspace.ts';
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
}
