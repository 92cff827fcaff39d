import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import { type Clock, systemClock } from '../../base/clock.ts';
import { Fault, type Problem } from '../../base/fault.ts';
import type { Source, SourceResult, WholeDocument } from '../port.ts';
import type { FolderAnswer, FolderPlace, FolderQuestion, FolderReply, FolderRequest } from './folder-worker.ts';
import { findOwnAddress } from './own-address.ts';

export interface FolderSourceOptions {
  readonly folder: string;
  /** Where the folder is published: the address of a document is this and its path. Default: the path alone. */
  readonly baseUrl?: string;
  readonly clock?: Clock;
  /** Told of documents that cannot be searched, and why. */
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
export function openFolderSource(options: FolderSourceOptions): Source {
  const { folder, baseUrl } = options;
  checkFolder(folder);
  if (baseUrl !== undefined && findOwnAddress(baseUrl) === undefined) {
    const message = `"${baseUrl}" is not a valid base address for documents.`;
    throw new Fault({ code: 'CONFIG_BAD_VALUE', message, hint: 'Use an http or https address.' });
  }
  return new FolderSource(options);
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

type Waiting = PromiseWithResolvers<FolderAnswer>;

class FolderSource implements Source {
  readonly #place: FolderPlace;
  readonly #clock: Clock;
  readonly #onProblem: (problem: Problem) => void;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #checkAt = 0;
  #lastId = 0;
  #isClosed = false;

  constructor({ folder, baseUrl, clock = systemClock, onProblem = () => {} }: FolderSourceOptions) {
    this.#place = { folder: resolve(folder), ...(baseUrl === undefined ? {} : { baseUrl }) };
    this.#clock = clock;
    this.#onProblem = onProblem;
    // Whoever searches is told what is wrong; before that, nobody asked.
    this.#ask().catch(() => {});
  }

  async search(
    query: string,
    { top, signal }: { readonly top: number; readonly signal?: AbortSignal },
  ): Promise<readonly SourceResult[]> {
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
    const worker = this.#worker;
    this.#isClosed = true;
    if (worker === undefined) return;
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    worker.ref();
    worker.postMessage('close');
    await ended;
  }

  async #ask(question?: FolderQuestion): Promise<FolderAnswer> {
    if (this.#isClosed) throw new Error('The source is closed.');
    const worker = this.#worker ?? this.#start();
    const isStale = this.#clock.elapsed() >= this.#checkAt;
    if (isStale) this.#checkAt = this.#clock.elapsed() + checkMs;
    const waiting: Waiting = Promise.withResolvers();
    this.#lastId += 1;
    this.#waiting.set(this.#lastId, waiting);
    // Only while somebody waits for an answer does the thread keep the process alive.
    if (question !== undefined) worker.ref();
    const request: FolderRequest = { id: this.#lastId, isStale, ...(question === undefined ? {} : { question }) };
    worker.postMessage(request);
    return waiting.promise;
  }

  /** A new thread knows nothing yet, so its first answer has to read the folder. */
  #start(): Worker {
    const worker = new Worker(workerFile, { workerData: this.#place });
    worker.unref();
    worker.on('message', (reply: FolderReply) => this.#settle(reply));
    worker.on('error', (error) => this.#fail(error));
    worker.on('exit', () => this.#fail(new Error('The thread that searches the documents has ended.')));
    this.#worker = worker;
    this.#checkAt = this.#clock.elapsed();
    return worker;
  }

  #settle(reply: FolderReply): void {
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    if (this.#waiting.size === 0) this.#worker?.unref();
    if ('error' in reply) {
      waiting?.reject(new Error(reply.error));
      return;
    }
    for (const problem of reply.problems) this.#onProblem(problem);
    waiting?.resolve(reply.answer);
  }

  /** Whoever waits is told; the next search starts a new thread. */
  #fail(error: unknown): void {
    this.#worker = undefined;
    for (const waiting of this.#waiting.values()) waiting.reject(error);
    this.#waiting.clear();
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
