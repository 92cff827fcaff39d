import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import { type Clock, systemClock } from '../../base/clock.ts';
import { definedOnly } from '../../base/defined-only.ts';
import { Fault, type Problem } from '../../base/fault.ts';
import { WorkerCalls } from '../../base/worker-calls.ts';
import type { DocumentHit, DocumentSearch, WholeDocument } from '../port.ts';
import type { FolderAnswer, FolderPlace, FolderQuestion, FolderReply, FolderRequest } from './folder-worker.ts';
import { findOwnAddress } from './own-address.ts';

interface FolderSearchOptions {
  readonly folder: string;
  /** Where the folder is published: the address of a document is this and its path. Default: the path alone. */
  readonly baseUrl?: string;
  readonly clock?: Clock;
  /** Called for each document that cannot be searched, with the reason. */
  readonly onProblem?: (problem: Problem) => void;
}

const checkMs = 3_000;
const mostResults = 100;

const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
const workerFile = new URL(`./folder-worker.${extension}`, import.meta.url);

/**
 * Search of a folder of Markdown, HTML and text. It is read and searched in a thread of its own, beginning now; files
 * that change are noticed by the searches of a few seconds later. Throws a Fault when there is no such folder.
 */
export function openFolderSearch(options: FolderSearchOptions): DocumentSearch {
  const { folder, baseUrl } = options;
  checkFolder(folder);
  if (baseUrl !== undefined && findOwnAddress(baseUrl) === undefined) {
    const message = `"${baseUrl}" is not a valid base address for documents.`;
    throw new Fault({ code: 'CONFIG_BAD_VALUE', message, hint: 'Use an http or https address.' });
  }
  return new FolderSearch(options);
}

function checkFolder(folder: string): void {
  const stats = statSync(folder, { throwIfNoEntry: false });
  if (stats === undefined) {
    throw new Fault({ code: 'FILE_MISSING', message: `There is no folder "${folder}".`, file: folder });
  }
  if (stats.isDirectory()) return;
  const message = `"${folder}" is not a folder.`;
  throw new Fault({ code: 'FILE_NONE_FOUND', message, hint: 'Use the folder that contains it.', file: folder });
}

class FolderSearch implements DocumentSearch {
  readonly #clock: Clock;
  readonly #onProblem: (problem: Problem) => void;
  readonly #calls: WorkerCalls<Omit<FolderRequest, 'id'>, FolderReply>;
  #checkAt = 0;

  constructor({ folder, baseUrl, clock = systemClock, onProblem = () => {} }: FolderSearchOptions) {
    const workerData: FolderPlace = { folder: resolve(folder), ...definedOnly({ baseUrl }) };
    this.#clock = clock;
    this.#onProblem = onProblem;
    this.#calls = new WorkerCalls({
      name: 'document search',
      start: () => new Worker(workerFile, { workerData }),
    });
    // A search reports what is wrong. This first reading has no caller.
    this.#ask().catch(() => {});
  }

  async search(
    query: string,
    { top, signal }: { readonly top: number; readonly signal?: AbortSignal },
  ): Promise<readonly DocumentHit[]> {
    signal?.throwIfAborted();
    const most = Math.min(mostResults, Math.max(0, Math.trunc(top) || 0));
    const { results = [] } = await orAborted(this.#ask({ kind: 'search', query, top: most }), signal);
    return results;
  }

  async find(url: string, { signal }: { readonly signal?: AbortSignal } = {}): Promise<WholeDocument | undefined> {
    signal?.throwIfAborted();
    const { document } = await orAborted(this.#ask({ kind: 'find', url }), signal);
    return document;
  }

  async close(): Promise<void> {
    await this.#calls.close();
  }

  async #ask(question?: FolderQuestion): Promise<FolderAnswer> {
    // A new thread knows nothing, so its first answer has to read the folder.
    const isStale = !this.#calls.isRunning || this.#clock.elapsed() >= this.#checkAt;
    if (isStale) this.#checkAt = this.#clock.elapsed() + checkMs;
    const reply = await this.#calls.call(
      { isStale, ...definedOnly({ question }) },
      { keepsAlive: question !== undefined },
    );
    if ('error' in reply) throw new Error(reply.error);
    for (const problem of reply.problems) this.#onProblem(problem);
    return reply.answer;
  }
}

function orAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
