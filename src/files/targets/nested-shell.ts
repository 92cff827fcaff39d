import type { SpecOf } from '../../conversation/target-spec.ts';
import { splitShellLine } from './shell-words.ts';

/** A placeholder whose text comes from a case: all but numbers, ids and paths that Turnwise makes. */
const caseText = /(?<!\$)\{(?!(?:ATTEMPT|OUTPUT_FILE|CONVERSATION_ID|TURN|RUN_ID|REPEAT)\})[A-Z_]+\}/;

const shells = new Set(['sh', 'bash', 'zsh', 'dash', 'ash', 'ksh', 'mksh', 'fish', 'csh', 'tcsh', 'busybox']);
const windowsShells = new Set(['cmd', 'powershell', 'pwsh']);
/** All that follows them is read by a shell, here or elsewhere. */
const joiners = new Set(['eval', 'ssh', 'rsh', 'mosh', 'su', 'runuser', 'watch', 'parallel', 'script']);
/** Programs that start the one that follows. */
const starters = new Set([
  ...[
    'env',
    'sudo',
    'doas',
    'exec',
    'command',
    'builtin',
    'nohup',
    'time',
    'nice',
    'timeout',
    'xargs',
    'stdbuf',
    'setsid',
  ],
]);
/** Interpreters, and the flags whose next word is a program. */
const interpreters: Readonly<Record<string, RegExp>> = {
  python: /^-[a-zA-Z]*c/,
  perl: /^-[a-zA-Z]*[eE]/,
  ruby: /^-[a-zA-Z]*e/,
  node: /^(?:-[a-z]*[ep]|--eval|--print)/,
  deno: /^eval$/,
  bun: /^(?:-e|--eval)/,
  php: /^-r/,
};

/** A text of a case that a shell, or another interpreter, would read as a program. */
export interface NestedText {
  /** As it is written: `{PROMPT}`. */
  readonly placeholder: string;
  /** What reads it: `bash -c`. */
  readonly reader: string;
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
  const commands = shell ? splitShellLine([...filled, ...more].join(' ')) : [{ words: [...filled, ...more] }];
  for (const [index, { words, isPiped = false }] of commands.entries()) {
    const found = findInWords(words) ?? (isPiped ? findPiped(words, commands[index - 1]?.words ?? []) : undefined);
    if (found !== undefined) return found;
  }
  return undefined;
}

function findInWords(words: readonly string[]): NestedText | undefined {
  for (const [index, word] of words.entries()) {
    const name = toProgramName(word);
    const rest = words.slice(index + 1);
    const isJoiner = joiners.has(name) && isStarted(words.slice(0, index));
    const read = isJoiner ? { reader: name, words: rest } : findProgram(name, rest);
    const placeholder = read?.words.map(findPlaceholder).find((found) => found !== undefined);
    if (read !== undefined && placeholder !== undefined) return { placeholder, reader: read.reader };
  }
  return undefined;
}

/** Whether the word behind these is a program that is started, and not an argument such as in `agent eval`. */
function isStarted(before: readonly string[]): boolean {
  const first = before.findIndex((word) => !/^\w+=/.test(word));
  if (first === -1) return true;
  return before.slice(first).every((word, index, all) => {
    const isSetting = /^(?:-.*|\w+=.*|[\d.]+[smhd]?)$/.test(word) || (index > 1 && /^-/.test(all[index - 1] ?? ''));
    return starters.has(toProgramName(word)) || (index > 0 && isSetting);
  });
}

/** The words that a shell or interpreter reads as a program: from its flag to the first that is no option. */
function findProgram(name: string, rest: readonly string[]): { reader: string; words: readonly string[] } | undefined {
  const here = rest.findIndex((word) => /^<<</.test(word) || /^<<-?\w/.test(word));
  if (shells.has(name) && here !== -1) return { reader: `${name} <<`, words: rest.slice(here) };
  const flag = rest.findIndex((word) => isProgramFlag(name, word));
  if (flag === -1) return undefined;
  const reader = `${name} ${rest[flag]?.slice(0, 12)}`;
  // On Windows every word that follows is part of the program.
  if (windowsShells.has(name)) return { reader, words: rest.slice(flag) };
  const behind = rest.slice(flag + 1).findIndex((word, index, all) => !isOption(word, all[index - 1]));
  return { reader, words: rest.slice(flag, behind === -1 ? undefined : flag + behind + 2) };
}

function isProgramFlag(name: string, word: string): boolean {
  if (shells.has(name)) return /^-[a-zA-Z]*c/.test(word) || word === '--command';
  if (windowsShells.has(name)) return /^(?:\/[ck]|-c(?:ommand)?|-e(?:c|ncodedcommand)?)$/i.test(word);
  return interpreters[name.replace(/[\d.]+$/, '')]?.test(word) ?? false;
}

/** `-x`, `+e`, and the word behind `-o`. */
function isOption(word: string, before: string | undefined): boolean {
  return /^[-+]./.test(word) || (before !== undefined && /^[-+][a-zA-Z]*[oO]$/.test(before));
}

/** A shell that reads its program from the pipe. */
function findPiped(words: readonly string[], before: readonly string[]): NestedText | undefined {
  const name = words.map(toProgramName).find((word) => shells.has(word));
  const placeholder = before.map(findPlaceholder).find((found) => found !== undefined);
  return name === undefined || placeholder === undefined ? undefined : { placeholder, reader: `| ${name}` };
}

function findPlaceholder(word: string): string | undefined {
  return caseText.exec(word)?.[0];
}

/** `"/bin/Bash.exe"` → `bash`. */
function toProgramName(word: string): string {
  const name = word.split(/[\\/]/).at(-1) ?? '';
  return name.toLowerCase().replace(/\.exe$/, '');
}
