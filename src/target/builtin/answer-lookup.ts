import type { TargetRequest } from '../port.ts';
import { type AttachedText, listAttachedTexts } from './attached-texts.ts';
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

/** A paragraph of a file. Its terms include those of its heading. */
interface Passage {
  readonly path: string;
  readonly text: string;
  readonly terms: ReadonlySet<string>;
}

/** The paragraphs of a file in order. Headings are not passages. */
function listPassages({ path, text }: AttachedText): readonly Passage[] {
  let heading = '';
  const passages: Passage[] = [];
  for (const paragraph of text.split(/\n\s*\n/)) {
    const lines = paragraph.split('\n');
    heading = lines.findLast((line) => /^#{1,6}\s/.test(line)) ?? heading;
    const body = lines.filter((line) => !/^#{1,6}\s/.test(line)).join('\n');
    if (body.trim() !== '') passages.push({ path, text: body.trim(), terms: toTerms(`${heading}\n${body}`) });
  }
  return passages;
}
