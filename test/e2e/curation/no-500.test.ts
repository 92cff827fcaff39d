import { expect, it } from 'vitest';
import { ApiClient } from '../../support/api-client.ts';
import { startServer } from '../../support/local-server.ts';

// The whole suite talks through this client; that it cannot overlook a 500 is what makes the suite see none.
it.each([
  ['a 500, even one that is a problem', 500, 'application/problem+json'],
  ['an error that is not a problem', 422, 'application/json'],
])('fails a test that is answered with %s', async (_name, status, type) => {
  const problem = { type: '/', title: 't', status, code: 'C', detail: 'd' };
  const { url } = await startServer((response) => {
    response.writeHead(status, { 'content-type': type }).end(JSON.stringify(problem));
  });
  await expect(new ApiClient(url, {}).get('/v1/me')).rejects.toThrow(String(status));
});

it('lets a test see an error that is a problem', async () => {
  const problem = { type: '/', title: 't', status: 422, code: 'C', detail: 'd' };
  const { url } = await startServer((response) => {
    response.writeHead(422, { 'content-type': 'application/problem+json' }).end(JSON.stringify(problem));
  });
  expect(await new ApiClient(url, {}).get('/v1/me')).toMatchObject({ status: 422, problem });
});
