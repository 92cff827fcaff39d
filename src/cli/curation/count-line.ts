import type { Clock } from '../../base/clock.ts';
import type { Io } from '../io.ts';
import { toPalette } from '../paint.ts';

const drawMs = 100;

/** Tells how many there are so far, on one line of a terminal that is drawn anew; elsewhere it says nothing. */
export class CountLine {
  readonly #io: Io;
  readonly #clock: Clock;
  readonly #render: (count: number) => string;
  #drawnAt: number;
  #isDrawn = false;

  constructor(io: Io, clock: Clock, render: (count: number) => string) {
    this.#io = io;
    this.#clock = clock;
    this.#render = render;
    this.#drawnAt = clock.elapsed();
  }

  show(count: number): void {
    if (this.#io.isErrTerminal !== true || this.#clock.elapsed() - this.#drawnAt < drawMs) return;
    this.#drawnAt = this.#clock.elapsed();
    this.#isDrawn = true;
    this.#io.err(`\r\u001b[2K${toPalette(this.#io.color.err).dim(this.#render(count))}`);
  }

  /** Takes the line away, so that something else can be written. */
  stop(): void {
    if (this.#isDrawn) this.#io.err('\r\u001b[2K');
    this.#isDrawn = false;
  }
}
