import type { TargetRequest } from '../port.ts';
import { listAttachedTexts } from './attached-texts.ts';
import { listPassages, type Passage } from './passages.ts';
import { toTerms } from './terms.ts';

/**
 * The passage of the attached files that shares the rarest terms with what the user said last, under it the file's
 * path. It finds words, not meaning, and says so plainly when it finds none.
 */
export function answerLookup(request: TargetRequest): string {
  const { asked, files } = listAttachedTexts(request);
  if (files.length === 0) return 'No file is attached.';
  const passage = findBest(toTerms(asked), files.flatMap(listPassages));
  if (passage !== undefined) return `${passage.text}\n\n(${passage.path})`;
  const paths = [...new Set(files.map(({ path }) => path))];
  return `I found nothing about that in ${paths.join(', ')}.`;
}

/** The first of the best ones; undefined when none shares a term. A term weighs log((n + 1) / passages that have it). */
function findBest(wanted: ReadonlySet<string>, passages: readonly Passage[]): Passage | undefined {
  const weights = new Map<string, number>();
  for (const term of wanted) {
    const holders = passages.filter(({ terms }) => terms.has(term)).length;
    if (holders > 0) weights.set(term, Math.log((passages.length + 1) / holders));
  }
  let best: Passage | undefined;
  let bestScore = 0;
  for (const passage of passages) {
    let score = 0;
    for (const [term, weight] of weights) if (passage.terms.has(term)) score += weight;
    if (score <= bestScore) continue;
    best = passage;
    bestScore = score;
  }
  return best;
}
