import { toVisibleText } from '../../format/transcript.ts';
import type { Palette } from '../../report/palette.ts';

/** What is shown, and in few words what kind of thing it is. */
export function renderTitle(name: string, facts: readonly string[], palette: Palette): string {
  return `${palette.bold(toVisibleText(name))}  ${palette.dim(toVisibleText(facts.join(' · ')))}`;
}

/** A text of any origin under its heading, indented as in transcripts: no line of it can pass for a heading. */
export function renderPart(heading: string, text: string, palette: Palette): string {
  const lines = text.split('\n').map((line) => (line === '' ? '' : `    ${toVisibleText(line)}`));
  return [renderHeading(heading, palette), ...lines].join('\n');
}

export function renderHeading(text: string, palette: Palette): string {
  const shown = toVisibleText(text);
  return palette.dim(`── ${shown} ${'─'.repeat(Math.max(2, 40 - shown.length))}`);
}

/** Text as it would be sent, with nothing in it that could move the cursor. */
export function showText(text: string): string {
  return text.split('\n').map(toVisibleText).join('\n');
}
