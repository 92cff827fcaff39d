import {
  caseBlock,
  indexBlock,
  type PageCase,
  type PageIndex,
  type PageMark,
  type PageRow,
  type PageStatus,
  type PageVerdict,
  pageMarks,
  pageStatuses,
} from '../../src/format/page-data.ts';
import { DataBlocks } from '../page/data-blocks.ts';
import { type SearchStep, searchLines } from '../page/search-lines.ts';

/** A case, with what the list and the filters need. */
export interface CaseRow {
  /** Index in the report. */
  readonly number: number;
  readonly chunk: number;
  /** Index in its chunk. */
  readonly place: number;
  readonly id: string;
  readonly status: PageStatus;
  readonly dataset: string;
  readonly target: string;
  readonly send: string;
  readonly play: string;
  readonly repeat: number;
  readonly tags: readonly string[];
  /** The worst mark from each grader. */
  readonly graders: ReadonlyMap<string, PageMark>;
  /** Turn index. Undefined if no turn failed. */
  readonly firstFailure: number | undefined;
  readonly score: number | null;
  readonly latencyMs: number;
  readonly costUsd: number;
}

/** The cases in the data blocks of the page. Transcripts are parsed one at a time. */
export class PageCases {
  readonly rows: readonly CaseRow[];
  readonly blocks: DataBlocks<PageIndex, PageCase>;

  constructor(root: Document) {
    this.blocks = new DataBlocks(root, { index: indexBlock, lines: caseBlock });
    const rows: CaseRow[] = [];
    for (const [chunk, { names, rows: given }] of this.blocks.listIndexes().entries()) {
      for (const [place, row] of given.entries())
        rows.push(toCaseRow(row, names, { number: rows.length, chunk, place }));
    }
    this.rows = rows;
  }

  read({ chunk, place }: CaseRow): PageCase {
    return this.blocks.find(chunk, place) ?? { t: [] };
  }
}

function toCaseRow(
  row: PageRow,
  names: readonly string[],
  where: Pick<CaseRow, 'number' | 'chunk' | 'place'>,
): CaseRow {
  const [id, status, dataset, target, send, play, repeat, tags, graders, ...metrics] = row;
  const [firstFailure, score, latencyMs, costUsd] = metrics;
  const nameOf = (place: number) => names[place] ?? '';
  return {
    ...where,
    id,
    status: pageStatuses[status] ?? 'unfinished',
    dataset: nameOf(dataset),
    target: nameOf(target),
    send: nameOf(send),
    play: nameOf(play),
    repeat,
    tags: tags.map(nameOf),
    graders: toGraderMarks(graders, nameOf),
    firstFailure: firstFailure < 0 ? undefined : firstFailure,
    score,
    latencyMs,
    costUsd,
  };
}

function toGraderMarks(pairs: readonly number[], nameOf: (place: number) => string): ReadonlyMap<string, PageMark> {
  const marks = new Map<string, PageMark>();
  for (let index = 0; index < pairs.length; index += 2) {
    marks.set(nameOf(pairs[index] ?? 0), pageMarks[pairs[index + 1] ?? 0] ?? 'ungraded');
  }
  return marks;
}

/** Searches all messages and reasons. One line is one case. */
export function searchMessages({ blocks }: PageCases, needle: string): Generator<SearchStep> {
  return searchLines(blocks, needle, (number, content) => (says(content, needle) ? [number] : []));
}

function says(content: PageCase, needle: string): boolean {
  const { t: turns, v: verdicts = [], e: error, n: reason, a: attempts = [] } = content;
  const has = (text: string | undefined) => text?.toLowerCase().includes(needle) === true;
  const hasVerdict = ({ x, g }: PageVerdict) => has(x) || has(g);
  return (
    turns.some(({ x, o, c, v = [] }) => has(x) || has(o) || c?.some(has) === true || v.some(hasVerdict)) ||
    verdicts.some(hasVerdict) ||
    attempts.some(([why, said]) => has(why) || says({ t: said }, needle)) ||
    [...(error ?? []), reason].some(has)
  );
}
