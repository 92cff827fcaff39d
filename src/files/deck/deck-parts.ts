import { dirname, extname } from 'node:path';
import { Fault, type Place, type Problem, type ProblemInput, toError } from '../../base/fault.ts';
import { toShownFile } from '../project/project.ts';
import { type ResolvedPath, resolveInside, toSecretProblem } from '../project/resolve-inside.ts';
import type { SampleReader } from '../samples/sample-reader.ts';
import { parseToml } from '../syntax/toml/parse-toml.ts';
import { checkSize, emptyFile, evalLimitBytes, type ReadRequest, readText, toMegabytes } from '../text/read-text.ts';
import { type PlacedContext, readDefinitions } from './contexts.ts';
import { splitFrontMatter, toFrontMatterProblem } from './deck-head.ts';
import { type Include, listIncludes } from './find-includes.ts';
import { SplicedText } from './spliced-text.ts';

/**
 * Limits on files, spellings of paths, text, and text of all parts together, so that nested includes cannot explode.
 */
export const deckLimits = { files: 200, paths: 2000, textBytes: 4 * 1024 * 1024, heldBytes: 16 * 1024 * 1024 } as const;

/** A Markdown file during assembly. `chain` is the path of includes from the deck to it, as shown to people. */
interface DeckPart {
  readonly folder: string;
  readonly file: string;
  readonly real: string;
  readonly body: string;
  readonly bodyLine: number;
  readonly chain: readonly Pick<DeckPart, 'file' | 'real'>[];
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
  readonly #setting: DeckSetting;
  readonly #contexts = new Map<string, PlacedContext>();
  readonly #resolved = new Map<string, ResolvedPath>();
  readonly #texts = new Map<string, string>();
  readonly #defined = new Map<string, readonly PlacedContext[]>();
  #heldBytes = 0;
  #isTooBig = false;
  #tomlFile: string | undefined;

  constructor(setting: DeckSetting) {
    this.#setting = setting;
  }

