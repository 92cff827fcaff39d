import { dirname, extname } from 'node:path';
import { definedOnly } from '../../base/defined-only.ts';
import { Fault, type Place, type Problem, type ProblemInput, toError } from '../../base/fault.ts';
import { suggestFrom } from '../../base/nearest.ts';
import { toShownFile } from '../project/project.ts';
import { type ResolvedPath, resolveInside, toOutsideProblem, toSecretProblem } from '../project/resolve-inside.ts';
import type { SampleReader } from '../samples/sample-reader.ts';
import { checkSize, evalLimitBytes, type ReadRequest, readText, toMegabytes } from '../text/read-text.ts';
import { type AnchoredPath, findSection, splitAnchor, toSlug } from './anchors.ts';
import { trimBlankLines, withQuoteMarks } from './blank-lines.ts';
import { DeckDefinitions } from './deck-definitions.ts';
import { type SplitDeck, splitFrontMatter, toFrontMatterProblem } from './deck-head.ts';
import { type Include, listIncludes } from './find-includes.ts';

/**
 * Limits on files, spellings of paths, text, and text of all parts together, so that nested includes cannot explode.
 */
export const deckLimits = { files: 200, paths: 2000, textBytes: 4 * 1024 * 1024, heldBytes: 16 * 1024 * 1024 } as const;

/** A Markdown file or a section of one during assembly. `chain` is the path of includes from the deck to it. */
interface DeckPart {
  readonly folder: string;
  readonly file: string;
  readonly body: string;
  readonly bodyLine: number;
  readonly chain: readonly ChainLink[];
}

interface ChainLink {
  /** As shown to people: the file, and the section after `#`. */
  readonly shown: string;
  /** The real path, and the section. */
  readonly key: string;
}

interface DeckSetting {
  readonly root: string;
  readonly cwd: string;
  readonly reader: SampleReader;
}

/** Assembles a deck from the files it includes. Each file is read once, even if it is included several times. */
export class DeckParts {
  readonly problems: Problem[] = [];
  readonly files: string[] = [];
  readonly definitions: DeckDefinitions;
  readonly #setting: DeckSetting;
  readonly #resolved = new Map<string, FoundPath>();
  readonly #bodies = new Map<string, SplitDeck>();
  readonly #unreadable = new Set<string>();
  readonly #texts = new Map<string, string>();
  #heldBytes = 0;
  #isTooBig = false;

  constructor(setting: DeckSetting) {
    this.#setting = setting;
    this.definitions = new DeckDefinitions(setting.reader);
  }

  /** Returns the text of a Markdown file with its includes inserted. */
  assemble(part: DeckPart): string {
    const pieces: string[] = [];
    let length = 0;
    const add = (text: string) => {
      pieces.push(text);
      length += text.length;
    };
    const cuts = listIncludes(part.body).flatMap((include) => {
      const text = this.#read(part, include);
      return text === undefined ? [] : [{ include, start: include.start, end: include.end, text }];
    });
    let from = 0;
    for (const { include, start, end, text } of withQuoteMarks(part.body, cuts)) {
      add(part.body.slice(from, start));
      from = end;
      if (length + text.length > deckLimits.textBytes) this.#stop(part, include);
      else add(text);
    }
    add(part.body.slice(from));
    return trimBlankLines(pieces.join(''));
  }

