/** Programs that run text as a program, by name, and the options for it. */

const shells = new Set([
  ...['sh', 'bash', 'rbash', 'zsh', 'dash', 'ash', 'ksh', 'mksh', 'fish', 'csh', 'tcsh', 'yash', 'osh', 'ysh'],
  ...['nu', 'xonsh', 'elvish', 'busybox', 'toybox'],
]);

/** A shell, local or remote, runs everything after these words, or they run it themselves. */
const joiners = new Set([
  ...['eval', 'trap', 'let', 'alias', 'ssh', 'autossh', 'rsh', 'mosh', 'su', 'runuser', 'watch', 'parallel', 'script'],
  ...['tmux', 'hyperfine', 'wsl', 'make', 'gmake', 'sqlite3'],
]);

/** Programs and shell words that start the program after them. */
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
    'ionice',
    'timeout',
    'xargs',
    'stdbuf',
  ],
  ...[
    'setsid',
    'sshpass',
    'chroot',
    'unshare',
    'nsenter',
    'systemd-run',
    'strace',
    'caffeinate',
    'unbuffer',
    'npx',
    'busybox',
  ],
  ...[
    'if',
    'then',
    'else',
    'elif',
    'while',
    'until',
    'do',
    '!',
    '{',
    'coproc',
    'export',
    'declare',
    'typeset',
    'readonly',
  ],
]);

/** Interpreters, and the flags that a program follows. */
const interpreters: Readonly<Record<string, RegExp>> = {
  python: /^-[a-zA-Z]*c/,
  pypy: /^-[a-zA-Z]*c/,
  ipython: /^-[a-zA-Z]*c/,
  perl: /^-[a-zA-Z]*[eE]/,
  raku: /^-[a-zA-Z]*e/,
  ruby: /^-[a-zA-Z]*e/,
  node: /^(?:-[a-z]*[ep]|--eval|--print)/,
  nodejs: /^(?:-[a-z]*[ep]|--eval|--print)/,
  tsx: /^(?:-[a-z]*[ep]|--eval|--print)/,
  'ts-node': /^(?:-[a-z]*[ep]|--eval|--print)/,
  deno: /^eval$/,
  bun: /^(?:-[ep]|--eval|--print)/,
  php: /^-[a-zA-Z]*[rBRE]/,
  lua: /^-e/,
  luajit: /^-e/,
  rscript: /^-e/,
  julia: /^(?:-[eE]|--eval|--print)/,
  osascript: /^-e/,
  expect: /^-c/,
  groovy: /^-e/,
  elixir: /^(?:-e|--eval)/,
  guile: /^-c/,
  emacs: /^--?eval/,
  vim: /^(?:-c$|--cmd)/,
  gdb: /^-{1,2}(?:ex|eval-command|ix|init-eval-command)/,
  psql: /^(?:-[a-zA-Z]*c|--command)/,
  mysql: /^(?:-[a-zA-Z]*e|--execute)/,
  git: /^-c/,
  flock: /^(?:-c|--command)/,
  npx: /^(?:-c|--call)/,
  npm: /^(?:-c|--call)/,
  gcloud: /^--command/,
  vagrant: /^(?:-c|--command)/,
  'nix-shell': /^--(?:run|command)/,
  env: /^(?:-[a-zA-Z]*S|--split-string)/,
};

/** Their first word that is not an option is a program, unless it is read from a file. */
const scripted: Readonly<
  Record<string, { readonly withValue: RegExp; readonly program: RegExp; readonly file: RegExp }>
> = {
  awk: { withValue: /^-[Fv]$/, program: /^(?:-e|--source)/, file: /^(?:-f|--file)/ },
  sed: { withValue: /^-l$/, program: /^(?:-[a-zA-Z]*e|--expression)/, file: /^(?:-[a-zA-Z]*f|--file)/ },
};

/** They read a program from stdin if no file is named. */
const stdinReaders = new Set([
  ...['python', 'pypy', 'perl', 'ruby', 'node', 'nodejs', 'php', 'lua', 'tclsh', 'psql', 'mysql', 'dc'],
]);

/** They always read commands from stdin. */
const inputRunners = new Set(['parallel', 'at', 'batch', 'sqlite3']);

interface Reader {
  /** The interpreter: `bash -c`. */
  readonly reader: string;
  /** The words that are or may be its program. */
  readonly words: readonly string[];
}

/** `"/bin/Bash.exe"` → `bash`, `python3.11` → `python`, `$SHELL` → `sh`. */
function toProgramName(word: string): string {
  const variable = /^\$\{?(\w+)\}?$/
    .exec(word)?.[1]
    ?.toLowerCase()
    .replace(/^(?:\w*_)?shell$/, 'sh');
  const name = variable ?? (word.split(/[\\/]/).at(-1) ?? '').toLowerCase().replace(/\.exe$/, '');
  return name
    .replace(/(?<=[a-z])(?<!sqlite)[-\d.]+$/, '')
    .replace(/^[gmn]awk$/, 'awk')
    .replace(/^gsed$/, 'sed');
}

/** Whether the next word is a program to start, and not an argument as in `agent eval`. */
export function isStarted(before: readonly string[]): boolean {
  const first = before.findIndex((word) => !/^\w+=/.test(word));
  if (first === -1) return true;
  return before.slice(first).every((word, index, all) => {
    const isSetting = /^(?:-.*|\w+=.*|[\d.]+[smhd]?)$/.test(word) || (index > 1 && /^-/.test(all[index - 1] ?? ''));
    return starters.has(toProgramName(word)) || starters.has(word) || (index > 0 && isSetting);
  });
}

