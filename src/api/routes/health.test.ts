import { expect, it, onTestFinished } from 'vitest';
import { startTestServer } from '../../../test/support/api-server.ts';
import { Fault } from '../../base/fault.ts';
import { addHealthRoutes } from './health.ts';

async function start(check: () => Promise<void>) {
  // Nothing else of the store is used here.
  const parts = { store: { curation: { check } } as never };
  const server = await startTestServer({ parts, routes: [addHealthRoutes] });
  onTestFinished(() => server.close());
  return async (path: string) => {
    const answer = await fetch(`${server.url}${path}`);
    const body: unknown = await answer.json();
    return { status: answer.status, body };
  };
}

it('is alive and ready while the database can be used, and needs no token to say so', async () => {
  const ask = await start(async () => {});
  const good = { status: 200, body: { status: 'ok' } };
  expect([await ask('/healthz'), await ask('/readyz')]).toEqual([good, good]);
});

it('is alive and not ready while it cannot', async () => {
  const ask = await start(async () => {
    throw new Fault({ code: 'STORE_LOCKED', message: 'Locked.' });
  });
  expect(await ask('/healthz')).toMatchObject({ status: 200 });
  expect(await ask('/readyz')).toMatchObject({ status: 503, body: { code: 'API_NOT_READY' } });
});
