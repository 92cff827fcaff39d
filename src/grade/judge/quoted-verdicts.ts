import { ValueScan, ValueTable } from './json-values.ts';

/** What is wrong with a verdict in a judge's reply, apart from its score. */
export interface VerdictFlaws {
  /** It equals, once parsed, an object in what the judge was shown. */
  readonly isQuoted: boolean;
  /** A key appears twice in it, or in an object inside it: parsers disagree on which one counts. */
  readonly hasRepeatedKey: boolean;
}

/** So often a text is unescaped: an object in a string of JSON in a string of JSON is escaped that often. */
const mostEscaped = 5;

/**
 * Looks for the verdicts of a reply in the texts that the judge was shown: in each text as it is, and with its escapes
 * undone, since a conversation is shown as JSON and a judge quotes what it reads.
 */
export function findVerdictFlaws(verdicts: readonly string[], shown: readonly string[]): readonly VerdictFlaws[] {
  const table = new ValueTable();
  const read = verdicts.map((text) => new ValueScan(text, table).valueAt(0));
  const found = new Set<number>();
  if (read.length > 0) {
    const known = new ValueTable(table);
    const texts = new Set(shown.flatMap((text) => [...listUnescaped(text)]));
    for (const text of texts) new ValueScan(text, known, (number) => found.add(number));
  }
  return read.map((value) => ({
    isQuoted: value !== undefined && found.has(value.number),
    hasRepeatedKey: value?.hasRepeatedKey === true,
  }));
}

/** Texts that cannot contain a score, which are most of them, are not read. */
function* listUnescaped(shown: string): Generator<string> {
  let text = shown;
  for (let level = 0; level <= mostEscaped; level += 1) {
    if (!text.includes('score') && !text.includes('\\u')) return;
    if (text.includes('{')) yield text;
    const next = undoEscapes(text);
    if (next === text) return;
    text = next;
  }
}

const short: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

function undoEscapes(text: string): string {
  return text.replaceAll(/\\(?:(["\\/bfnrt])|u([0-9a-fA-F]{4}))/g, (_, sign: string | undefined, code: string) =>
    sign === undefined ? String.fromCharCode(Number.parseInt(code, 16)) : (short[sign] ?? sign),
  );
}
