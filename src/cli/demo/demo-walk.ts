import type { ExitCode, Io } from '../io.ts';
import { toPalette } from '../paint.ts';

/** What a step shows, and how. */
export interface DemoStep {
  readonly title: string;
  /** What would be typed after `turnwise`; absent: no command shows this. */
  readonly line?: string;
  readonly play: (io: Io) => Promise<ExitCode>;
}

/** Plays the steps of the demo one after another, numbered, until somebody presses Ctrl-C. */
export class DemoWalk {
  /** In the folder of the package, where the examples are. */
  readonly #io: Io;
  #count = 0;
  #isInterrupted = false;

  constructor(io: Io) {
    this.#io = io;
  }

  get isInterrupted(): boolean {
    return this.#isInterrupted;
  }

  /** What is being played comes to its end; nothing is begun after it. */
  interrupt(): void {
    this.#isInterrupted = true;
  }

  async step({ title, line, play }: DemoStep): Promise<ExitCode> {
    if (this.#isInterrupted) return 130;
    const { bold, dim } = toPalette(this.#io.color.out);
    this.#count += 1;
    const typed = line === undefined ? '' : `${dim(`$ turnwise ${line}`)}\n`;
    this.#io.out(`\n${bold(`${this.#count}. ${title}`)}\n${typed}\n`);
    return play(this.#io);
  }
}
