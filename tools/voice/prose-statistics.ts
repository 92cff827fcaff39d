import { splitBlocks, toProse } from './page-texts.ts';

/** Counts over prose: code blocks, tables and headings are left out. */
export interface ProseCounts {
  readonly words: number;
  readonly sentences: number;
  readonly semicolons: number;
  readonly you: number;
}

export const noProse: ProseCounts = { words: 0, sentences: 0, semicolons: 0, you: 0 };

export function countProse(page: string): ProseCounts {
  const prose = splitBlocks(page)
    .filter(({ isCode, lines }) => !isCode && !/^\s*(\||#)/.test(lines[0] ?? ''))
    .map(({ lines }) => toProse(lines.join('\n')));
  return prose.map(countParagraph).reduce(addCounts, noProse);
}

function countParagraph(text: string): ProseCounts {
  const words = text.match(/[\p{L}\p{N}][\p{L}\p{N}'’.-]*/gu) ?? [];
  return {
    words: words.length,
    sentences: words.length === 0 ? 0 : Math.max(1, text.match(/[.!?](?=\s|$)/g)?.length ?? 0),
    semicolons: text.match(/;/g)?.length ?? 0,
    you: words.filter((word) => /^(you|your|yours|yourself|you['’]\w+)$/i.test(word)).length,
  };
}

export function addCounts(a: ProseCounts, b: ProseCounts): ProseCounts {
  return {
    words: a.words + b.words,
    sentences: a.sentences + b.sentences,
    semicolons: a.semicolons + b.semicolons,
    you: a.you + b.you,
  };
}

export function toPerThousand(count: number, { words }: Pick<ProseCounts, 'words'>): number {
  return words === 0 ? 0 : (count / words) * 1000;
}

/** The range of the Vite, promptfoo and Inspect docs. */
export const proseLimits = { mostSemicolons: 2, leastYou: 12 };

/** What is out of range in the guides as a whole; empty when nothing is. */
export function listProseFaults(counts: ProseCounts): readonly string[] {
  if (counts.words === 0) return [];
  const semicolons = toPerThousand(counts.semicolons, counts);
  const you = toPerThousand(counts.you, counts);
  const { mostSemicolons, leastYou } = proseLimits;
  return [
    ...(semicolons > mostSemicolons
      ? [`The guides have ${semicolons.toFixed(1)} semicolons per 1,000 words. The limit is ${mostSemicolons}.`]
      : []),
    ...(you < leastYou ? [`The guides have ${you.toFixed(1)} "you" per 1,000 words. The minimum is ${leastYou}.`] : []),
  ];
}