/** Whether only starters, variables and numbers are before a word: `sudo timeout 30 {PROMPT}`. */
export function isProgramPlace(before: readonly string[]): boolean {
  return before.every((word) => starters.has(word) || starters.has(toProgramName(word)) || /^(?:\w+=|\d)/.test(word));
}

/** The interpreter at a position of a command, and the words that it runs. */
export function findReader(words: readonly string[], at: number): Reader | undefined {
  const name = toProgramName(words[at] ?? '');
  const rest = words.slice(at + 1);
  const own = isStarted(words.slice(0, at)) ? findStarted(name, rest) : undefined;
  return own ?? findFlagged(name, rest);
}

function findStarted(name: string, rest: readonly string[]): Reader | undefined {
  if (name === 'wsl' && rest.some((word) => /^(?:-e|--exec)$/.test(word))) return undefined;
  if (joiners.has(name)) return { reader: name, words: rest };
  if (name === 'powershell' && !rest.some((word) => /^[-/]f/i.test(word))) return { reader: name, words: rest };
  const { withValue, program, file } = scripted[name] ?? {};
  if (withValue === undefined || program === undefined || file?.test(rest.join('\n')) === true) return undefined;
  const flags = rest.flatMap((word, index) => (program.test(word) ? [word, rest[index + 1] ?? ''] : []));
  const first = rest.find((word, index) => !/^-/.test(word) && !withValue.test(rest[index - 1] ?? ''));
  return { reader: name, words: flags.length > 0 ? flags : [first ?? ''] };
}

/**
 * The words from the flag to the first one that is not an option. On Windows, all following words are part of the
 * program.
 */
function findFlagged(name: string, rest: readonly string[]): Reader | undefined {
  const flag = rest.slice(0, findOwnEnd(name, rest)).findIndex((word) => isProgramFlag(name, word));
  if (flag === -1) return undefined;
  const reader = `${name} ${rest[flag]?.slice(0, 12)}`;
  if (windowsShells.has(name)) return { reader, words: rest.slice(flag) };
  const behind = rest.slice(flag + 1).findIndex((word, index, all) => !isOption(word, all[index - 1]));
  return { reader, words: rest.slice(flag, behind === -1 ? undefined : flag + behind + 2) };
}

/** Number of operands before the flag of a program: `flock <file> -c`. */
const operandsBefore: Readonly<Record<string, number>> = { flock: 1, npm: 1, psql: 2, mysql: 2, vagrant: 2, gcloud: 9 };

/** Where the options of a program end and those of its script begin: `node agent.js -p {PROMPT}`. */
function findOwnEnd(name: string, rest: readonly string[]): number | undefined {
  let operands = operandsBefore[name] ?? 0;
  const end = rest.findIndex((word, index) => {
    if (isProgramFlag(name, word) || windowsShells.has(name)) return false;
    if (/^[-+]./.test(word)) return word === '--';
    const before = rest[index - 1] ?? '';
    const isValue = /^[-+]./.test(before) && before !== '-m' && !/\.[cm]?[a-z]{1,3}$/i.test(word);
    if (isValue) return false;
    operands -= 1;
    return operands < 0;
  });
  return end === -1 ? undefined : end;
}

const windowsShells = new Set(['cmd', 'powershell', 'pwsh']);

function isProgramFlag(name: string, word: string): boolean {
  if (shells.has(name)) return /^(?:-[a-zA-Z]*[cC]|--(?:init-)?command)/.test(word);
  if (name === 'cmd') return /^\/[ck]/i.test(word);
  if (windowsShells.has(name)) return /^[-/]\w/.test(word) && isShortFor(word.slice(1).toLowerCase());
  return Object.hasOwn(interpreters, name) && interpreters[name]?.test(word) === true;
}

/** PowerShell accepts any prefix of its options. */
function isShortFor(option: string): boolean {
  return option === 'ec' || ['command', 'encodedcommand'].some((name) => name.startsWith(option));
}

/** `-x`, `+e`, and the word after `-o`. */
function isOption(word: string, before: string | undefined): boolean {
  return /^[-+]./.test(word) || (before !== undefined && /^[-+][a-zA-Z]*[oO]$/.test(before));
}

/** The program of a command that runs its stdin, if there is one. */
export function findInputReader(words: readonly string[]): string | undefined {
  for (const [index, word] of words.entries()) {
    const name = toProgramName(word);
    const operands = listOperands(words.slice(index + 1));
    if (shells.has(name) && words.some((other) => toProgramName(other) === 'xargs')) return `xargs ${name}`;
    const readsFile = operands.length > 0 && !/^(?:-|\/dev\/(?:stdin|fd\/0))$/.test(operands[0] ?? '');
    if ((shells.has(name) || stdinReaders.has(name)) && findFlagged(name, words.slice(index + 1)) === undefined) {
      const isTold = shells.has(name) && words.slice(index + 1).some((other) => /^-[a-z]*s$/.test(other));
      if (!readsFile || isTold) return name;
    }
    if (!isStarted(words.slice(0, index))) continue;
    if (inputRunners.has(name) || (/^(?:source|\.)$/.test(word) && !readsFile)) return word;
    if (name === 'ssh' && listOperands(words.slice(index + 1), sshValue).length === 1) return name;
  }
  return undefined;
}

const sshValue = /^-[bcDEeFIiJLlmOopQRSWw]$/;

/** Words that are neither options nor their values, without redirections. */
function listOperands(words: readonly string[], withValue?: RegExp): readonly string[] {
  const end = words.findIndex((word) => /^[<>]/.test(word));
  const own = end === -1 ? words : words.slice(0, end);
  return own.filter((word, index) => !/^-./.test(word) && withValue?.test(own[index - 1] ?? '') !== true);
}
