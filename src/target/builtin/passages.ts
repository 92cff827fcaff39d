import type { AttachedText } from './attached-texts.ts';
import { toTerms } from './terms.ts';

/** A paragraph of a file. Its terms are also those of the heading it stands under. */
export interface Passage {
  readonly path: string;
  readonly text: string;
  readonly terms: ReadonlySet<string>;
}

/** The paragraphs of a file in order. Headings are no passages of their own. */
export function listPassages({ path, text }: AttachedText): readonly Passage[] {
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
