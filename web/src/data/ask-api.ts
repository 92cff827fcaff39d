import type { z } from 'zod';
import { ProblemAnswer } from '../../../src/contract/problem.ts';
import { ApiFault, UnreachableFault } from './api-fault.ts';
import { serverState } from './server-state.ts';
import { sessionHeaders } from './session.ts';

export interface Ask<Schema extends z.ZodType> {
  /** The schema of the answer. */
  readonly schema: Schema;
  readonly path: string;
  readonly method?: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** A server that hangs is one that is away: what was sent is kept, and sent again. */
const longestMs = 60_000;

/** One API call. Throws `ApiFault` if the server refuses, and `UnreachableFault` if it does not answer. */
export async function askApi<Schema extends z.ZodType>(ask: Ask<Schema>): Promise<z.output<Schema>> {
  const response = await send(ask);
  const text = await readText(response);
  if (!response.ok) throw toFault(response, text);
  return ask.schema.parse(JSON.parse(text));
}

async function send({ path, method = 'GET', body, headers, signal }: Ask<z.ZodType>): Promise<Response> {
  const init: RequestInit = {
    method,
    headers: { ...sessionHeaders(), ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.any([AbortSignal.timeout(longestMs), ...(signal === undefined ? [] : [signal])]),
  };
  try {
    const response = await fetch(path, init);
    serverState.set(response.status === 401 ? 'signed-out' : 'fine');
    return response;
  } catch (error) {
    throw toUnreachable(error);
  }
}

async function readText(response: Response): Promise<string> {
  try {
    return await response.text();
  } catch (error) {
    throw toUnreachable(error);
  }
}

/** What a call met that got no answer, or not the whole of it. */
export function toUnreachable(error: unknown): unknown {
  if (error instanceof DOMException && error.name === 'AbortError') return error;
  serverState.set('unreachable');
  return new UnreachableFault(error);
}

/** The refusal of a request, even if a proxy in between refused it. */
export function toFault({ status, statusText }: Pick<Response, 'status' | 'statusText'>, text: string): ApiFault {
  const parsed = ProblemAnswer.safeParse(parseJson(text));
  if (parsed.success) return new ApiFault(parsed.data);
  const detail = `The server returned ${status} ${statusText}.`.replace(' .', '.');
  return new ApiFault({ type: 'about:blank', title: statusText, status, code: 'API_UNREADABLE', detail });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** How long the browser may take to write the file before its content is freed. */
const keptMs = 60_000;

/** Downloads a file under a name. A plain link could not send the session header. */
export async function download(path: string, name: string): Promise<void> {
  const content = URL.createObjectURL(await load(path));
  const link = document.createElement('a');
  link.href = content;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(content), keptMs);
}

async function load(path: string): Promise<Blob> {
  const response = await fetch(path, { headers: sessionHeaders() }).catch((error: unknown) => {
    throw toUnreachable(error);
  });
  serverState.set(response.status === 401 ? 'signed-out' : 'fine');
  if (!response.ok) throw toFault(response, await response.text().catch(() => ''));
  return response.blob().catch((error: unknown) => {
    throw toUnreachable(error);
  });
}
