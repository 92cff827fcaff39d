/** One conversation to play. Jobs of one lane share a target. */
export interface Job {
  readonly lane: string;
  run(): Promise<void>;
}

export interface Lanes {
  /** Most jobs at once. */
  readonly concurrency: number;
  /** Most jobs at once in a lane, where the target says so. */
  readonly limitOf?: (lane: string) => number | undefined;
  /** True: no job is begun any more. */
  readonly isStopping: () => boolean;
}

interface Lane {
  readonly limit: number;
  readonly waiting: Job[];
  active: number;
}

/**
 * Runs jobs as they stream in, so many at once. A free place goes to the lane with the fewest jobs at work, so a slow
 * target cannot keep a fast one waiting; only a few jobs are read ahead. The first job that throws ends everything:
 * those at work finish, then its error is thrown.
 */
export async function runJobs(jobs: AsyncIterable<Job>, lanes: Lanes): Promise<void> {
  await new Scheduler(jobs, lanes).run();
}

const fewWaiting = 6;

class Scheduler {
  readonly #jobs: AsyncIterator<Job>;
  readonly #options: Lanes;
  readonly #lanes = new Map<string, Lane>();
  readonly #mostWaiting: number;
  #active = 0;
  #waiting = 0;
  #isReading = false;
  #isAtEnd = false;
  #failure: { readonly error: unknown } | undefined;
  #done: () => void = () => {};

  constructor(jobs: AsyncIterable<Job>, options: Lanes) {
    this.#jobs = jobs[Symbol.asyncIterator]();
    this.#options = options;
    this.#mostWaiting = Math.max(64, 2 * options.concurrency);
  }

  async run(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#done = resolve;
      this.#next();
    });
    await this.#jobs.return?.();
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  /** Fills free places, reads on, and tells when nothing is left. */
  #next(): void {
    while (!this.#isOver && this.#active < this.#options.concurrency) {
      const lane = this.#findLane();
      const job = lane?.waiting.shift();
      if (lane === undefined || job === undefined) break;
      this.#waiting -= 1;
      this.#start(job, lane);
    }
    if (this.#isOver || this.#isAtEnd) {
      if (this.#active === 0 && !this.#isReading && (this.#isOver || this.#waiting === 0)) this.#done();
    } else if (!this.#isReading && this.#waiting < this.#wantedWaiting) {
      void this.#read();
    }
  }

  /** Every job that waits holds its case in memory. Only where there are several lanes is there a choice among many. */
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

  #start(job: Job, lane: Lane): void {
    lane.active += 1;
    this.#active += 1;
    const end = () => {
      lane.active -= 1;
      this.#active -= 1;
      this.#next();
    };
    job.run().then(end, (error: unknown) => {
      this.#failure ??= { error };
      end();
    });
  }

  async #read(): Promise<void> {
    this.#isReading = true;
    try {
      const { value, done } = await this.#jobs.next();
      if (done === true) this.#isAtEnd = true;
      else this.#queue(value);
    } catch (error) {
      this.#failure ??= { error };
    }
    this.#isReading = false;
    this.#next();
  }

  #queue(job: Job): void {
    const lane = this.#lanes.get(job.lane) ?? this.#openLane(job.lane);
    lane.waiting.push(job);
    this.#waiting += 1;
  }

  #openLane(name: string): Lane {
    const limit = this.#options.limitOf?.(name) ?? this.#options.concurrency;
    const lane: Lane = { limit, waiting: [], active: 0 };
    this.#lanes.set(name, lane);
    return lane;
  }
}
