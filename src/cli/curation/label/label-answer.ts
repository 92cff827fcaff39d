import type { ScoreKey } from '../../../conversation/judge/scale.ts';

/** The answer of a rater, from the keyboard or a line of input. */
export type LabelAnswer =
  | { readonly kind: 'score'; readonly score: number; readonly reason?: string }
  | { readonly kind: 'reason'; readonly text: string }
  | { readonly kind: 'skip' | 'undo' | 'quit' | 'help' }
  | { readonly kind: 'unknown'; readonly text: string };

const commands: Readonly<Record<string, 'skip' | 'undo' | 'quit' | 'help'>> = {
  s: 'skip',
  u: 'undo',
  q: 'quit',
  '?': 'help',
};
/** Ctrl-C and Ctrl-D: in raw mode they arrive as keys. */
const endKeys = ['\u0003', '\u0004'];

/** Answers from single keys. `echo` shows a reason or a number while you type it. */
export async function* readKeyAnswers(
  keys: AsyncIterable<string>,
  scoreKeys: readonly ScoreKey[] | undefined,
  echo: (text: string) => void,
): AsyncGenerator<LabelAnswer> {
  let typing: TypedText | undefined;
  let minus = '';
  for await (const key of keys) {
    if (endKeys.includes(key)) yield { kind: 'quit' };
    else if (typing !== undefined) {
      const text = typing.add(key);
      if (text === undefined) continue;
      yield* toTypedAnswers(typing.wants, text);
      typing = undefined;
    } else if (minus !== '') {
      echo(/^\d$/.test(key) ? `${key}\n` : '\n');
      yield toKeyAnswer([minus, key], scoreKeys);
      minus = '';
    } else if (key === 'r') typing = new TypedText('reason', echo, '');
    else if (scoreKeys === undefined && /^[-\d.]$/.test(key)) typing = new TypedText('score', echo, key);
    else if (isMinus(key) && scoreKeys?.some(({ keys }) => keys[0] === '-')) {
      minus = '-';
      echo('-');
    } else yield toKeyAnswer([key], scoreKeys);
  }
}

/** The hyphen of keyboards, or a typographic minus. */
function isMinus(key: string): boolean {
  return key === '-' || key === '−';
}

function toKeyAnswer(keys: readonly string[], scoreKeys: readonly ScoreKey[] | undefined): LabelAnswer {
  const key = keys.join('');
  const found = scoreKeys?.find((choice) => choice.keys.join('') === key);
  if (found !== undefined) return { kind: 'score', score: found.score };
  const command = Object.hasOwn(commands, key) ? commands[key] : undefined;
  return command === undefined ? { kind: 'unknown', text: key } : { kind: command };
}

function toTypedAnswers(wants: 'reason' | 'score', text: string): readonly LabelAnswer[] {
  if (text === '') return [];
  return [wants === 'reason' ? { kind: 'reason', text } : toLineAnswer(text)];
}

/** A text that you type key by key until Enter. Escape cancels it. */
class TypedText {
  readonly wants: 'reason' | 'score';
  readonly #echo: (text: string) => void;
  #text: string;

  constructor(wants: 'reason' | 'score', echo: (text: string) => void, text: string) {
    this.wants = wants;
    this.#echo = echo;
    this.#text = text;
    echo(wants === 'reason' ? 'Why? ' : text);
  }

  /** The text once it is complete. */
  add(key: string): string | undefined {
    if (key === '\r' || key === '\n' || key === '\u001b') {
      this.#echo('\n');
      return key === '\u001b' ? '' : this.#text.trim();
    }
    if (key === '\u007f' || key === '\b') this.#removeLast();
    else if (key >= ' ' && !key.startsWith('\u001b')) {
      this.#text += key;
      this.#echo(key);
    }
    return undefined;
  }

  #removeLast(): void {
    const characters = [...this.#text];
    if (characters.pop() === undefined) return;
    this.#text = characters.join('');
    this.#echo('\b \b');
  }
}

/** An answer on one line: a score with an optional reason, or the letter of a command. */
export function toLineAnswer(line: string): LabelAnswer {
  const text = line.trim();
  const command = Object.hasOwn(commands, text) ? commands[text] : undefined;
  if (command !== undefined) return { kind: command };
  const [, number, reason = ''] = /^([-+−]?\d+(?:\.\d+)?)(?:\s+(.*))?$/s.exec(text) ?? [];
  if (number === undefined) return { kind: 'unknown', text };
  return { kind: 'score', score: Number(number.replace('−', '-')), ...(reason === '' ? {} : { reason }) };
}

/** Answers from lines. Blank lines are skipped. */
export async function* readLineAnswers(lines: AsyncIterable<{ readonly text: string }>): AsyncGenerator<LabelAnswer> {
  for await (const { text } of lines) if (text.trim() !== '') yield toLineAnswer(text);
}
