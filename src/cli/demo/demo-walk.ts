import type { ExitCode, Io } from '../io.ts';
import { toPalette } from '../paint.ts';

/** One command of a section, and which lines of its output the demo shows. */
interface DemoCommandLine {
  /** What you would type after `turnwise`. */
  readonly line: string;
  readonly play: (io: Io) => Promise<ExitCode>;
  /** Which lines of the output are shown; default: all of them. */
  readonly isShown?: (line: string, index: number) => boolean;
}

interface DemoSection {
  readonly title: string;
  readonly commands: readonly DemoCommandLine[];
}

interface DemoResult {
  readonly code: ExitCode;
  /** All that the command printed. */
  readonly printed: string;
}

/** Runs the sections of the demo one after another, numbered, until you press Ctrl-C. */
export class DemoWalk {
  /** In the folder of the package, where the examples are. */
  readonly #io: Io;
  #count = 0;
  #isInterrupted = false;
  #exitCode: ExitCode = 0;

  constructor(io: Io) {
    this.#io = io;
  }

  get isInterrupted(): boolean {
    return this.#isInterrupted;
  }

  /** 0, or the exit code of the first command that broke. A failed case is not a broken command. */
  get exitCode(): ExitCode {
    return this.#exitCode;
  }

  /** The command under way finishes; nothing starts after it. */
  interrupt(): void {
    this.#isInterrupted = true;
  }

  /** Runs the commands of a section. Gives the result of the last one. */
  async section({ title, commands }: DemoSection): Promise<DemoResult> {
    if (this.#isInterrupted) return interrupted;
    this.#count += 1;
    this.#io.out(`\n${toPalette(this.#io.color.out).bold(`${this.#count}. ${title}`)}\n`);
    let last = interrupted;
    for (const command of commands) last = await this.run(command);
    return last;
  }

  /** Runs one more command of the section. */
  async run({ line, play, isShown = () => true }: DemoCommandLine): Promise<DemoResult> {
    if (this.#isInterrupted) return interrupted;
    this.#io.out(`${toPalette(this.#io.color.out).dim(`$ turnwise ${line}`)}\n`);
    let [printed, warned] = ['', ''];
    const out = (text: string) => {
      printed += text;
    };
    const err = (text: string) => {
      warned += text;
    };
    const code = await play({ ...this.#io, out, err });
    const isBroken = code !== 0 && code !== 1;
    if (isBroken && this.#exitCode === 0) this.#exitCode = code;
    const lines = printed.trimEnd().split('\n');
    const shown = isBroken ? lines : lines.filter((text, index) => isShown(text, index));
    this.#io.out(`${shown.join('\n')}\n`);
    // Plan and progress are noise here. What went wrong is not.
    if (isBroken) this.#io.err(warned);
    return { code, printed };
  }
}

const interrupted: DemoResult = { code: 130, printed: '' };
