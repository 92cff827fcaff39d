import { definedOnly } from '../../base/defined-only.ts';
import { quoteValue } from '../../base/explain-issue.ts';
import { Fault, type Problem, toError } from '../../base/fault.ts';
import { isPlainObject } from '../../base/plain-object.ts';
import { parseJson } from '../../files/syntax/parse-json.ts';
import type { Incoming } from '../../review/import-report.ts';
import { type BodyLine, readBodyLines } from './body-lines.ts';

/** The longest line of NDJSON that is read. */
export const lineLimitBytes = 16 * 1024 * 1024;

/** The items of a JSON body: a list, one item, or a snapshot, which has them under `items`. */
export async function* listIncoming(body: unknown): AsyncGenerator<Incoming> {
  const list = toList(body);
  if (list.length > mostListed) throw toTooMany(list.length);
  for (const [index, value] of list.entries()) yield { index, value };
}

/** The most items of a JSON body: all of them are in memory. */
const mostListed = 100_000;

function toTooMany(count: number): Fault {
  const message = `Expected at most ${mostListed.toLocaleString('en')} items in a list, got ${count.toLocaleString('en')}.`;
  return new Fault({ code: 'API_TOO_BIG', message, hint: 'Send NDJSON with one item per line. It is streamed.' });
}

function toList(body: unknown): readonly unknown[] {
  if (Array.isArray(body)) return body;
  if (!isPlainObject(body)) {
    const message = `Expected a list of items, got ${body === undefined ? 'no body' : quoteValue(body)}.`;
    throw new Fault({ code: 'API_BAD_VALUE', message, hint: 'Send [{…}, {…}], or NDJSON with one item per line.' });
  }
  const isItem = body.items === undefined || body.history !== undefined || body.messages !== undefined;
  if (isItem) return [body];
  if (Array.isArray(body.items)) return body.items;
  const message = `Expected a list of items, got ${quoteValue(body.items)}.`;
  throw new Fault({ code: 'API_BAD_VALUE', message, path: 'items' });
}

/** The items of a body of NDJSON, one per line. A line that cannot be read is one problem. The others are still read. */
export async function* readIncoming(
  body: AsyncIterable<Buffer>,
  limitBytes: number = lineLimitBytes,
): AsyncGenerator<Incoming> {
  for await (const lines of readBodyLines(body, limitBytes)) {
    for (const line of lines) yield toIncoming(line, limitBytes);
  }
}

function toIncoming(read: BodyLine, limitBytes: number): Incoming {
  const { line, text } = read;
  if (text === undefined) return { index: line, problem: toTrouble(read, limitBytes) };
  const { data, problems } = parseJson({ text, file: '', reading: 'NDJSON', firstLine: line });
  if (data !== undefined) return { index: line, value: data.value };
  return { index: line, problem: read.isLast === true ? toCutOff(line) : toLineProblem(problems, line) };
}

function toTrouble({ line, trouble }: BodyLine, limitBytes: number): Problem {
  if (trouble === 'cut-off') return toCutOff(line);
  if (trouble === 'not-utf8') {
    return toError({ code: 'API_BAD_REQUEST', message: `Line ${line} is not valid UTF-8 text.` });
  }
  const limit = Math.round(limitBytes / 1024 / 1024);
  return toError({
    code: 'API_TOO_BIG',
    message: `Line ${line} is over ${limit} MB.`,
    hint: 'Write one item per line.',
  });
}

function toCutOff(line: number): Problem {
  return toError({
    code: 'IMPORT_CUT_OFF',
    message: `The body ends in the middle of line ${line}.`,
    hint: 'Complete lines were imported, unless the import was atomic. Send the rest again.',
  });
}

function toLineProblem([problem]: readonly Problem[], line: number): Problem {
  if (problem === undefined) throw new Error('A line that is not JSON has a problem.');
  const { code, message, hint, column = 1 } = problem;
  const told = `Line ${line}, column ${column}: ${message}`;
  return toError({ code, message: told, ...definedOnly({ hint }) });
}
