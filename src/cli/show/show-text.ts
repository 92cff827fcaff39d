import { toVisibleText } from '../../format/transcript.ts';
import type { Palette } from '../../report/palette.ts';

/** A title with a few facts. */
export function renderTitle(name: string, facts: readonly string[], palette: Palette): string {
  return `${palette.bold(toVisibleText(name))}  ${palette.dim(toVisibleText(facts.join(' · ')))}`;
}

/** A text under its heading, indented like a transcript, so that none of its lines looks like a heading. */
export function renderPart(heading: string, text: string, palette: Palette): string {
  const lines = text.split('\n').map((line) => (line === '' ? '' : `    ${toVisibleText(line)}`));
  return [renderHeading(heading, palette), ...lines].join('\n');
}

export function renderHeading(text: string, palette: Palette): string {
  const shown = toVisibleText(text);
  return palette.dim(`── ${shown} ${'─'.repeat(Math.max(2, 40 - shown.length))}`);
}

/** The text as it would be sent, with control characters made visible. */
export function showText(text: string): string {
  return text.split('\n').map(toVisibleText).join('\n');
}
