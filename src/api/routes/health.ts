import { z } from 'zod';
import { Fault } from '../../base/fault.ts';
import type { ApiContext, ApiServer } from '../api-context.ts';

const Health = z.object({ status: z.literal('ok') }).meta({ id: 'Health', examples: [{ status: 'ok' }] });
const tags = ['server'];
const config = { isOpen: true };
const ok = { status: 'ok' } as const;

/** For monitoring. It needs no token. */
export function addHealthRoutes(app: ApiServer, { store, closing }: ApiContext): void {
  app.route({
    method: 'GET',
    url: '/healthz',
    config,
    schema: { tags, summary: 'Liveness check', security: [], response: { 200: Health } },
    handler: async () => ok,
  });

  app.route({
    method: 'GET',
    url: '/readyz',
    config,
    schema: {
      tags,
      summary: 'Readiness check',
      description:
        'Checks that the database can be read and written, and that its file has not been replaced. Returns 503 if not, and while the server is stopping.',
      security: [],
      response: { 200: Health },
    },
    handler: async () => {
      if (closing.aborted) throw new Fault({ code: 'API_NOT_READY', message: 'The server is shutting down.' });
      try {
        await store.curation.check();
      } catch (cause) {
        // Does not pass by itself, and says what to do.
        if (cause instanceof Fault && cause.code === 'STORE_REPLACED') throw cause;
        throw new Fault({ code: 'API_NOT_READY', message: 'The database is unavailable.' }, { cause });
      }
      return ok;
    },
  });
}
