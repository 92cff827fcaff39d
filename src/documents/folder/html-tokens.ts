export type HtmlToken =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'open' | 'close'; readonly name: string; readonly attributes: string };

/** What stands in these is not for readers. */
const dropped: ReadonlySet<string> = new Set(['script', 'style', 'template', 'noscript', 'svg', 'iframe', 'object']);
const textOnly: ReadonlySet<string> = new Set(['title', 'textarea']);

/**
 * The tags and texts of a page, in one pass whatever the page holds: each step goes forward, and what is not closed
 * goes to the end, as in browsers. Entities are left as they are.
 */
export function* listHtmlTokens(html: string): Generator<HtmlToken> {
  let at = 0;
  while (at < html.length) {
    const start = html.indexOf('<', at);
    if (start === -1) {
      yield { kind: 'text', text: html.slice(at) };
      return;
    }
    const skipped = findDeclarationEnd(html, start);
    const tag = skipped === undefined ? findTag(html, start) : undefined;
    // A sign that begins nothing is text itself.
    const textEnd = skipped === undefined && tag === undefined ? start + 1 : start;
    if (textEnd > at) yield { kind: 'text', text: html.slice(at, textEnd) };
    at = skipped ?? tag?.end ?? textEnd;
    if (tag === undefined) continue;
    yield tag;
    if (tag.kind === 'close' || tag.attributes.endsWith('/')) continue;
    if (!dropped.has(tag.name) && !textOnly.has(tag.name)) continue;
    const end = findClosing(html, at, tag.name);
    if (textOnly.has(tag.name)) yield { kind: 'text', text: html.slice(at, end) };
    at = end;
  }
}

/** Where a comment, a doctype or an instruction ends; undefined when none begins here. */
function findDeclarationEnd(html: string, start: number): number | undefined {
  if (html.startsWith('<!--', start)) return endOf(html, '-->', start + 2);
  const next = html.charAt(start + 1);
  return next === '!' || next === '?' ? endOf(html, '>', start + 2) : undefined;
}

function endOf(html: string, mark: string, from: number): number {
  const found = html.indexOf(mark, from);
  return found === -1 ? html.length : found + mark.length;
}

type Tag = Exclude<HtmlToken, { kind: 'text' }> & { readonly end: number };

const tagName = /<\/?([A-Za-z][^\s/>]{0,60})/y;

function findTag(html: string, start: number): Tag | undefined {
  tagName.lastIndex = start;
  const match = tagName.exec(html);
  if (match === null) return undefined;
  const end = findTagEnd(html, tagName.lastIndex);
  return {
    kind: html.charAt(start + 1) === '/' ? 'close' : 'open',
    name: (match[1] ?? '').toLowerCase(),
    attributes: html.slice(tagName.lastIndex, end - 1),
    end,
  };
}

const [quote, apostrophe, equals, greater] = [0x22, 0x27, 0x3d, 0x3e];

/** Behind the `>` that ends the tag. One inside a quoted value does not; a quote counts only where a value begins. */
function findTagEnd(html: string, from: number): number {
  let isValueNext = false;
  for (let at = from; at < html.length; at += 1) {
    const code = html.charCodeAt(at);
    if (code === greater) return at + 1;
    if (isValueNext && (code === quote || code === apostrophe)) {
      const closing = html.indexOf(html.charAt(at), at + 1);
      if (closing === -1) return html.length;
      at = closing;
      isValueNext = false;
    } else isValueNext = code === equals || (isValueNext && code <= 0x20);
  }
  return html.length;
}

/** Where `</name` stands; the end of the page when it does not. */
function findClosing(html: string, from: number, name: string): number {
  for (let at = html.indexOf('</', from); at !== -1; at = html.indexOf('</', at + 2)) {
    const after = at + 2 + name.length;
    if (html.slice(at + 2, after).toLowerCase() === name && /^[\s/>]?$/.test(html.charAt(after))) return at;
  }
  return html.length;
}

/** Runs that may be empty and so never fail: none goes back, and no sign is looked at twice. */
const [gap, attributeName, equalsSign, bareValue] = [/[\s/]*/y, /=?[^\s/=]*/y, /\s*=?\s*/y, /\S*/y];
const longestRead = 4_000;

/**
 * The attributes of a tag that has few; of one that is too long to be meant, none. Read as in browsers: the first of a
 * name counts, and a bare value goes to the next blank.
 */
export function readAttributes(written: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  if (written.length > longestRead) return found;
  let at = endOfRun(gap, written, 0);
  while (at < written.length) {
    // What stands behind a gap belongs to a name, so every round goes forward.
    const nameEnd = endOfRun(attributeName, written, at);
    const name = written.slice(at, nameEnd).toLowerCase();
    const valueStart = endOfRun(equalsSign, written, nameEnd);
    const hasValue = written.slice(nameEnd, valueStart).includes('=');
    const value = hasValue ? readValue(written, valueStart) : { text: '', end: valueStart };
    if (!found.has(name)) found.set(name, value.text);
    at = endOfRun(gap, written, value.end);
  }
  return found;
}

/** `from` is at most the end of the text: from behind it a run would fail and begin anew. */
function endOfRun(run: RegExp, text: string, from: number): number {
  run.lastIndex = from;
  run.test(text);
  return run.lastIndex;
}

/** A quoted value that is never closed goes to the end. */
function readValue(written: string, start: number): { readonly text: string; readonly end: number } {
  const sign = written.charAt(start);
  if (sign !== '"' && sign !== "'") {
    const end = endOfRun(bareValue, written, start);
    return { text: written.slice(start, end), end };
  }
  const closing = written.indexOf(sign, start + 1);
  if (closing === -1) return { text: written.slice(start + 1), end: written.length };
  return { text: written.slice(start + 1, closing), end: closing + 1 };
}
