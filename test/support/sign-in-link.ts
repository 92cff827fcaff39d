import { type ApiClient, toBody } from './api-client.ts';

/** An address of the server that signs a browser in, once, and leads it to `path`. */
export async function makeSignInLink(api: ApiClient, path = '/'): Promise<string> {
  const { link } = toBody<{ readonly link: string }>(await api.post('/v1/sign-in-links'));
  const { origin, search } = new URL(link);
  return `${origin}${path}${path.includes('?') ? `&${search.slice(1)}` : search}`;
}
