import type { WireItem, WireProblem } from './api-client-shapes.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The JSON of the answer; undefined when it has none. */
  readonly body: unknown;
  /** Strong ETag with its quotes, or blank. */
  readonly etag: string;
  /** The body as an item. What it does not have is undefined, and the expectation on it fails. */
  readonly item: WireItem;
  readonly problem: WireProblem;
}

export interface Call {
  readonly body?: unknown;
  /** Sent as it is, instead of JSON of `body`. */
  readonly raw?: string | Uint8Array<ArrayBuffer>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly ifMatch?: string;
  readonly signal?: AbortSignal;
}

/**
 * A caller of the API over a real socket. Whatever fails has to come back as problem+json, and nothing as a 500: it
 * is checked here, so that no test of the suite can see one and pass.
 */
export class ApiClient {
  readonly #headers: Readonly<Record<string, string>>;
  readonly url: string;

  constructor(url: string, headers: Readonly<Record<string, string>>) {
    this.url = url;
    this.#headers = headers;
  }

  async send(method: string, path: string, { body, raw, headers, ifMatch, signal }: Call = {}): Promise<Answer> {
    const content = raw ?? (body === undefined ? null : JSON.stringify(body));
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: {
        ...this.#headers,
        ...(content === null ? {} : { 'content-type': 'application/json' }),
        ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
        ...headers,
      },
      body: content,
      redirect: 'manual',
      ...(signal === undefined ? {} : { signal }),
    });
    const answer = await readAnswer(response);
    checkAnswer(answer, `${method} ${path}`);
    return answer;
  }

  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Answer> {
    return this.send('GET', path, headers === undefined ? {} : { headers });
  }

  post(path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer> {
    return this.send('POST', path, { body, ...(headers === undefined ? {} : { headers }) });
  }

  put(path: string, body: unknown, ifMatch?: string): Promise<Answer> {
    return this.send('PUT', path, { body, ...(ifMatch === undefined ? {} : { ifMatch }) });
  }

  delete(path: string, ifMatch?: string): Promise<Answer> {
    return this.send('DELETE', path, ifMatch === undefined ? {} : { ifMatch });
  }

  /** Imports; `query` such as `mode=upsert&atomic`. */
  import(items: unknown, query = '', headers?: Readonly<Record<string, string>>): Promise<Answer> {
    return this.post(`/v1/ground-truths${query === '' ? '' : `?${query}`}`, items, headers);
  }

  importLines(lines: string, query = '', headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    const path = `/v1/ground-truths${query === '' ? '' : `?${query}`}`;
    return this.send('POST', path, { raw: lines, headers: { 'content-type': 'application/x-ndjson', ...headers } });
  }
}

/** The body as this shape. What it does not have is undefined, and the expectation on it fails. */
export function toBody<Body>({ body }: Pick<Answer, 'body'>): Body {
  // A test says by its expectations what the body has to hold; this only lets it write them down.
  return body as Body;
}

async function readAnswer(response: Response): Promise<Answer> {
  const { status, headers } = response;
  const text = await response.text();
  const body = parseBody(text, headers);
  return {
    status,
    headers,
    text,
    body,
    etag: headers.get('etag') ?? '',
    item: toBody<WireItem>({ body: body ?? {} }),
    problem: toBody<WireProblem>({ body: body ?? {} }),
  };
}

function parseBody(text: string, headers: Headers): unknown {
  return /^application\/(?:problem\+)?json\b/.test(headers.get('content-type') ?? '') && text !== ''
    ? JSON.parse(text)
    : undefined;
}

function checkAnswer(answer: Answer, asked: string): void {
  const { status, headers, text, problem } = answer;
  if (status === 500) throw new Error(`${asked} answered 500: ${text.slice(0, 500)}`);
  if (status < 400) return;
  const isProblem = headers.get('content-type')?.startsWith('application/problem+json') === true;
  const isWhole = [problem.type, problem.title, problem.code, problem.detail].every((part) => typeof part === 'string');
  if (!isProblem || !isWhole || problem.status !== status) {
    throw new Error(`${asked} answered ${status}, and not with a problem: ${text.slice(0, 500)}`);
  }
}

/** An address of the server that signs a browser in, once, and leads it to `path`. */
export async function makeSignInLink(api: ApiClient, path = '/'): Promise<string> {
  const { link } = toBody<{ readonly link: string }>(await api.post('/v1/sign-in-links'));
  const { origin, search } = new URL(link);
  return `${origin}${path}${path.includes('?') ? `&${search.slice(1)}` : search}`;
}
