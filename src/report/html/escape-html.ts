import { toVisibleText } from '../../format/transcript.ts';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text of any origin as HTML, inside an element or a quoted attribute: it shows itself and does nothing. */
export function escapeHtml(text: string): string {
  return toVisibleText(text.toWellFormed()).replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');
}
