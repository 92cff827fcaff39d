import { StatsAnswer } from '../../contract/workspace.ts';
import type { ApiContext, ApiServer } from '../api-context.ts';

/** Counts for a first look. */
export function addStatsRoutes(app: ApiServer, { store: { curation } }: ApiContext): void {
  app.route({
    method: 'GET',
    url: '/v1/stats',
    schema: { tags: ['workspace'], summary: 'Count items and labels', response: { 200: StatsAnswer } },
    handler: async () => curation.stats(),
  });
}
