import type { Item } from '../../conversation/item/item.ts';
import type { Ref } from '../../conversation/ref.ts';
import { type FoundText, scanEmails } from './scan-emails.ts';
import { scanNumbers } from './scan-numbers.ts';

/** Something in an item that looks like personal data. */
export interface PersonalDatum {
  /** JSON path of the text that contains it. */
  readonly path: string;
  readonly kind: 'email' | 'phone' | 'card';
  /** Masked, so that it can be shown: `a***@e***.com`. */
  readonly snippet: string;
}

const mostPerItem = 20;

/**
 * The first 20 email addresses, phone numbers and card numbers in the texts of an item. A guess for people to check, never
 * a reason to refuse an item. Its time is linear in the text.
 */
export function findPersonalData(item: Item): readonly PersonalDatum[] {
  const found: PersonalDatum[] = [];
  scanText(item.synthQuestion, 'synthQuestion', found);
  scanText(item.editedQuestion, 'editedQuestion', found);
  scanText(item.answer, 'answer', found);
  scanRefs(item.refs, '', found);
  const turns = item.history ?? [];
  for (let index = 0; index < turns.length && found.length < mostPerItem; index += 1) {
    const turn = turns[index];
    if (turn === undefined) break;
    if (hasSigns(turn.msg)) scanText(turn.msg, `history[${index}].msg`, found);
    if (turn.refs !== undefined && turn.refs.length > 0) scanRefs(turn.refs, `history[${index}].`, found);
  }
  scanText(item.comment, 'comment', found);
  return found.length > mostPerItem ? found.slice(0, mostPerItem) : found;
}

function scanRefs(refs: readonly Ref[], base: string, found: PersonalDatum[]): void {
  for (let index = 0; index < refs.length && found.length < mostPerItem; index += 1) {
    const ref = refs[index];
    scanText(ref?.content, `${base}refs[${index}].content`, found);
    scanText(ref?.keyExcerpt, `${base}refs[${index}].keyExcerpt`, found);
  }
}

function scanText(text: string | undefined, path: string, found: PersonalDatum[]): void {
  if (text === undefined || found.length >= mostPerItem || !hasSigns(text)) return;
  const texts: FoundText[] = [];
  scanEmails(text, texts, mostPerItem);
  scanNumbers(text, texts, mostPerItem);
  texts.sort((one, other) => one.at - other.at);
  for (const { kind, snippet } of texts) found.push({ path, kind, snippet });
}

/** A quick test: most texts have neither a digit nor an @. */
function hasSigns(text: string): boolean {
  return /[@\d]/.test(text);
}
