import { type Problem, toError } from '../../base/fault.ts';

/** A deck's file in two: the front matter, if it has one, and the Markdown behind it. */
export interface SplitDeck {
  readonly head?: string;
  readonly body: string;
  /** Line of the file the body starts on. */
  readonly bodyLine: number;
  readonly flaw?: FrontMatterFlaw;
}

export interface FrontMatterFlaw {
  readonly kind: 'unclosed' | 'yaml' | 'late';
  readonly message: string;
  readonly hint: string;
  readonly line: number;
}

export function toFrontMatterProblem({ message, hint, line }: FrontMatterFlaw, file: string): Problem {
  return toError({ code: 'DECK_BAD_VALUE', message, hint, reading: 'deck', file, line, column: 1 });
}

/** The line of the file that front matter starts on, behind its `+++`. */
export const headLine = 2;

const tomlFence = /^\+\+\+[ \t]*\r?$/;
const yamlFence = /^---[ \t]*\r?$/;
const yamlKey = /^\w[\w-]*:(?:\s|$)/;

/** Splits at the `+++` lines. They count only at the very top; elsewhere the same signs are text. */
export function splitFrontMatter(written: string): SplitDeck {
  // The judge's request must not depend on how a checkout ends its lines.
  const text = written.replaceAll('\r\n', '\n');
  const lines = text.split('\n');
  const first = lines[0] ?? '';
  if (tomlFence.test(first)) return splitToml(text, lines);
  if (yamlFence.test(first)) return splitYaml(text, lines);
  const firstText = lines.findIndex((line) => line.trim() !== '');
  const whole = { body: text, bodyLine: 1 };
  const isLate = firstText > 0 && tomlFence.test(lines[firstText] ?? '') && findEnd(lines, firstText, tomlFence) !== -1;
  if (!isLate) return whole;
  const message = 'Front matter must start on the first line of the file.';
  return {
    ...whole,
    flaw: { kind: 'late', message, hint: 'Remove the blank lines before "+++".', line: firstText + 1 },
  };
}

function splitToml(text: string, lines: readonly string[]): SplitDeck {
  const end = findEnd(lines, 0, tomlFence);
  if (end === -1) {
    const message = 'The front matter is not closed.';
    return {
      body: text,
      bodyLine: 1,
      flaw: { kind: 'unclosed', message, hint: 'End it with "+++" on a line of its own.', line: 1 },
    };
  }
  return { head: lines.slice(1, end).join('\n'), ...cutBody(lines, end) };
}

/** A deck may open with a ruler, `---`; it is YAML only when a key follows and another `---` closes it. */
function splitYaml(text: string, lines: readonly string[]): SplitDeck {
  const end = findEnd(lines, 0, yamlFence);
  const isYaml = end !== -1 && lines.slice(1, end).some((line) => yamlKey.test(line));
  if (!isYaml) return { body: text, bodyLine: 1 };
  const message = 'The front matter of a deck is TOML between "+++" lines, not YAML between "---" lines.';
  const hint = 'Write "+++" for each "---", and key = value for key: value, such as scale = [-3, 3].';
  return { ...cutBody(lines, end), flaw: { kind: 'yaml', message, hint, line: 1 } };
}

function findEnd(lines: readonly string[], start: number, fence: RegExp): number {
  return lines.findIndex((line, index) => index > start && fence.test(line));
}

function cutBody(lines: readonly string[], end: number): Pick<SplitDeck, 'body' | 'bodyLine'> {
  return { body: lines.slice(end + 1).join('\n'), bodyLine: end + 2 };
}
