import { type Dirent, realpathSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, extname, join, resolve } from 'node:path';
import { Fault, hasError, type Problem, toError } from '../../base/fault.ts';
import { type Deck, showingContexts } from '../../conversation/judge/deck.ts';
import { isPromptText, toPromptDeck } from '../../conversation/judge/prompt-deck.ts';
import { promptScale } from '../../conversation/judge/prompt-spec.ts';
import type { Sample } from '../../conversation/sample.ts';
import { findForeignProblem } from '../project/foreign-file.ts';
import { findProjectRoot, toShownFile } from '../project/project.ts';
import { checkScores } from '../samples/check-scores.ts';
import type { SamplePlaceOf, SkippedSample } from '../samples/sample-flaw.ts';
import { SampleReader } from '../samples/sample-reader.ts';
import { checkPlainFile, checkSize, readText } from '../text/read-text.ts';
import { closeBlankLines } from './blank-lines.ts';
import { checkContexts, toAskedContexts } from './contexts.ts';
import {
  type HeadReading,
  readDeckHead,
  type SplitDeck,
  splitFrontMatter,
  toFrontMatterProblem,
  toRules,
} from './deck-head.ts';
import { DeckParts, deckLimits } from './deck-parts.ts';
import { listIncludes } from './find-includes.ts';

export interface ReadDeckOptions {
  readonly cwd: string;
  /** Makes every skipped sample an error. */
  readonly strict?: boolean | undefined;
  /** Whether other samples replace its own. Problems of its own samples are then warnings at most. */
  readonly hasOtherSamples?: boolean | undefined;
}

interface DeckReading {
  /** Absent if a problem is an error. */
  readonly deck?: Deck;
  readonly skipped: readonly SkippedSample[];
  readonly problems: readonly Problem[];
  /** The places of its samples, by id. */
  readonly places: ReadonlyMap<string, SamplePlaceOf>;
}

/**
 * Reads a deck with everything it includes: the text for the judge, contexts and samples. Reports all problems of all
 * its files. Throws a Fault only if the deck itself cannot be read.
 */
export function readDeck(path: string, options: ReadDeckOptions): DeckReading {
  const full = resolve(options.cwd, path);
  const file = toShownFile(full, options.cwd);
  const written = readDeckText(full, file);
  if (isPromptFile(written)) return readPrompt(written, file);
  const split = splitFrontMatter(written);
  const head = readHead(split, file);
  const reader = new SampleReader({ ...options, isOfDeck: true });
  const parts = new DeckParts({ root: findProjectRoot(full), cwd: options.cwd, reader });
  const chain = [{ shown: file, key: realpathSync(full) }];
  const { body, bodyLine } = split;
  parts.files.push(file);
  const text = closeBlankLines(parts.assemble({ file, folder: dirname(full), body, bodyLine, chain }));
  parts.definitions.readSamples();
  const {
    samples,
    skipped,
    places,
    problems: sampleProblems,
  } = head.rules === undefined ? reader.reading : checkScores(reader.reading, head.rules.scale, options);
  const ofSamples = options.hasOtherSamples === true ? sampleProblems.map(toMildProblem) : sampleProblems;
  const found = [...head.problems, ...parts.problems, ...checkWhole({ text, file, parts, samples }), ...ofSamples];
  if (head.rules === undefined || hasError(found)) return { skipped, problems: found, places };
  const contexts = toAskedContexts(parts.definitions.contexts, head.rules.scale);
  const deck = { file, text, ...head.rules, contexts, samples, files: parts.files };
  return { deck, skipped, problems: found, places };
}

/** A deck says with contexts what the judge sees, so a file with includes or front matter is a deck. */
function isPromptFile(text: string): boolean {
  return isPromptText(text) && splitFrontMatter(text).body === text && listIncludes(text).length === 0;
}

function readPrompt(text: string, file: string): DeckReading {
  const deck = toPromptDeck(text, { file, scale: promptScale });
  const nothing = { skipped: [], places: new Map() };
  if (deck.contexts.some(({ name }) => showingContexts.includes(name))) return { deck, ...nothing, problems: [] };
  const message = `"${file}" is not a grader: its prompt has no placeholder for the reply, so a judge would see nothing to grade.`;
  const hint = 'Add {{candidate_answer}} to the prompt.';
  const place = { reading: 'prompt', file, line: 1, column: 1 };
  return { ...nothing, problems: [toError({ code: 'DECK_NOT_A_GRADER', message, hint, ...place })] };
}

function toMildProblem(problem: Problem): Problem {
  return { ...problem, severity: 'warning' };
}

function readDeckText(path: string, file: string): string {
  const request = { path, shown: file };
  const place = { reading: 'deck', file, line: 1, column: 1 };
  checkPlainFile(request);
  if (extname(path).toLowerCase() === '.toml') {
    const message = `"${file}" contains contexts or samples for a deck. It is not a deck.`;
    throw new Fault({ code: 'DECK_BAD_VALUE', message, hint: 'Use the Markdown file that includes it.', ...place });
  }
  const hasReader = extname(path).toLowerCase() === '.md';
  const foreign = findForeignProblem({ path, shown: file }, { hasReader });
  if (foreign !== undefined) throw new Fault([foreign]);
  const hint = 'Include only what the judge needs.';
  checkSize(request, deckLimits.textBytes, { name: 'The deck', code: 'DECK_TOO_BIG', hint, place });
  return readText(request);
}

function readHead({ head, flaw }: SplitDeck, file: string): HeadReading {
  if (flaw !== undefined) return { problems: [toFrontMatterProblem(flaw, file)] };
  return head === undefined ? { rules: toRules({}), problems: [] } : readDeckHead(head, file);
}

interface WholeDeck {
  readonly text: string;
  readonly file: string;
  readonly parts: DeckParts;
  readonly samples: readonly Sample[];
}

/** Checks that need the whole deck. Skipped if a part is missing. */
function checkWhole({ text, file, parts, samples }: WholeDeck): readonly Problem[] {
  if (hasError(parts.problems)) return [];
  const { contexts, firstFile: tomlFile } = parts.definitions;
  if (text.trim() !== '') return checkContexts({ contexts, file, tomlFile, samples });
  const message = 'The deck has no instructions for the judge.';
  const hint = 'Describe what a good reply is and what each score means.';
  return [toError({ code: 'DECK_EMPTY', message, hint, reading: 'deck', file, line: 1, column: 1 })];
}

/** Maximum number of folders to visit, so that a server started in the wrong folder does not read the whole disk. */
const mostFolders = 5_000;
const mostDecks = 200;

/**
 * Lists the decks of a project, as paths from its root with forward slashes, in order. Skips hidden folders,
 * `node_modules`, links, and folders without read permission.
 */
export async function listDecks(root: string): Promise<readonly string[]> {
  const decks: string[] = [];
  const waiting = [''];
  for (let looked = 0; looked < mostFolders && decks.length < mostDecks; looked += 1) {
    const folder = waiting.shift();
    if (folder === undefined) break;
    for (const entry of await listEntries(join(root, folder))) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory() && isOpen(entry.name)) waiting.push(path);
      else if (entry.isFile() && entry.name.endsWith('.deck.md')) decks.push(path);
    }
  }
  return decks.slice(0, mostDecks).sort();
}

function isOpen(name: string): boolean {
  return name !== 'node_modules' && !name.startsWith('.');
}

async function listEntries(folder: string): Promise<readonly Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
