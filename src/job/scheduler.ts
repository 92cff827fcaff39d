/** One conversation or question of a job. Tasks of one lane share a target. */
export interface Task {
  readonly lane: string;
  run(): Promise<void>;
}

export interface Lanes {
  /** The most tasks at once. */
  readonly concurrency: number;
  /** The most tasks at once in a lane, if its target sets a limit. */
  readonly limitOf?: ((lane: string) => number | undefined) | undefined;
  /** true: no further task starts. */
  readonly isStopping: () => boolean;
}

interface Lane {
  readonly limit: number;
  readonly waiting: Task[];
  active: number;
}

/**
 * Runs tasks as they stream in, up to `concurrency` at once. The next task comes from the lane with the fewest running
 * tasks, so that a slow target cannot block a fast one. Only a few tasks are read ahead. If a task throws, no further
 * task starts, the running ones finish, and then its error is thrown.
 */
export async function runTasks(tasks: AsyncIterable<Task>, lanes: Lanes): Promise<void> {
  await new Scheduler(tasks, lanes).run();
}

const fewWaiting = 6;

class Scheduler {
  readonly #tasks: AsyncIterator<Task>;
  readonly #options: Lanes;
  readonly #lanes = new Map<string, Lane>();
  readonly #mostWaiting: number;
  #active = 0;
  #waiting = 0;
  #isReading = false;
  #isAtEnd = false;
  #failure: { readonly error: unknown } | undefined;
  #done: () => void = () => {};

  constructor(tasks: AsyncIterable<Task>, options: Lanes) {
    this.#tasks = tasks[Symbol.asyncIterator]();
    this.#options = options;
    this.#mostWaiting = Math.max(64, 2 * options.concurrency);
  }

  async run(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#done = resolve;
      this.#next();
    });
    await this.#tasks.return?.();
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  /** Starts tasks, reads ahead, and resolves when nothing is left. */
  #next(): void {
    while (!this.#isOver && this.#active < this.#options.concurrency) {
      const lane = this.#findLane();
      const task = lane?.waiting.shift();
      if (lane === undefined || task === undefined) break;
      this.#waiting -= 1;
      this.#start(task, lane);
    }
    if (this.#isOver || this.#isAtEnd) {
      if (this.#active === 0 && !this.#isReading && (this.#isOver || this.#waiting === 0)) this.#done();
    } else if (!this.#isReading && this.#waiting < this.#wantedWaiting) {
      void this.#read();
    }
  }

  /** Each waiting task keeps its case in memory, so a long queue is kept only if several lanes compete. */
  get #wantedWaiting(): number {
    return this.#lanes.size > 1 ? this.#mostWaiting : fewWaiting;
  }

  get #isOver(): boolean {
    return this.#failure !== undefined || this.#options.isStopping();
  }

  #findLane(): Lane | undefined {
    let best: Lane | undefined;
    for (const lane of this.#lanes.values()) {
      if (lane.waiting.length === 0 || lane.active >= lane.limit) continue;
      if (best === undefined || lane.active < best.active) best = lane;
    }
    return best;
  }

  #start(task: Task, lane: Lane): void {
    lane.active += 1;
    this.#active += 1;
    const end = () => {
      lane.active -= 1;
      this.#active -= 1;
      this.#next();
    };
    task.run().then(end, (error: unknown) => {
      this.#failure ??= { error };
      end();
    });
  }

  async #read(): Promise<void> {
    this.#isReading = true;
    try {
      const { value, done } = await this.#tasks.next();
      if (done === true) this.#isAtEnd = true;
      else this.#queue(value);
    } catch (error) {
      this.#failure ??= { error };
    }
    this.#isReading = false;
    this.#next();
  }

  #queue(task: Task): void {
    const lane = this.#lanes.get(task.lane) ?? this.#openLane(task.lane);
    lane.waiting.push(task);
    this.#waiting += 1;
  }

  #openLane(name: string): Lane {
    const limit = this.#options.limitOf?.(name) ?? this.#options.concurrency;
    const lane: Lane = { limit, waiting: [], active: 0 };
    this.#lanes.set(name, lane);
    return lane;
  }
}
