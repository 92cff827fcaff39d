import type { CalibratedRow } from '../../../calibrate/calibration.ts';
import type { SampleMessage } from '../../../conversation/sample.ts';
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
} from '../../../format/calibration-page.ts';
import { type PageTurn, toBlockJson } from '../../../format/page-data.ts';
import { toCallText } from '../../../format/question.ts';
import { NamePlaces } from '../../html/name-places.ts';
import { renderBlock, renderLines } from '../../html/page-frame.ts';
import { listCallFacts } from '../../render-conversation.ts';
import type { GroupedAnswer, GroupedSample } from './group-samples.ts';

/** As in case-chunks.ts: few enough that a chunk is read in a blink, also of long conversations. */
const chunkSamples = 200;
const chunkLength = 2_000_000;

/** The judges and the samples as blocks of data, a chunk at a time. See format/calibration-page.ts. */
export function* renderSampleChunks(
  samples: readonly GroupedSample[],
  judges: readonly PageJudge[],
): Generator<string> {
  const texts = listSharedTexts(samples);
  const shared = new Map(texts.map((text, place) => [text, place]));
  yield renderBlock(judgesBlock, toBlockJson(judges));
  yield renderLines(textsBlock, texts.map(toBlockJson));
  let first = 0;
  let lines: string[] = [];
  let length = 0;
  for (const [place, sample] of samples.entries()) {
    const line = toBlockJson(toPageSample(sample, shared));
    lines.push(line);
    length += line.length;
    const isLast = place === samples.length - 1;
    if (lines.length < chunkSamples && length < chunkLength && !isLast) continue;
    yield renderBlock(sampleIndexBlock, toBlockJson(toSampleIndex(samples.slice(first, place + 1))));
    yield renderLines(sampleBlock, lines);
    first = place + 1;
    lines = [];
    length = 0;
  }
}

/** What the list needs to know of some samples. */
function toSampleIndex(samples: readonly GroupedSample[]): SampleIndex {
  const places = new NamePlaces();
  const rows = samples.map(({ id, turns, answers }) => {
    return [id, turns, answers.map((answer) => toSampleAnswer(answer, places))] as const;
  });
  return { names: places.names, rows };
}

function toSampleAnswer({ judge, row }: GroupedAnswer, places: NamePlaces): SampleAnswer {
  const cause = row.cause === undefined ? -1 : places.toPlace(row.cause);
  return [judge, row.human, row.judge, cause, row.tags.map((tag) => places.toPlace(tag))];
}

type Writable<Data> = { -readonly [Key in keyof Data]: Data[Key] };

/** Everything about a sample that is shown when it is opened. `shared`: the place of every shared text. */
function toPageSample({ messages, answers }: GroupedSample, shared: ReadonlyMap<string, number>): PageSample {
  const texts = new RequestTexts(shared);
  const page: Writable<PageSample> = {
    turns: messages.map(toPageTurn),
    answers: answers.map(({ row }) => toPageAnswer(row, texts)),
  };
  if (texts.own.length > 0) page.texts = texts.own;
  return page;
}

function toPageTurn(message: SampleMessage, index: number): PageTurn {
  const { role, content, tool_calls: calls = [], name } = message;
  const page: Writable<PageTurn> = { i: index, r: role, x: content };
  if (typeof name === 'string') page.n = name;
  if (calls.length > 0) page.c = calls.map(toCallText);
  return page;
}

function toPageAnswer(row: CalibratedRow, texts: RequestTexts): PageAnswer {
  const { humanReason, judgeReason, ratings = [], judgment, again, probed } = row;
  const page: Writable<PageAnswer> = {};
  if (humanReason !== undefined && humanReason !== '') page.humanReason = humanReason;
  if (judgeReason !== undefined && judgeReason !== '') page.judgeReason = judgeReason;
  if (ratings.length > 0) page.ratings = ratings.map(({ rater, score, reason = '' }) => [rater, score, reason]);
  if (again.length > 0) page.again = again;
  const probes = Object.entries(probed);
  if (probes.length > 0) page.probes = probes;
  if (judgment === undefined) return page;
  page.request = judgment.request.map(({ role, content }) => [role, texts.toPlace(content)]);
  if (judgment.reply !== undefined) page.reply = judgment.reply;
  if (judgment.call !== undefined) page.call = listCallFacts(judgment.call).join(' · ');
  return page;
}

/**
 * The texts that the requests of several samples share: the deck, the questions before its contexts. Written
 * once, they keep a page of thousands of samples small.
 */
export function listSharedTexts(samples: readonly GroupedSample[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { answers } of samples) {
    const own = new Set(answers.flatMap(({ row }) => row.judgment?.request.map(({ content }) => content) ?? []));
    for (const text of own) counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return [...counts].flatMap(([text, count]) => (count > 1 ? [text] : []));
}

/** Names the texts of one sample: from -1 down a shared one, else a place among its own. */
export class RequestTexts {
  readonly own: string[] = [];
  readonly #places = new Map<string, number>();
  readonly #shared: ReadonlyMap<string, number>;

  /** `shared`: the place of every shared text. */
  constructor(shared: ReadonlyMap<string, number>) {
    this.#shared = shared;
  }

  toPlace(text: string): number {
    const shared = this.#shared.get(text);
    if (shared !== undefined) return -1 - shared;
    const known = this.#places.get(text);
    if (known !== undefined) return known;
    this.#places.set(text, this.own.length);
    return this.own.push(text) - 1;
  }
}
