import type { ProblemInput } from '../../base/fault.ts';
import type { SpecOf, TargetSpec } from '../../conversation/target-spec.ts';
import { findInputReader, findReader, isProgramPlace, isStarted } from './shell-readers.ts';

/** A placeholder whose text comes from a case: all but numbers, ids and paths that Turnwise makes. */
const caseText = /(?<!\$)\{(?!(?:ATTEMPT|OUTPUT_FILE|CONVERSATION_ID|TURN|RUN_ID|REPEAT)\})[A-Z_]+\}/;

/** Variables that programs take code or programs from. */
const programVariable =
  /^(?:BASH_ENV|ENV|PATH|(?:DY)?LD_\w+|NODE_OPTIONS|PERL5OPT|RUBYOPT|PYTHON\w+|GIT_\w+|PS4|PROMPT_COMMAND|EDITOR|PAGER)=/;

/** A text of a case that a shell, or another interpreter, would read as a program. */
interface NestedText {
  /** As it is written: `{PROMPT}`. */
  readonly placeholder: string;
  /** What reads it: `bash -c`. */
  readonly reader: string;
}

/** The same as a problem without a place. Undefined: the target starts no program, or no text is read as one. */
export function findNestedProblem(spec: TargetSpec): ProblemInput | undefined {
  const found = spec.provider === 'command' ? findNestedText(spec) : undefined;
  if (found === undefined) return undefined;
  const { placeholder, reader } = found;
  return {
    code: 'TARGETS_NESTED_SHELL',
    message: `The command of target "${spec.id}" passes ${placeholder} to "${reader}", where case text could run commands.`,
    hint: 'Pass it on stdin (`input: question`), or as an argument after the script: bash -c \'agent "$1"\' _ {PROMPT}',
  };
}

/**
 * Where the command of a target hands text of a case to a second shell. Values go to the first as variables, so it never
 * reads them as commands; but one inside it gets them filled in, as part of its program. Behind the program, as in
 * `bash -c 'agent "$1"' _ {PROMPT}`, they are plain arguments.
 */
export function findNestedText(spec: SpecOf<'command'>): NestedText | undefined {
  const { command, template = false, shell = false, input } = spec;
  const more = input === 'argument' ? ['{PROMPT}'] : [];
  const filled = template ? command : command.map((word) => word.replaceAll('{', '(').replaceAll('}', ')'));
  const line = fillVariables([...filled, ...more].join(' '));
  const [sum] = shell ? (/\$\(\([^)]*/.exec(line) ?? []) : [];
  const inSum = sum === undefined ? undefined : toFound([sum], '$((');
  return inSum ?? findInCommands(shell ? splitShellLine(line) : [{ words: [...filled, ...more] }]);
}

/** A variable that the line sets from text of a case is that text, except in single quotes: there it stays a variable. */
function fillVariables(line: string): string {
  const texts = new Map<string, string>();
  const assignments = /(?:^|[\s;&|(])(\w+)=(?:"[^"]*?|[^\s;&|]*?)(\{[A-Z_]+\}|\$\{?\w+\}?)/g;
  for (const [, name = '', value = ''] of line.matchAll(assignments)) {
    const text = caseText.exec(value)?.[0] ?? texts.get(value.replaceAll(/[${}]/g, ''));
    if (text !== undefined) texts.set(name, text);
  }
  return line.replaceAll(/'[^']*'|\$\{?(\w+)\}?/g, (written, name: string) => texts.get(name) ?? written);
}

function findInCommands(commands: readonly ShellCommand[]): NestedText | undefined {
  const [program = ''] = commands[0]?.words ?? [];
  const asProgram = /^\w+=/.test(program) ? undefined : toFound([program], 'command[0]');
  if (asProgram !== undefined) return asProgram;
  for (const [index, { words }] of commands.entries()) {
    const found = findInWords(words) ?? findInside(commands, index) ?? findInInput(commands, index);
    if (found !== undefined) return found;
  }
  return undefined;
}

function findInWords(words: readonly string[]): NestedText | undefined {
  for (const [index, word] of words.entries()) {
    const read = findReader(words, index) ?? findAsProgram(words, index);
    const found = read && toFound(read.words, read.reader);
    if (found !== undefined) return found;
    if (programVariable.test(word) && isStarted(words.slice(0, index)))
      return toFound([word], word.split('=', 1)[0] ?? '');
  }
  return undefined;
}

/** Text in the place of a program that another one starts, as in `sudo {PROMPT}`. */
function findAsProgram(
  words: readonly string[],
  index: number,
): { reader: string; words: readonly string[] } | undefined {
  const before = words.slice(0, index);
  const [word = ''] = words.slice(index);
  if (/^\w+=/.test(word) || before.length === 0 || !isProgramPlace(before)) return undefined;
  return { reader: before.join(' '), words: [word] };
}

/** What a program prints into another, as in `bash -c "$(echo {PROMPT})"` and `source <(echo {PROMPT})`. */
function findInside(commands: readonly ShellCommand[], index: number): NestedText | undefined {
  const [{ words } = { words: [] }, inner] = commands.slice(index);
  if (inner?.isInner !== true) return undefined;
  if (words.at(-1) === '<') {
    const reader = findInputReader(words.slice(0, -1));
    return reader === undefined ? undefined : toFound(inner.words, `${reader} <(`);
  }
  // The flag was the last word, so the program is what follows.
  const read = words.map((_, at) => findReader([...words, ''], at)).find((each) => each?.words.at(-1) === '');
  return read && toFound(inner.words, read.reader);
}

/** A program that is read from a pipe, or from the text behind `<<` and `<<<`. */
function findInInput(commands: readonly ShellCommand[], index: number): NestedText | undefined {
  const { words = [], isPiped = false } = commands[index] ?? {};
  const here = words.findIndex((word) => word.startsWith('<<'));
  if (!isPiped && here === -1) return undefined;
  const reader = findInputReader(here === -1 ? words : words.slice(0, here));
  if (reader === undefined) return undefined;
  const stages = listStagesBefore(commands, index);
  const hasDocument = [...stages, { words }].some((stage) => stage.words.some((word) => /^<<-?$/.test(word)));
  const sources = [...stages.flatMap((stage) => stage.words), ...(here === -1 ? [] : words.slice(here))];
  const behind = hasDocument ? commands.slice(index + 1).flatMap((command) => command.words) : [];
  return toFound([...sources, ...behind], here === -1 ? `| ${reader}` : `${reader} ${words[here]}`);
}

/** The commands of a pipe in front of the one at a place. */
function listStagesBefore(commands: readonly ShellCommand[], index: number): readonly ShellCommand[] {
  let first = index;
  while (first > 0 && commands[first]?.isPiped === true) first -= 1;
  return commands.slice(first, index);
}

function toFound(words: readonly string[], reader: string): NestedText | undefined {
  const placeholder = words.map((word) => caseText.exec(word)?.[0]).find((found) => found !== undefined);
  return placeholder === undefined ? undefined : { placeholder, reader };
}

/** One command of a line, its words without their quotes. */
interface ShellCommand {
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
