/** A text with its escapes undone, and which part of the original each of its signs came from. */
interface DecodedText {
  readonly text: string;
  /** Where the part of a sign starts and ends in the original. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}

/**
 * Escapes of JSON (however often the backslashes were doubled), of URLs and forms, and of HTML; and line ends with what
 * they are indented by, because a long text may be wrapped anywhere.
 */
const escapes =
  /\\+(?:u[\da-f]{4}|[nr][ \t]{0,8}|[\s\S]?)|(?:%[\da-f]{2})+|&(?:#\d{1,7}|#x[\da-f]{1,6}|quot|amp|apos|lt|gt);|[\r\n]+[ \t]{0,8}|\+/gi;

/** HTML inside JSON inside a URL; deeper than that is a text of its own. */
const mostPasses = 3;

/**
 * Undoes every escape, so that two spellings of one text decode to the same. The result is for comparing, not for
 * reading: it has no backslashes and no line ends, and a space for each `+`.
 */
export function decodeText(original: string): DecodedText {
  let decoded = toIdentity(original);
  for (let pass = 0; pass < mostPasses; pass += 1) {
    const next = decodeOnce(decoded);
    if (next.text === decoded.text) return next;
    decoded = next;
  }
  return decoded;
}

/** Whether a text decodes to itself, so that it need not be decoded. */
export function isPlainText(text: string): boolean {
  return !/[\\%&\r\n+]/.test(text);
}

function toIdentity(text: string): DecodedText {
  const starts = Int32Array.from({ length: text.length }, (_, at) => at);
  return { text, starts, ends: starts.map((at) => at + 1) };
}

/** What an escape decodes to is never longer than the escape, so the arrays are long enough. */
function decodeOnce({ text, starts, ends }: DecodedText): DecodedText {
  const pieces: string[] = [];
  const newStarts = new Int32Array(text.length);
  const newEnds = new Int32Array(text.length);
  let length = 0;
  let read = 0;
  const keep = (end: number) => {
    pieces.push(text.slice(read, end));
    newStarts.set(starts.subarray(read, end), length);
    newEnds.set(ends.subarray(read, end), length);
    length += end - read;
  };
  for (const match of text.matchAll(escapes)) {
    const end = match.index + match[0].length;
    const said = decodeEscape(match[0]);
    keep(match.index);
    pieces.push(said);
    newStarts.fill(starts[match.index] ?? 0, length, length + said.length);
    newEnds.fill(ends[end - 1] ?? 0, length, length + said.length);
    length += said.length;
    read = end;
  }
  keep(text.length);
  return { text: pieces.join(''), starts: newStarts.subarray(0, length), ends: newEnds.subarray(0, length) };
}

const shortEscapes: Readonly<Record<string, string>> = { t: '\t', b: '\b', f: '\f' };
const entities: Readonly<Record<string, string>> = { quot: '"', amp: '&', apos: "'", lt: '<', gt: '>' };

function decodeEscape(written: string): string {
  if (written === '+') return ' ';
  if (written.startsWith('%')) return decodeBytes(written);
  if (written.startsWith('&')) return decodeEntity(written.slice(1, -1).toLowerCase());
  if (!written.startsWith('\\')) return '';
  const escaped = written.replace(/^\\+/, '');
  if (/^[nr]/i.test(escaped)) return /^[NR]/.test(escaped) ? escaped : '';
  if (/^u./i.test(escaped)) return String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
  return shortEscapes[escaped] ?? escaped;
}

/** Bytes that are not UTF-8 stay as they are written, in one case. */
function decodeBytes(written: string): string {
  try {
    return decodeURIComponent(written);
  } catch {
    return written.toLowerCase();
  }
}

function decodeEntity(name: string): string {
  if (!name.startsWith('#')) return entities[name] ?? '';
  const code = name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code > 0x10ffff ? '' : String.fromCodePoint(code);
}
