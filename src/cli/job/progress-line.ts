import type { Clock } from '../../base/clock.ts';
import { renderNumberOf } from '../../base/number-of.ts';
import type { ReplyEntry } from '../../conversation/run/run-record.ts';
import type { CaseStatus } from '../../conversation/verdict.ts';
import { cutLine } from '../../report/one-line.ts';
import type { RateWait } from '../../target/port.ts';
import type { Io } from '../io.ts';
import { toPalette } from '../paint.ts';

/** How often the line is redrawn on a terminal, and how often it is printed elsewhere. */
const terminalMs = 100;
const plainMs = 10_000;

export interface ProgressInput {
  readonly total: number;
  /** Conversations that were done before the start. */
  readonly done: number;
  readonly clock: Clock;
  /** Calls in flight. */
  readonly inFlight: () => number;
  /** Calls that wait for a rate limit. Undefined: none. */
  readonly findWait?: () => RateWait | undefined;
}

/** Shows the progress of a job: one line that is redrawn on a terminal, or a new line from time to time elsewhere. */
export class ProgressLine {
  readonly #input: ProgressInput;
  readonly #io: Io;
  readonly #started: number;
  readonly #timer: NodeJS.Timeout | undefined;
  #done = 0;
  #turns = 0;
  #errors = 0;
  #failed = 0;
  #ungraded = 0;
  #costUsd = 0;
  #hasUnknownCost = false;
  #drawn = false;
  #note = '';

  constructor(input: ProgressInput, io: Io) {
    this.#input = input;
    this.#io = io;
    this.#started = input.clock.elapsed();
    this.#timer = setInterval(() => this.#draw(), io.isErrTerminal === true ? terminalMs : plainMs);
    this.#timer.unref();
  }

  /** A reply of a target, which ends a turn, or of a judge. */
  addReply({ call, by }: Pick<ReplyEntry, 'call'> & Partial<Pick<ReplyEntry, 'by'>>): void {
    if (by === 'target') this.#turns += 1;
    if (call.costUsd === null) this.#hasUnknownCost = true;
    else this.#costUsd += call.costUsd;
  }

  addCase(status: CaseStatus): void {
    if (status !== 'skipped') this.#done += 1;
    if (status === 'error') this.#errors += 1;
    if (status === 'fail') this.#failed += 1;
    if (status === 'ungraded') this.#ungraded += 1;
  }

  /** Adds a note to the end of the line. */
  note(text: string): void {
    this.#note = text;
    this.#draw();
  }

  /** Erases the line, so that something else can be printed. */
  stop(): void {
    clearInterval(this.#timer);
    this.#erase();
  }

  #draw(): void {
    const line = this.#render();
    if (this.#io.isErrTerminal !== true) {
      this.#io.err(`${line}\n`);
      return;
    }
    const width = this.#io.columns - 1;
    this.#io.err(`\r\u001b[2K${this.#paint(cutLine(line, width))}`);
    this.#drawn = true;
  }

  #erase(): void {
    if (this.#drawn) this.#io.err('\r\u001b[2K');
    this.#drawn = false;
  }

  #paint(line: string): string {
    return toPalette(this.#io.color.err).dim(line);
  }

  #render(): string {
    const { total, done: before, clock, inFlight, findWait } = this.#input;
    const wait = findWait?.();
    const seconds = (clock.elapsed() - this.#started) / 1000;
    const rate = seconds > 0 ? this.#done / seconds : 0;
    const done = before + this.#done;
    const parts = [
      `${done.toLocaleString('en')}/${total.toLocaleString('en')}`,
      ...(this.#turns > 0 ? [renderNumberOf(this.#turns, 'turn')] : []),
      ...(rate > 0
        ? [`${rate < 10 ? rate.toFixed(1) : Math.round(rate)}/s`, `${toDuration((total - done) / rate)} left`]
        : []),
      `${inFlight()} in flight`,
      ...(wait === undefined
        ? []
        : [`${renderNumberOf(wait.calls, 'call')} waiting ${toDuration(wait.ms / 1000)} for a rate limit`]),
      ...(this.#failed > 0 ? [`${this.#failed} failed`] : []),
      ...(this.#ungraded > 0 ? [`${this.#ungraded} ungraded`] : []),
      ...(this.#errors > 0 ? [renderNumberOf(this.#errors, 'error')] : []),
      ...(this.#costUsd > 0 ? [`${this.#hasUnknownCost ? '≥ ' : ''}$${this.#costUsd.toFixed(3)}`] : []),
      ...(this.#note === '' ? [] : [this.#note]),
    ];
    return parts.join(' · ');
  }
}

function toDuration(seconds: number): string {
  if (seconds < 60) return `${Math.ceil(seconds)} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
  return `${Math.floor(seconds / 3600)} h ${Math.round((seconds % 3600) / 60)} min`;
}
