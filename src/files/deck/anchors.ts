import { findCodeRanges } from './find-includes.ts';

/** An include `path#anchor`, taken apart. */
export interface AnchoredPath {
  readonly path: string;
  /** Without `#`. Absent: the whole file. */
  readonly anchor?: string;
}

export function splitAnchor(written: string): AnchoredPath {
  const at = written.indexOf('#');
  if (at === -1 || at === written.length - 1) return { path: at === -1 ? written : written.slice(0, at) };
  return { path: written.slice(0, at), anchor: decode(written.slice(at + 1)) };
}

function decode(anchor: string): string {
  try {
    return decodeURIComponent(anchor);
  } catch (error) {
    // A plain percent sign.
    if (error instanceof URIError) return anchor;
    throw error;
  }
}

/** The part of a Markdown text under a heading, up to the next heading of the same or a higher level. */
interface MarkdownSection {
  readonly text: string;
  /** Line of the heading in the text, from 0. */
  readonly line: number;
}

interface Heading {
  readonly level: number;
  readonly title: string;
  readonly start: number;
  readonly line: number;
}

/** A section of a Markdown text, or the names of all headings if none has this one. Headings in code do not count. */
export function findSection(text: string, anchor: string): MarkdownSection | readonly string[] {
  const headings = listHeadings(text);
  const slugs = listSlugs(headings);
  const index = slugs.indexOf(toSlug(anchor));
  const heading = headings[index];
  if (heading === undefined) return slugs;
  const next = headings.findIndex(({ level }, later) => later > index && level <= heading.level);
  return { text: text.slice(heading.start, headings[next]?.start), line: heading.line };
}

/** Headings with the same text are numbered from the second on: `tone`, `tone-1`. */
function listSlugs(headings: readonly Heading[]): readonly string[] {
  const counts = new Map<string, number>();
  return headings.map(({ title }) => {
    const slug = toSlug(title);
    const count = counts.get(slug) ?? 0;
    counts.set(slug, count + 1);
    return count === 0 ? slug : `${slug}-${count}`;
  });
}

function listHeadings(text: string): readonly Heading[] {
  const headings: Heading[] = [];
  const codes = findCodeRanges(text);
  let code = 0;
  let start = 0;
  let previous = { text: '', start: 0 };
  for (const [line, written] of text.split('\n').entries()) {
    while ((codes[code]?.end ?? Number.POSITIVE_INFINITY) <= start) code += 1;
    const isCode = (codes[code]?.start ?? Number.POSITIVE_INFINITY) <= start;
    const heading = isCode ? undefined : findHeading(written);
    const under = isCode || previous.text === '' ? undefined : findUnderline(written);
    if (heading !== undefined) headings.push({ ...heading, start, line });
    else if (under !== undefined) {
      headings.push({ level: under, title: previous.text, start: previous.start, line: line - 1 });
    }
    const isText = !isCode && heading === undefined && under === undefined;
    previous = { text: isText ? written.trim() : '', start };
    start += written.length + 1;
  }
  return headings;
}

function findHeading(line: string): Pick<Heading, 'level' | 'title'> | undefined {
  const [, marks] = /^ {0,3}(#{1,6})(?=[ \t]|$)/.exec(line) ?? [];
  if (marks === undefined) return undefined;
  const rest = line.trim().slice(marks.length).trim();
  const title = rest.replace(/#+$/, '');
  return { level: marks.length, title: /[ \t]$/.test(title) || title === '' ? title.trim() : rest };
}

/** `===` or `---` under a line of text makes it a heading. */
function findUnderline(line: string): number | undefined {
  const plain = line.trim();
  if (/^=+$/.test(plain)) return 1;
  return /^-+$/.test(plain) ? 2 : undefined;
}

/**
 * The name of a heading in links, as GitHub makes it.
 *
 * @example toSlug('Grader evaluation: **tone**')  // 'grader-evaluation-tone'
 */
export function toSlug(title: string): string {
  return title
    .replaceAll(/\[\^[^\]]*\]/g, '')
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
    .replaceAll(' ', '-');
}

/** Names of contexts and ids of samples in a TOML file. */
export interface TomlNames {
  readonly contexts: readonly string[];
  readonly samples: readonly string[];
}

/**
 * The part of a TOML file that an anchor names: `contexts`, `samples`, `contexts.<name>`, `samples.<id>`, or the bare id
 * of a sample or name of a context. Undefined: there is no such part.
 */
export function findTomlPart(anchor: string, names: TomlNames): TomlNames | undefined {
  const [head, rest] = cutAtDot(anchor);
  const pick = (from: readonly string[], name: string) => from.filter((one) => one === name);
  const table = Object.hasOwn(names, head) ? (head as keyof TomlNames) : undefined; // checked in this line
  const none = { contexts: [], samples: [] };
  const parts = [
    table === undefined ? none : { ...none, [table]: rest === undefined ? names[table] : pick(names[table], rest) },
    { ...none, samples: pick(names.samples, unquote(anchor)) },
    { ...none, contexts: pick(names.contexts, unquote(anchor)) },
  ];
  return parts.find(({ contexts, samples }) => contexts.length + samples.length > 0);
}

/** The anchors of a TOML file, for a hint. If the written one names a table, only those of the table. */
export function listTomlAnchors(anchor: string, { contexts, samples }: TomlNames): readonly string[] {
  const long = [...samples.map((id) => `samples.${id}`), ...contexts.map((name) => `contexts.${name}`)];
  const tables = [...(samples.length > 0 ? ['samples'] : []), ...(contexts.length > 0 ? ['contexts'] : [])];
  return anchor.includes('.') ? [...long, ...tables] : [...samples, ...contexts, ...tables];
}

function cutAtDot(anchor: string): readonly [string, string | undefined] {
  const at = anchor.indexOf('.');
  return at === -1 ? [anchor, undefined] : [anchor.slice(0, at), unquote(anchor.slice(at + 1))];
}

/** In TOML, a name with a dot or a space is quoted. */
function unquote(name: string): string {
  return /^(["']).*\1$/.test(name) ? name.slice(1, -1) : name;
}