  /** The text that replaces an include. Undefined: it stays as it is, because it is an image. */
  #read(part: DeckPart, include: Include): string | undefined {
    const path = splitAnchor(include.written);
    if (toIncludeKind(path.path) === 'image') return undefined;
    if (this.#isTooBig) return '';
    if (path.path.trim() === '') return this.#report(part, include, toNameless());
    if (this.#resolved.size >= deckLimits.paths) return this.#stop(part, include);
    const { result: found, anchor, shown } = this.#resolve(part, include, path);
    if (found.status === 'missing') return this.#report(part, include, toMissing(part, shown, found.nearest));
    if (found.status === 'secret') return this.#report(part, include, toSecretProblem(shown));
    if (found.status === 'outside') {
      const outside = { folder: part.folder, written: shown, what: found.what };
      return this.#report(part, include, toOutsideProblem(outside, this.#setting));
    }
    const file = toShownFile(found.path, this.#setting.cwd);
    const opened = { path: found, file, anchor };
    return toIncludeKind(shown) === 'definitions'
      ? this.#define(part, include, opened)
      : this.#insert(part, include, opened);
  }

  /** The text of a Markdown file, or of a section of it. */
  #insert(part: DeckPart, include: Include, { path, file, anchor }: OpenedFile): string {
    const link = toLink(path.real, file, anchor);
    const loop = part.chain.findIndex(({ key }) => key === link.key);
    if (loop !== -1) return this.#report(part, include, toCycle(part, link, loop));
    if (part.chain.length > deckLimits.files) return this.#stop(part, include);
    const known = this.#texts.get(link.key);
    if (known !== undefined) return known;
    const body = this.#readBody(part, include, { path, file });
    if (body === undefined) return '';
    const section = anchor === undefined ? { text: body.body, line: 0 } : findSection(body.body, anchor);
    if (!('text' in section)) {
      const kind = { what: 'heading', known: section };
      return this.#report(part, include, toMissingAnchor(part, { file, anchor: anchor ?? '', ...kind }));
    }
    const chain = [...part.chain, link];
    const bodyLine = body.bodyLine + section.line;
    const text = this.assemble({ folder: dirname(path.path), file, body: section.text, bodyLine, chain });
    this.#texts.set(link.key, text);
    this.#heldBytes += text.length;
    return this.#heldBytes > deckLimits.heldBytes ? this.#stop(part, include) : text;
  }

  /** Takes contexts and samples from a TOML file, and returns no text. */
  #define(part: DeckPart, include: Include, { path, file, anchor }: OpenedFile): '' {
    const { definitions } = this;
    if (!definitions.has(path.real)) {
      const text = this.#readFile(part, include, { path, file, kind: 'definitions' });
      if (text === undefined) return '';
      this.problems.push(...definitions.add(path.real, text, file));
    }
    const { problems, missing } = definitions.take(path.real, anchor);
    this.problems.push(...problems);
    if (missing === undefined) return '';
    const known = { what: 'table or sample', known: missing };
    return this.#report(part, include, toMissingAnchor(part, { file, anchor: anchor ?? '', ...known }));
  }

  #resolve(part: DeckPart, { written }: Include, { path, anchor }: AnchoredPath): FoundPath {
    const key = `${part.folder}\0${written}`;
    const known = this.#resolved.get(key);
    if (known !== undefined) return known;
    const { root } = this.#setting;
    // A name of a file may contain "#".
    const whole = anchor === undefined ? undefined : resolveInside(written, [part.folder], root);
    const found: FoundPath =
      whole?.status === 'found'
        ? { result: whole, shown: written }
        : { result: resolveInside(path, [part.folder], root), shown: path, ...definedOnly({ anchor }) };
    this.#resolved.set(key, found);
    return found;
  }

  /** A Markdown file without its front matter. Undefined: it cannot be read, which is reported. */
  #readBody(part: DeckPart, include: Include, { path, file }: Omit<OpenedFile, 'anchor'>): SplitDeck | undefined {
    const known = this.#bodies.get(path.real);
    if (known !== undefined) return known;
    const text = this.#readFile(part, include, { path, file, kind: 'text' });
    if (text === undefined) return undefined;
    const split = splitFrontMatter(text);
    if (split.flaw?.kind === 'unclosed') this.problems.push(toFrontMatterProblem(split.flaw, file));
    this.#bodies.set(path.real, split);
    return split;
  }

  #readFile(part: DeckPart, include: Include, { path, file, kind }: FileToRead): string | undefined {
    if (this.#unreadable.has(path.real)) return undefined;
    if (this.files.length >= deckLimits.files) {
      this.#stop(part, include);
      return undefined;
    }
    this.files.push(file);
    try {
      const place = toPlace(part, include);
      return readIncluded({ path: path.real, within: path.root, shown: file, place }, kind);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      this.#unreadable.add(path.real);
      this.problems.push(...error.problems.map((problem) => ({ ...problem, reading: 'deck' })));
      return undefined;
    }
  }

  #stop(part: DeckPart, include: Include): '' {
    if (this.#isTooBig) return '';
    this.#isTooBig = true;
    const message = `With its includes, the deck has more than ${deckLimits.files} files or ${toMegabytes(deckLimits.textBytes)} MB of text.`;
    return this.#report(part, include, { code: 'DECK_TOO_BIG', message, hint: 'Include only what the judge needs.' });
  }

  #report(part: DeckPart, include: Include, input: ProblemInput): '' {
    this.problems.push(toError({ ...input, reading: 'deck', ...toPlace(part, include) }));
    return '';
  }
}

