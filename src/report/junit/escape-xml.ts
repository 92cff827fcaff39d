import { toVisibleText } from '../../format/transcript.ts';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  // Else a reader makes blanks of them in attributes.
  '\n': '&#10;',
  '\t': '&#9;',
};

/**
 * Text for XML 1.0, in an element or an attribute. Controls are shown as pictures; what no XML may hold, lone halves of
 * characters and two that are none, becomes U+FFFD.
 */
export function escapeXml(text: string): string {
  return toVisibleText(text)
    .toWellFormed()
    .replaceAll(/[\ufffe\uffff]/g, '\ufffd')
    .replaceAll(/[&<>"'\n\t]/g, (mark) => entities[mark] ?? mark);
}
