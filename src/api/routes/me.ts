import { MeAnswer } from '../../contract/workspace.ts';
import type { ApiContext, ApiServer } from '../api-context.ts';

/** Who the server takes the caller for. */
export function addMeRoutes(app: ApiServer, { actorOf }: ApiContext): void {
  app.route({
    method: 'GET',
    url: '/v1/me',
    schema: { tags: ['workspace'], summary: 'Read the current user', response: { 200: MeAnswer } },
    handler: async (request) => {
      const { name, role } = actorOf(request);
      return { name, role };
    },
  });
}
