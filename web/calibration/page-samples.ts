import {
  judgesBlock,
  type PageAnswer,
  type PageJudge,
  type PageSample,
  type SampleAnswer,
  type SampleIndex,
  sampleBlock,
  sampleIndexBlock,
  textsBlock,
} from '../../src/format/calibration-page.ts';
import { DataBlocks } from '../page/data-blocks.ts';
import { type SearchStep, searchLines } from '../page/search-lines.ts';

/** One judge's answer on one sample, with what the list and the filters need. */
export interface AnswerRow {
  /** Index among all answers. */
  readonly number: number;
  readonly chunk: number;
  /** Index of the sample in its chunk. */
  readonly place: number;
  /** Index of the sample among all samples. */
  readonly sample: number;
  /** Index of the answer among those on its sample. */
  readonly answer: number;
  readonly id: string;
  readonly turns: number;
  readonly judge: number;
  readonly human: number | null;
  readonly said: number | null;
  /** Why the answer is ungraded. */
  readonly cause: string | undefined;
  readonly tags: readonly string[];
}

/** The samples in the data blocks of the page. Conversations are parsed one at a time. */
export class PageSamples {
  readonly rows: readonly AnswerRow[];
  readonly judges: readonly PageJudge[];
  readonly blocks: DataBlocks<SampleIndex, PageSample>;
  /** Numbers of the answers on each sample. */
  readonly #bySample: readonly (readonly number[])[];
  readonly #texts: DataBlocks<readonly PageJudge[], string>;

  constructor(root: Document) {
    this.blocks = new DataBlocks(root, { index: sampleIndexBlock, lines: sampleBlock });
    this.#texts = new DataBlocks(root, { index: judgesBlock, lines: textsBlock });
    this.judges = this.#texts.listIndexes()[0] ?? [];
    const rows: AnswerRow[] = [];
    const bySample: number[][] = [];
    for (const [chunk, { names, rows: samples }] of this.blocks.listIndexes().entries()) {
      for (const [place, [id, turns, answers]] of samples.entries()) {
        const sample = bySample.push([]) - 1;
        for (const [answer, given] of answers.entries()) {
          const number = rows.length;
          bySample[sample]?.push(number);
          rows.push({ number, chunk, place, sample, answer, id, turns, ...toAnswer(given, names) });
        }
      }
    }
    this.rows = rows;
    this.#bySample = bySample;
  }

  read({ chunk, place }: AnswerRow): PageSample {
    return this.blocks.find(chunk, place) ?? { turns: [], answers: [] };
  }

  /** The answers of all judges on a sample. */
  listAnswers(sample: number): readonly AnswerRow[] {
    return (this.#bySample[sample] ?? []).flatMap((number) => this.rows[number] ?? []);
  }

  /** A text of a request. Negative indexes are texts that several samples share. */
  readText({ texts = [] }: PageSample, place: number): string {
    return (place < 0 ? this.#texts.find(0, -1 - place) : texts[place]) ?? '';
  }
}

function toAnswer([judge, human, said, cause, tags]: SampleAnswer, names: readonly string[]) {
  return { judge, human, said, cause: names[cause], tags: tags.map((tag) => names[tag] ?? '') };
}

/** Searches messages, reasons, ratings and replies. Requests are left out, because all contain the same deck. */
export function searchSamples(samples: PageSamples, needle: string): Generator<SearchStep> {
  return searchLines(samples.blocks, needle, (sample, content) => {
    const isSaid = hasMessage(content, needle);
    const answers = samples
      .listAnswers(sample)
      .filter(({ answer }) => isSaid || hasReason(content.answers[answer], needle));
    return answers.map(({ number }) => number);
  });
}

function hasMessage({ turns }: PageSample, needle: string): boolean {
  return turns.some(({ x, c = [] }) => [x, ...c].some((text) => text.toLowerCase().includes(needle)));
}

function hasReason(answer: PageAnswer | undefined, needle: string): boolean {
  if (answer === undefined) return false;
  const { humanReason = '', judgeReason = '', reply = '', ratings = [] } = answer;
  const texts = [humanReason, judgeReason, reply, ...ratings.flatMap(([rater, , reason]) => [rater, reason])];
  return texts.some((text) => text.toLowerCase().includes(needle));
}