type FoundFile = Extract<ResolvedPath, { readonly status: 'found' }>;

interface FoundPath {
  readonly result: ResolvedPath;
  /** The path as written, without the anchor. */
  readonly shown: string;
  readonly anchor?: string;
}

interface OpenedFile {
  readonly path: FoundFile;
  /** As shown to people. */
  readonly file: string;
  readonly anchor: string | undefined;
}

interface FileToRead extends Omit<OpenedFile, 'anchor'> {
  readonly kind: Exclude<IncludeKind, 'image'>;
}

function toLink(real: string, file: string, anchor: string | undefined): ChainLink {
  return anchor === undefined
    ? { shown: file, key: real }
    : { shown: `${file}#${anchor}`, key: `${real}#${toSlug(anchor)}` };
}

function toPlace(part: DeckPart, include: Include): Place {
  return { file: part.file, line: part.bodyLine + include.line, column: include.column };
}

function renderChain(links: readonly string[]): string {
  return links.join(' → ');
}

interface MissingAnchor {
  readonly file: string;
  readonly anchor: string;
  readonly what: string;
  readonly known: readonly string[];
}

function toMissingAnchor({ chain }: DeckPart, { file, anchor, what, known }: MissingAnchor): ProblemInput {
  const links = renderChain([...chain.map(({ shown }) => shown), `${file}#${anchor}`]);
  const message = `"${file}" has no ${what} "${anchor}": ${links}.`;
  return { code: 'DECK_ANCHOR_MISSING', message, hint: suggestFrom(anchor, known) };
}

/** A file of samples may be larger than text for a judge. */
function readIncluded(request: ReadRequest & { readonly place: Place }, kind: IncludeKind): string {
  const limit = kind === 'definitions' ? evalLimitBytes : deckLimits.textBytes;
  const hint =
    kind === 'definitions'
      ? 'Move the samples to a separate .samples.jsonl file, one sample per line.'
      : 'Include only what the judge needs.';
  checkSize(request, limit, { code: 'DECK_TOO_BIG', hint });
  return readText(request);
}

function toNameless(): ProblemInput {
  const hint = 'Write ![text](file.md). Turnwise does not include files inside code blocks or backticks.';
  return { code: 'DECK_BAD_VALUE', message: 'The include names no file.', hint };
}

function toMissing({ chain, file }: DeckPart, written: string, nearest: string | undefined): ProblemInput {
  const links = renderChain([...chain.map(({ shown }) => shown), written]);
  const message = `There is no file "${written}": ${links}.`;
  const hint = nearest === undefined ? `The path is relative to "${file}".` : `Did you mean "${nearest}"?`;
  return { code: 'DECK_INCLUDE_MISSING', message, hint };
}

function toCycle({ chain }: DeckPart, { shown }: ChainLink, loop: number): ProblemInput {
  const links = [...chain.map((link) => link.shown), chain[loop]?.shown ?? shown];
  const message = `The deck includes itself: ${renderChain(links)}.`;
  return { code: 'DECK_INCLUDE_CYCLE', message, hint: 'Remove one of these includes.' };
}

/** text: inserted. definitions: contexts and samples. image: unchanged. */
type IncludeKind = 'text' | 'definitions' | 'image';

const imageSuffixes = new Set([
  '.png',
  '.jpg',
  '.jpeg',
  '.gif',
  '.svg',
  '.webp',
  '.avif',
  '.bmp',
  '.ico',
  '.tif',
  '.tiff',
]);

/** The kind of an include `![…](written)`. URLs are never fetched: they are images for judges that see images. */
function toIncludeKind(written: string): IncludeKind {
  if (/^(?:https?:|data:)/i.test(written)) return 'image';
  const suffix = extname(written.replaceAll('\\', '/')).toLowerCase();
  if (imageSuffixes.has(suffix)) return 'image';
  return suffix === '.toml' ? 'definitions' : 'text';
}
