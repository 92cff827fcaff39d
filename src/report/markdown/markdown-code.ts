import { cutLine, toLine } from '../one-line.ts';

const longest = 300;

/**
 * Text of replies, ids and judges for Markdown: as code, on one line, every mark an entity. So it begins no table cell,
 * link or tag, and mentions nobody.
 */
export function renderMarkdownCode(text: string): string {
  const line = cutLine(toLine(text), longest).trim();
  if (line === '') return '';
  return `<code>${line.replaceAll(/[!-/:-@[-`{-~]/g, (mark) => `&#${mark.codePointAt(0)};`)}</code>`;
}
