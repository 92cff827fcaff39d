import type { ProblemInput } from '../../base/fault.ts';
import type { SpecOf, TargetSpec } from '../../conversation/target-spec.ts';
import { findInputReader, findReader, isProgramPlace, isStarted } from './shell-readers.ts';

/** A placeholder with text of a case. The excluded ones are numbers, ids and paths from Turnwise. */
const caseText = /(?<!\$)\{(?!(?:ATTEMPT|OUTPUT_FILE|PROMPT_FILE|CONVERSATION_ID|TURN|RUN_ID|REPEAT)\})[A-Z_]+\}/;

/** Variables from which programs take code or programs. */
const programVariable =
  /^(?:BASH_ENV|ENV|PATH|(?:DY)?LD_\w+|NODE_OPTIONS|PERL5OPT|RUBYOPT|PYTHON\w+|GIT_\w+|PS4|PROMPT_COMMAND|EDITOR|PAGER)=/;

/** Text of a case that a shell or another interpreter would run. */
interface NestedText {
  /** As written: `{PROMPT}`. */
  readonly placeholder: string;
  /** The interpreter: `bash -c`. */
  readonly reader: string;
}

/**
 * Reports such text as a problem without a place. Undefined: the target starts no program, or there is no such text.
 */
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
 * Finds where a command passes text of a case to a second shell. The first shell gets values as variables, so it never
 * runs them. A shell inside it would get them as part of its program. After the program, as in `bash -c 'agent "$1"' _
 * {PROMPT}`, they are plain arguments.
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

/** Replaces variables that the line sets from text of a case. In single quotes they are not expanded. */
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

/** Text in place of a program that another one starts, as in `sudo {PROMPT}`. */
function findAsProgram(
  words: readonly string[],
  index: number,
): { reader: string; words: readonly string[] } | undefined {
  const before = words.slice(0, index);
  const [word = ''] = words.slice(index);
  if (/^\w+=/.test(word) || before.length === 0 || !isProgramPlace(before)) return undefined;
  return { reader: before.join(' '), words: [word] };
}

/** Output of a program inside another, as in `bash -c "$(echo {PROMPT})"` and `source <(echo {PROMPT})`. */
function findInside(commands: readonly ShellCommand[], index: number): NestedText | undefined {
  const [{ words } = { words: [] }, inner] = commands.slice(index);
  if (inner?.isInner !== true) return undefined;
  if (words.at(-1) === '<') {
    const reader = findInputReader(words.slice(0, -1));
    return reader === undefined ? undefined : toFound(inner.words, `${reader} <(`);
  }
  // The flag was the last word, so the program follows.
  const read = words.map((_, at) => findReader([...words, ''], at)).find((each) => each?.words.at(-1) === '');
  return read && toFound(inner.words, read.reader);
}

/** A program read from a pipe, or from the text after `<<` and `<<<`. */
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

/** The commands of a pipe before a position. */
function listStagesBefore(commands: readonly ShellCommand[], index: number): readonly ShellCommand[] {
  let first = index;
  while (first > 0 && commands[first]?.isPiped === true) first -= 1;
  return commands.slice(first, index);
}

function toFound(words: readonly string[], reader: string): NestedText | undefined {
  const placeholder = words.map((word) => caseText.exec(word)?.[0]).find((found) => found !== undefined);
  return placeholder === undefined ? undefined : { placeholder, reader };
}

/** One command of a line, with its words unquoted. */
interface ShellCommand {
  readonly words: readonly string[];
  /** Whether the previous command pipes into this one. */
  readonly isPiped?: boolean;
  /** Whether it is inside the previous command, in `$(…)`, `<(…)` or backquotes. */
  readonly isInner?: boolean;
}

/**
 * Splits a shell line into commands, as far as needed to see which word belongs to which program. A command in `$(…)`
 * or backquotes is separate, and so is the text in double quotes around it. `<`, `<<` and `<<<` are words.
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

  /** Reads the character at an offset. Returns how many more characters it consumed. */
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

  /** Empty quotes are a word, too. */
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
    // A file descriptor number is part of the redirection.
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