  /** In order of first appearance. A later definition replaces an earlier one in its position. */
  get contexts(): readonly PlacedContext[] {
    return [...this.#contexts.values()];
  }

  /** The first TOML file. More definitions can go there. */
  get tomlFile(): string | undefined {
    return this.#tomlFile;
  }

  /** Returns the text of a Markdown file with its includes inserted. */
  assemble(part: DeckPart): string {
    const result = new SplicedText();
    let from = 0;
    for (const include of listIncludes(part.body)) {
      const text = this.#read(part, include);
      if (text === undefined) continue;
      result.add(part.body.slice(from, include.start));
      from = include.end;
      if (result.length + text.length > deckLimits.textBytes) this.#stop(part, include);
      else if (text === '') result.leaveGap();
      else result.add(text);
    }
    result.add(part.body.slice(from));
    return result.toString();
  }

  /** The text that replaces an include. Undefined: it stays as it is, because it is an image. */
  #read(part: DeckPart, include: Include): string | undefined {
    const kind = toIncludeKind(include.written);
    if (kind === 'image') return undefined;
    if (this.#isTooBig) return '';
    if (include.written.trim() === '') return this.#report(part, include, toNameless());
    if (this.#resolved.size >= deckLimits.paths) return this.#stop(part, include);
    const found = this.#resolve(part, include);
    if (found.status === 'missing') return this.#report(part, include, toMissing(part, include, found.nearest));
    if (found.status === 'secret') return this.#report(part, include, toSecretProblem(include.written));
    if (found.status === 'outside') return this.#report(part, include, this.#toOutside(include, found.what));
    const loop = part.chain.findIndex(({ real }) => real === found.real);
    if (loop !== -1) return this.#report(part, include, toCycle(part, loop));
    const known = this.#texts.get(found.real);
    if (known !== undefined) {
      this.#declare(this.#defined.get(found.real) ?? []);
      return known;
    }
    const text = this.#readFile(part, include, { ...found, kind });
    this.#texts.set(found.real, text);
    this.#heldBytes += text.length;
    return this.#heldBytes > deckLimits.heldBytes ? this.#stop(part, include) : text;
  }

  #resolve(part: DeckPart, { written }: Include): ResolvedPath {
    const key = `${part.folder}\0${written}`;
    const known = this.#resolved.get(key);
    if (known !== undefined) return known;
    const result = resolveInside(written, [part.folder], this.#setting.root);
    this.#resolved.set(key, result);
    return result;
  }

  #readFile(part: DeckPart, include: Include, found: FoundFile): string {
    if (this.files.length >= deckLimits.files) return this.#stop(part, include);
    const file = toShownFile(found.path, this.#setting.cwd);
    const place = toPlace(part, include);
    this.files.push(file);
    try {
      const text = readIncluded({ path: found.real, within: found.root, shown: file, place }, found.kind);
      if (found.kind === 'definitions') return this.#define(text, { file, real: found.real });
      const { body, bodyLine, flaw } = splitFrontMatter(text);
      if (flaw?.kind === 'unclosed') this.problems.push(toFrontMatterProblem(flaw, file));
      const own = { file, real: found.real };
      return this.assemble({ ...own, folder: dirname(found.path), body, bodyLine, chain: [...part.chain, own] });
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      this.problems.push(...error.problems.map((problem) => ({ ...problem, reading: 'deck' })));
      return '';
    }
  }

  /** Takes contexts and samples from a TOML file, and returns no text. */
  #define(text: string, { file, real }: Pick<DeckPart, 'file' | 'real'>): '' {
    this.#tomlFile ??= file;
    const reading = 'deck TOML';
    if (text.trim() === '') {
      this.problems.push(...emptyFile(file, reading).problems);
      return '';
    }
    const { data, problems } = parseToml({ text, file, reading });
    this.problems.push(...problems);
    if (data === undefined) return '';
    const definitions = readDefinitions(data, this.#setting.reader, 'DECK');
    this.problems.push(...definitions.problems);
    this.#defined.set(real, definitions.contexts);
    this.#declare(definitions.contexts);
    return '';
  }

  /** A later definition wins and keeps the earlier position, even if it comes from a file that was read before. */
  #declare(contexts: readonly PlacedContext[]): void {
    for (const placed of contexts) this.#contexts.set(placed.context.name, placed);
  }

  #stop(part: DeckPart, include: Include): '' {
    if (this.#isTooBig) return '';
    this.#isTooBig = true;
    const message = `With its includes, the deck has more than ${deckLimits.files} files or ${toMegabytes(deckLimits.textBytes)} MB of text.`;
    return this.#report(part, include, { code: 'DECK_TOO_BIG', message, hint: 'Include only what the judge needs.' });
  }

  #toOutside({ written }: Include, what: string): ProblemInput {
    const root = toShownFile(this.#setting.root, this.#setting.cwd);
    const hint = `Includes must stay inside the project root, "${root}". A .turnwise folder marks the root.`;
    return { code: 'FILE_OUTSIDE_ROOT', message: `The path "${written}" ${what}.`, hint };
  }

  #report(part: DeckPart, include: Include, input: ProblemInput): '' {
    this.problems.push(toError({ ...input, reading: 'deck', ...toPlace(part, include) }));
    return '';
  }
}

type FoundFile = Extract<ResolvedPath, { readonly status: 'found' }> & { readonly kind: IncludeKind };

function toPlace(part: DeckPart, include: Include): Place {
  return { file: part.file, line: part.bodyLine + include.line, column: include.column };
}

function renderChain(files: readonly string[]): string {
  return files.join(' → ');
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

function toMissing(part: DeckPart, { written }: Include, nearest: string | undefined): ProblemInput {
  const chain = renderChain([...part.chain.map(({ file }) => file), written]);
  const message = `There is no file "${written}": ${chain}.`;
  const hint = nearest === undefined ? `The path is relative to "${part.file}".` : `Did you mean "${nearest}"?`;
  return { code: 'DECK_INCLUDE_MISSING', message, hint };
}

function toCycle({ chain }: DeckPart, loop: number): ProblemInput {
  const files = [...chain.map(({ file }) => file), chain[loop]?.file ?? ''];
  const message = `The deck includes itself: ${renderChain(files)}.`;
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
