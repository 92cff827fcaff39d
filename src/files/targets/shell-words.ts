/** One command of a line, its words without their quotes. */
export interface ShellCommand {
  readonly words: readonly string[];
  /** The command before it writes to this one. */
  readonly isPiped?: boolean;
  /** It is inside the command before it, in `$(…)`, `<(…)` or backquotes. */
  readonly isInner?: boolean;
}

/**
 * The commands of a line for a shell, as far as it takes to see which word belongs to which program. A command in `$(…)`
 * or backquotes counts as one of its own, and so does what is in double quotes around it. `<`, `<<` and `<<<` are words.
 */
export function splitShellLine(line: string): readonly ShellCommand[] {
  const reader = new LineReader();
  for (let at = 0; at < line.length; at += 1) at += reader.read(line, at);
  return reader.finish();
}

class LineReader {
  readonly #commands: ShellCommand[] = [];
  #words: string[] = [];
  #word: string | undefined;
  #quote = '';
  #isPiped = false;
  #isInner = false;

  /** Takes the sign at a place; returns how many more it took. */
  read(line: string, at: number): number {
    const sign = line.charAt(at);
    const next = line.charAt(at + 1);
    if (this.#quote === "'") return this.#inSingle(sign);
    if (sign === '\\') return this.#add(next) + 1;
    if (sign === '`' || (sign === '$' && next === '(')) {
      this.#endCommand(false, true);
      this.#quote = '';
      return sign === '$' ? 1 : 0;
    }
    if (sign === '"') return this.#toggle(sign);
    if (this.#quote === '"') return this.#add(sign);
    if (sign === "'") return this.#toggle(sign);
    if (sign === '|' && next === '|') return this.#endCommand(false) + 1;
    if (sign === '<') return this.#redirect(line, at);
    if (sign === '|' && next === '&') return this.#endCommand(true) + 1;
    if (sign === '(') return this.#endCommand(false, this.#words.at(-1) === '<');
    if (/[\n;&|)]/.test(sign)) return this.#endCommand(sign === '|');
    return /\s/.test(sign) ? this.#endWord() : this.#add(sign);
  }

  finish(): readonly ShellCommand[] {
    this.#endCommand(false);
    return this.#commands;
  }

  #inSingle(sign: string): 0 {
    return sign === "'" ? this.#toggle(sign) : this.#add(sign);
  }

  /** Quotes around nothing are a word, too. */
  #toggle(sign: string): 0 {
    this.#quote = this.#quote === sign ? '' : sign;
    return this.#add('');
  }

  #add(text: string): 0 {
    this.#word = (this.#word ?? '') + text;
    return 0;
  }

  #endWord(): 0 {
    if (this.#word !== undefined) this.#words.push(this.#word);
    this.#word = undefined;
    return 0;
  }

  /** `<`, `<<`, `<<-` or `<<<`. */
  #redirect(line: string, at: number): number {
    const [signs = '<'] = /^<{1,3}/.exec(line.slice(at, at + 3)) ?? [];
    const whole = signs === '<<' && line.charAt(at + 2) === '-' ? '<<-' : signs;
    // The number of a descriptor belongs to it.
    if (/^\d+$/.test(this.#word ?? '')) this.#word = undefined;
    this.#endWord();
    this.#words.push(whole);
    return whole.length - 1;
  }

  #endCommand(pipes: boolean, isInner = false): 0 {
    this.#endWord();
    if (this.#words.length > 0) {
      this.#commands.push({ words: this.#words, isPiped: this.#isPiped, isInner: this.#isInner });
      this.#words = [];
    }
    this.#isPiped = pipes;
    this.#isInner = isInner;
    return 0;
  }
}
