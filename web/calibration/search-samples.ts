import type { PageAnswer, PageSample } from '../../src/format/calibration-page.ts';
import { type SearchStep, searchLines } from '../page/search-lines.ts';
import type { PageSamples } from './page-samples.ts';

/** Looks for a text in every message, reason, rating and reply; not in requests, which all hold the same deck. */
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
