import {
  judgesBlock,
  type PageJudge,
  type SampleAnswer,
  type SampleIndex,
  sampleBlock,
  sampleIndexBlock,
  textsBlock,
} from '../../../format/calibration-page.ts';
import { toBlockJson } from '../../../format/page-data.ts';
import { NamePlaces } from '../../html/name-places.ts';
import { renderBlock, renderLines } from '../../html/render-block.ts';
import type { GroupedAnswer, GroupedSample } from './group-samples.ts';
import { listSharedTexts } from './request-texts.ts';
import { toPageSample } from './to-page-sample.ts';

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
