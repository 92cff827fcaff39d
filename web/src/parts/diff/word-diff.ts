import { type EditStep, findEditScript } from './edit-script.ts';

/** A piece of text in both versions, only in the later one, or only in the earlier one. */
export interface TextPiece {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** Beyond these limits, lines are compared instead of words, and then whole texts. */
const bounds = { characters: 60_000, lines: 20_000, edits: 500 };

/** With less common text than this share, two whole texts are easier to read than fragments of both. */
const leastCommon = 0.2;

/**
 * The word-by-word changes of a text. Joining `same` and `removed` gives the earlier text, `same` and `added` the later
 * one, for any input. Words follow the script: Chinese and Japanese have no spaces between them.
 */
export function diffWords(before: string, after: string): readonly TextPiece[] {
  if (before === after) return toPieces([['same', before]]);
  const whole = toPieces([
    ['removed', before],
    ['added', after],
  ]);
  const steps = findSteps(before, after);
  if (steps === undefined) return whole;
  const pieces = toBlocks(steps);
  return countLetters(pieces) < leastCommon * Math.min(before.length, after.length) ? whole : pieces;
}

function findSteps(before: string, after: string): readonly EditStep[] | undefined {
  const words =
    before.length + after.length > bounds.characters
      ? undefined
      : findEditScript({ before: toWords(before), after: toWords(after) }, bounds.edits);
  if (words !== undefined) return words;
  const lines = { before: toLines(before), after: toLines(after) };
  if (lines.before.length + lines.after.length > bounds.lines) return undefined;
  return findEditScript(lines, bounds.edits);
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

function toWords(text: string): readonly string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

function toLines(text: string): readonly string[] {
  return text.split(/(?<=\n)/);
}

/** A run of steps: unchanged text, or the text removed and added in one place. */
interface Block {
  same: string;
  removed: string;
  added: string;
}

/** Removed text comes before the text that replaces it. A space between two replaced words is replaced with them. */
function toBlocks(steps: readonly EditStep[]): readonly TextPiece[] {
  const blocks: Block[] = [];
  for (const { kind, value } of steps) {
    const last = blocks.at(-1);
    const isSame = kind === 'same';
    if (last === undefined || isSame !== (last.same !== ''))
      blocks.push({ same: '', removed: '', added: '', [kind]: value });
    else last[kind] += value;
  }
  return toPieces(
    joinOverSpaces(blocks).flatMap(({ same, removed, added }) => [
      ['same', same],
      ['removed', removed],
      ['added', added],
    ]),
  );
}

function joinOverSpaces(blocks: readonly Block[]): readonly Block[] {
  const joined: Block[] = [];
  for (const block of blocks) {
    const space = joined.at(-1);
    const before = joined.at(-2);
    const isJoint = space !== undefined && before !== undefined && space.same !== '' && /^[^\S\n]+$/.test(space.same);
    if (!isJoint || !isReplaced(before) || !isReplaced(block)) {
      joined.push({ ...block });
      continue;
    }
    joined.pop();
    before.removed += space.same + block.removed;
    before.added += space.same + block.added;
  }
  return joined;
}

function isReplaced({ removed, added }: Block): boolean {
  return removed !== '' && added !== '';
}

function countLetters(pieces: readonly TextPiece[]): number {
  const lengths = pieces.map(({ kind, text }) => (kind === 'same' ? text.trim().length : 0));
  return lengths.reduce((sum, length) => sum + length, 0);
}

function toPieces(pairs: readonly (readonly [TextPiece['kind'], string])[]): readonly TextPiece[] {
  return pairs.filter(([, text]) => text !== '').map(([kind, text]) => ({ kind, text }));
}
