import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { ApiServer } from '../../src/api/api-context.ts';
import { buildServer } from '../../src/api/server.ts';
import { systemClock } from '../../src/base/clock.ts';
import { openServerParts } from '../../src/wiring/open-server-parts.ts';
import type { DocBlock } from './doc-blocks.ts';
import { cutToShown, withoutChance } from './shown-json.ts';

/** What the pages say about the server: `turnwise serve --documents docs`, with TURNWISE_TOKEN=demo. */
const token = 'demo';
const variables: Readonly<Record<string, string>> = {
  url: 'http://127.0.0.1:4747',
  auth: `Authorization: Bearer ${token}`,
  json: 'Content-Type: application/json',
};

/** The requests of a walk: `sh asks` blocks are sent, `json answer` blocks compared with what came back. */
export class DocRequests {
  #server: ApiServer | undefined;
  #answer = '';

  /** Takes a step. An answer that differs goes to `rewrite`, if there is one, with its shown texts brought up to date. */
  async takeStep(block: DocBlock, here: string, rewrite?: (text: string) => void): Promise<void> {
    const { page, line, tags, text } = block;
    if (tags.includes('asks')) {
      this.#server ??= await openDocServer(here);
      this.#answer = await sendCurl(this.#server, text);
    } else if (tags.includes('answer')) {
      const shown = toComparableJson(text);
      const real = cutToShown(shown, toComparableJson(this.#answer));
      const updated = rewrite === undefined ? text : replaceTexts(text, shown, real);
      if (updated !== text) rewrite?.(updated);
      expect(real, `${page}:${line}`).toEqual(toComparableJson(updated));
    }
  }
}

/** Shown JSON with every text and number that differs from the real answer replaced where it is, so that its layout stays. */
function replaceTexts(text: string, shown: unknown, real: unknown): string {
  if (isList(shown) && isList(real)) {
    return shown.reduce<string>((result, value, index) => replaceTexts(result, value, real[index]), text);
  }
  if (isMapping(shown) && isMapping(real)) {
    return Object.entries(shown).reduce((result, [key, value]) => replaceTexts(result, value, real[key]), text);
  }
  if (shown === real || shown === undefined || typeof real === 'object' || real === undefined) return text;
  // With its edges, so that a number is not found inside another value.
  const value = JSON.stringify(shown).replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return text.replace(new RegExp(`(?<=[:,[]\\s*)${value}(?=\\s*[,}\\]])`), () => JSON.stringify(real));
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function toComparableJson(text: string): unknown {
  return JSON.parse(withoutChance(JSON.stringify(JSON.parse(text))));
}

/** The server of a walk, on the database of its folder. Gone when the test ends. */
async function openDocServer(folder: string): Promise<ApiServer> {
  const documents = join(folder, 'docs');
  const { close, ...parts } = await openServerParts({
    cwd: folder,
    clock: systemClock,
    documents,
    onProblem: () => {},
  });
  const actorOf = () => ({ name: 'ann', role: 'admin' }) as const;
  const server = { ...parts, clock: systemClock, version: '0.0.0', actorOf };
  const app = await buildServer(server, { access: { token }, log: { level: 'warn', write: () => {} } });
  onTestFinished(async () => {
    await app.close();
    await close();
  });
  return app;
}

/** Sends what a `curl` line sends, and gives the body of the answer. */
async function sendCurl(app: ApiServer, command: string): Promise<string> {
  const { method, url, headers, payload } = parseCurl(command);
  const options = { method, url, headers, ...(payload === undefined ? {} : { payload }) };
  return (await app.inject(options)).body;
}

interface CurlRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  url: string;
  readonly headers: Record<string, string>;
  payload?: string;
}

function parseCurl(command: string): CurlRequest {
  const [program, ...words] = splitWords(command);
  if (program !== 'curl') throw new Error(`Only curl commands can be checked, got: ${command}`);
  const request: CurlRequest = { method: 'GET', url: '', headers: {} };
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    if (word === '-s') continue;
    if (word === '-X') request.method = toMethod(words.shift());
    else if (word === '-H') addHeader(request, words.shift() ?? '');
    else if (word === '-d' || word === '--data-binary') request.payload = words.shift() ?? '';
    else if (word.startsWith('-')) throw new Error(`curl ${word} cannot be checked.`);
    else request.url = word;
  }
  if (request.payload !== undefined && request.method === 'GET') request.method = 'POST';
  return request;
}

function toMethod(word: string | undefined): CurlRequest['method'] {
  if (word === 'POST' || word === 'PUT' || word === 'DELETE') return word;
  throw new Error(`curl -X ${word} cannot be checked.`);
}

function addHeader({ headers }: CurlRequest, line: string): void {
  const [name = '', ...rest] = line.split(': ');
  headers[name.toLowerCase()] = rest.join(': ');
}

/** Words of a shell line: bare, in single quotes, or in double quotes with variables. */
function splitWords(line: string): string[] {
  const pieces = line.replaceAll('\\\n', ' ').matchAll(/'([^']*)'|"((?:\\.|[^"\\])*)"|(\S+)/g);
  return [...pieces].map(([, plain, quoted, bare = '']) => {
    if (plain !== undefined) return plain;
    return (quoted?.replaceAll(/\\(.)/g, '$1') ?? bare).replaceAll(/\$(\w+)/g, (all, name) => variables[name] ?? all);
  });
}
