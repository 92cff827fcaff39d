/** A thread that answers requests: what is used of `Worker` of node:worker_threads. */
export interface WorkerThread {
  ref(): void;
  unref(): void;
  postMessage(message: unknown): void;
  on(event: 'message' | 'error' | 'exit', listener: (value: unknown) => void): unknown;
  once(event: 'exit', listener: () => void): unknown;
}

interface WorkerCallsOptions {
  /** Called for the first request, and again after the thread ended. */
  readonly start: () => WorkerThread;
  /** Named in errors, such as "document search". */
  readonly name: string;
}

/**
 * Requests to a thread, each answered by the reply with the same `id`. The thread keeps the process alive only while a
 * reply is awaited. When the thread ends, all waiting requests fail, and the next one starts a new thread.
 */
export class WorkerCalls<Request extends object, Reply extends { readonly id: number }> {
  readonly #options: WorkerCallsOptions;
  readonly #waiting = new Map<number, PromiseWithResolvers<Reply>>();
  #worker: WorkerThread | undefined;
  #lastId = 0;
  #isClosed = false;

  constructor(options: WorkerCallsOptions) {
    this.#options = options;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Whether the next request goes to a thread that was started before. */
  get isRunning(): boolean {
    return this.#worker !== undefined;
  }

  /** `keepsAlive: false`: the process may end before the reply. */
  async call(request: Request, { keepsAlive = true }: { readonly keepsAlive?: boolean } = {}): Promise<Reply> {
    if (this.#isClosed) throw new Error(`The ${this.#options.name} is closed.`);
    const worker = this.#worker ?? this.#start();
    const waiting: PromiseWithResolvers<Reply> = Promise.withResolvers();
    this.#lastId += 1;
    this.#waiting.set(this.#lastId, waiting);
    if (keepsAlive) worker.ref();
    worker.postMessage({ ...request, id: this.#lastId });
    return waiting.promise;
  }

  /** Sends `'close'` to the thread and waits for its end. */
  async close(): Promise<void> {
    const worker = this.#worker;
    this.#isClosed = true;
    if (worker === undefined) return;
    const ended = new Promise((resolve) => worker.once('exit', () => resolve(undefined)));
    worker.ref();
    worker.postMessage('close');
    await ended;
  }

  #start(): WorkerThread {
    const worker = this.#options.start();
    worker.unref();
    // The thread is our own, and typed by the same request and reply.
    worker.on('message', (reply) => this.#settle(reply as Reply));
    worker.on('error', (error) => this.#fail(error));
    worker.on('exit', () => this.#fail(new Error(`The thread of the ${this.#options.name} has ended.`)));
    this.#worker = worker;
    return worker;
  }

  #settle(reply: Reply): void {
    this.#waiting.get(reply.id)?.resolve(reply);
    this.#waiting.delete(reply.id);
    if (this.#waiting.size === 0) this.#worker?.unref();
  }

  #fail(error: unknown): void {
    this.#worker = undefined;
    for (const waiting of this.#waiting.values()) waiting.reject(error);
    this.#waiting.clear();
  }
}
