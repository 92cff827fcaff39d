import { gap, toLineAt, type VoiceText } from './text.ts';
import { type VoiceRule, voiceRules } from './words.ts';

export interface Violation {
  readonly path: string;
  readonly line: number;
  readonly word: string;
  readonly instead: string;
  /** The words around it. */
  readonly excerpt: string;
}

/** What VOICE rules out in these texts, in the order of the texts. */
export function findViolations(
  texts: readonly VoiceText[],
  rules: readonly VoiceRule[] = voiceRules,
): readonly Violation[] {
  return texts.flatMap((text) => rules.filter((rule) => appliesTo(rule, text)).flatMap((rule) => match(text, rule)));
}

function appliesTo({ kinds }: VoiceRule, { kind }: VoiceText): boolean {
  return kinds === undefined ? kind !== 'code' : kinds.includes(kind);
}

function match({ path, line, text }: VoiceText, { word, pattern, instead }: VoiceRule): readonly Violation[] {
  // A phrase may go over the end of a line. One sign for one sign, so that offsets stay.
  const flat = text.replaceAll(/\s/g, ' ');
  return [...flat.matchAll(pattern)].map(({ index, 0: found }) => ({
    path,
    line: toLineAt(text, index, line),
    word,
    instead,
    excerpt: toExcerpt(flat, index, found.length),
  }));
}

const around = 30;

function toExcerpt(text: string, at: number, length: number): string {
  const from = Math.max(0, at - around);
  const to = Math.min(text.length, at + length + around);
  const part = text.slice(from, to).replaceAll(gap, '…').replaceAll(/ +/g, ' ').trim();
  return `${from > 0 ? '…' : ''}${part}${to < text.length ? '…' : ''}`;
}
