import { isNestedDeep } from '../base/json-value.ts';
import { isPlainObject } from '../base/plain-object.ts';

/** What the body of an error says, whichever provider wrote it. */
export interface ErrorBody {
  readonly text: string;
  /** Whether it says that it is an error: it has an `error`. */
  readonly isError: boolean;
  /** A status in the body: OpenRouter and Google repeat it as `code`. */
  readonly status?: number;
  /** Every code, type and status in the body, in lower case. */
  readonly codes: readonly string[];
  /** For people; empty when there is none. */
  readonly message: string;
}

/**
 * Reads the forms there are: `{error: {code, type, status, message}}` (OpenAI, Azure with `innererror`, Google with
 * `details[].reason`, Anthropic), `{error: "text"}` (Ollama) and `{code, message}` (vLLM).
 */
export function toErrorBody(body: unknown): ErrorBody {
  const text = typeof body === 'string' ? body : toJson(body);
  const data = toData(body);
  const top = Array.isArray(data) ? data[0] : data;
  const inner = isPlainObject(top) ? top.error : undefined;
  const error = inner ?? top;
  const isError = inner !== undefined && inner !== null;
  if (!isPlainObject(error)) return { text, isError, codes: [], message: isError ? toMessage(error) : '' };
  return { text, isError, ...toStatus(error.code), codes: listCodes(error), message: toMessage(error.message) };
}

/** A body as data, whether or not it was parsed already; undefined when it is not JSON. */
export function toData(body: unknown): unknown {
  return typeof body === 'string' ? parseOrNothing(body) : body;
}

function toJson(body: unknown): string {
  return isNestedDeep(body) ? '' : (JSON.stringify(body) ?? '');
}

function toStatus(code: unknown): Pick<ErrorBody, 'status'> {
  return typeof code === 'number' && code >= 400 && code < 600 ? { status: code } : {};
}

function toMessage(message: unknown): string {
  return typeof message === 'string' ? message : '';
}

function listCodes(error: Record<string, unknown>): readonly string[] {
  const details = Array.isArray(error.details) ? error.details.filter(isPlainObject) : [];
  const inner = isPlainObject(error.innererror) ? [error.innererror] : [];
  const found = [error, ...inner, ...details].flatMap((part) => [part.code, part.type, part.status, part.reason]);
  return found.filter((code) => typeof code === 'string').map((code) => code.toLowerCase());
}

function parseOrNothing(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
