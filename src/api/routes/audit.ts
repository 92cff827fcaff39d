import { definedOnly } from '../../base/defined-only.ts';
import { AuditPage, AuditQuery } from '../../contract/workspace.ts';
import type { ApiContext, ApiServer } from '../api-context.ts';
import { problemAnswers } from '../curation/described-answers.ts';

/** Who did what, and when. */
export function addAuditRoutes(app: ApiServer, { store: { curation } }: ApiContext): void {
  app.route({
    method: 'GET',
    url: '/v1/audit',
    schema: {
      tags: ['workspace'],
      summary: 'Read the audit log',
      description: 'All changes in order, for the whole workspace or one item. With `newest`, the newest comes first.',
      querystring: AuditQuery,
      response: { 200: AuditPage, ...problemAnswers(422) },
    },
    handler: async ({ query: { dataset, item, after, before, newest = false, limit } }) => {
      const order = newest ? { newestFirst: definedOnly({ before }) } : {};
      const page = { limit, ...definedOnly({ after }), ...order };
      const events = await curation.audit.list(definedOnly({ dataset, item }), page);
      const next = events.length < limit ? null : (events.at(-1)?.sequence ?? null);
      return { events: [...events], ...(newest ? { after: null, before: next } : { after: next }) };
    },
  });
}
