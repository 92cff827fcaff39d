import type { AnswerKey } from '../conversation/answer-key.ts';
import { listCitedUrls } from '../conversation/url.ts';

/** The addresses that an answer key names and that are not among `known` (keys of `toUrlKey`), each once. */
export function listUnknownUrls(key: AnswerKey, known: ReadonlySet<string>): readonly string[] {
  const texts = [key.reference, key.outcome, ...(key.mustMention ?? [])];
  const cited = texts.flatMap((text) => (text === undefined ? [] : listCitedUrls(text, known)));
  return [...new Set(cited.filter((one) => one.key === undefined).map(({ url }) => url))];
}
