import type { ImportChoices, ImportOptions, ImportReport } from '../../data/imports.ts';
import { canImport, countAll, findReport, firstChoices, type ImportJob, type JobState } from './import-job.ts';

export interface DeskParts {
  readonly importFile: (file: File, options: ImportOptions) => Promise<ImportReport>;
  /** Runs a function later. Returns a function that cancels it. */
  readonly later: (run: () => void) => () => void;
  /** Called when an import has ended. `isWatched`: its file is on screen. */
  readonly onImported: (job: ImportJob, report: ImportReport, isWatched: boolean) => void;
}

export interface DeskView {
  readonly jobs: readonly ImportJob[];
  readonly current: ImportJob | undefined;
}

/**
 * The files being imported, one at a time. It outlives the page, so that an import continues while you look at
 * something else. Every file is previewed (a dry run) before it can be imported, and again when the options change.
 */
export class ImportDesk {
  readonly #parts: DeskParts;
  readonly #listeners = new Set<() => void>();
  #view: DeskView = { jobs: [], current: undefined };
  #lastId = 0;
  #work: { readonly id: number; readonly stop: AbortController } | undefined;
  #cancel: (() => void) | undefined;

  constructor(parts: DeskParts) {
    this.#parts = parts;
  }

  readonly get = (): DeskView => this.#view;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  get isImporting(): boolean {
    return this.#view.jobs.some(({ state }) => state.kind === 'importing');
  }

  /** Adds files. The first of them is previewed now, if nothing else is running. */
  add(files: readonly File[], choices: Partial<ImportChoices> = {}): void {
    const jobs = files.map((file): ImportJob => {
      this.#lastId += 1;
      return { id: this.#lastId, file, choices: { ...firstChoices, ...choices }, state: { kind: 'waiting' } };
    });
    const { current } = this.#view;
    const isFree = current === undefined || current.state.kind === 'done' || current.state.kind === 'fault';
    this.#set([...this.#view.jobs, ...jobs], isFree ? jobs[0]?.id : current.id);
    this.#continue();
  }

  open(id: number): void {
    this.#stopChecking((job) => job.id !== id);
    this.#set(this.#view.jobs, id);
    this.#continue();
  }

  /** The next file that has not been imported. */
  findNext(): ImportJob | undefined {
    return this.#view.jobs.find(({ id, state }) => id !== this.#view.current?.id && state.kind !== 'done');
  }

  change(id: number, choices: Partial<ImportChoices>): void {
    const job = this.#find(id);
    if (job === undefined || job.state.kind === 'importing' || job.state.kind === 'done') return;
    this.#stopChecking(() => true);
    this.#replace({ ...job, choices: { ...job.choices, ...choices }, state: toWaiting(job) });
    this.#cancel?.();
    // Debounced, because you may still be typing a name.
    this.#cancel = this.#parts.later(() => {
      this.#cancel = undefined;
      this.#continue();
    });
  }

  /** Previews or imports a file again after an error. */
  retry(id: number): void {
    const job = this.#find(id);
    if (job?.state.kind !== 'fault') return;
    this.#replace({ ...job, state: { kind: 'waiting' } });
    this.#continue();
  }

  start(id: number): void {
    const job = this.#find(id);
    if (job?.state.kind !== 'checked' || !canImport(job)) return;
    void this.#import(job, job.state.report);
  }

  /** Removes a file, unless it is being imported. */
  remove(id: number): void {
    const job = this.#find(id);
    if (job === undefined || job.state.kind === 'importing') return;
    const at = this.#view.jobs.indexOf(job);
    this.#stopChecking((other) => other.id === id);
    const jobs = this.#view.jobs.filter((other) => other.id !== id);
    const currentId = this.#view.current?.id === id ? (jobs[at] ?? jobs[at - 1])?.id : this.#view.current?.id;
    this.#set(jobs, currentId);
    this.#continue();
  }

  /** Previews the current file, if nothing else is running. */
  #continue(): void {
    const { current } = this.#view;
    const isPaused = this.#work !== undefined || this.#cancel !== undefined;
    if (!isPaused && current?.state.kind === 'waiting') void this.#check(current);
  }

  async #check(job: ImportJob): Promise<void> {
    const before = findReport(job);
    this.#replace({ ...job, state: { kind: 'checking', rows: 0, before } });
    const onProgress = (rows: number) => this.#setState(job.id, { kind: 'checking', rows, before });
    await this.#run(job, { isDryRun: true, onProgress }, (report) => ({ kind: 'checked', report }));
  }

  async #import(job: ImportJob, before: ImportReport): Promise<void> {
    this.#replace({ ...job, state: { kind: 'importing', rows: 0, before } });
    const onProgress = (rows: number) =>
      this.#setState(job.id, { kind: 'importing', rows: Math.min(rows, countAll(before)), before });
    await this.#run(job, { isDryRun: false, onProgress }, (report) => ({ kind: 'done', report }));
    const ended = this.#find(job.id);
    if (ended?.state.kind === 'done') this.#parts.onImported(ended, ended.state.report, this.#listeners.size > 0);
  }

  async #run(
    { id, file, choices }: ImportJob,
    options: Pick<ImportOptions, 'isDryRun' | 'onProgress'>,
    toState: (report: ImportReport) => JobState,
  ): Promise<void> {
    const stop = new AbortController();
    const work = { id, stop };
    this.#work = work;
    const state = await this.#parts
      .importFile(file, { choices, signal: stop.signal, ...options })
      .then(toState, (error): JobState => ({ kind: 'fault', error, during: options.isDryRun ? 'check' : 'import' }));
    // The work was canceled, and the next step has been taken already.
    if (this.#work !== work) return;
    this.#work = undefined;
    this.#setState(id, state);
    this.#continue();
  }

  #stopChecking(isMeant: (job: ImportJob) => boolean): void {
    const job = this.#work === undefined ? undefined : this.#find(this.#work.id);
    if (job?.state.kind !== 'checking' || !isMeant(job)) return;
    this.#work?.stop.abort();
    this.#work = undefined;
    this.#replace({ ...job, state: toWaiting(job) });
  }

  #find(id: number): ImportJob | undefined {
    return this.#view.jobs.find((job) => job.id === id);
  }

  #setState(id: number, state: JobState): void {
    const job = this.#find(id);
    const isOver = state.kind === 'checking' && job?.state.kind !== 'checking';
    if (job !== undefined && !isOver) this.#replace({ ...job, state });
  }

  #replace(job: ImportJob): void {
    const jobs = this.#view.jobs.map((other) => (other.id === job.id ? job : other));
    this.#set(jobs, this.#view.current?.id);
  }

  #set(jobs: readonly ImportJob[], currentId: number | undefined): void {
    this.#view = { jobs, current: jobs.find(({ id }) => id === currentId) };
    for (const listener of this.#listeners) listener();
  }
}

function toWaiting(job: ImportJob): JobState {
  return { kind: 'waiting', before: findReport(job) };
}
