/** A Markdown table. Cells are Markdown already. */
export function renderTable(head: readonly string[], rows: Rows): string {
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => cells.map((cell) => ` ${cell}`).join(' |'));
  return lines.map((line) => `|${line.replaceAll(/ {2,}\|/g, ' |')} |`).join('\n');
}

type Rows = readonly (readonly string[])[];

/** A column in which no row says anything is only noise. */
export function withoutEmptyColumns(head: readonly string[], rows: Rows): [head: readonly string[], rows: Rows] {
  const pick = (cells: readonly string[]) => cells.filter((_cell, index) => rows.some((row) => row[index] !== ''));
  return [pick(head), rows.map(pick)];
}

/** Plain text as it can appear in a table cell. What is between backticks stays code. */
export function toCell(text: string): string {
  const parts = text.replaceAll('\n', ' ').split(/(`[^`]*`)/);
  return parts.map((part, index) => (index % 2 === 1 ? escapePipe(part) : escapeText(part))).join('');
}

function escapeText(text: string): string {
  return escapePipe(text)
    .replaceAll('<', '&lt;')
    .replaceAll(/[*]|__/g, (signs) => [...signs].map((sign) => `\\${sign}`).join(''));
}

function escapePipe(text: string): string {
  return text.replaceAll('|', '\\|');
}

export function toCode(text: string): string {
  return `\`${escapePipe(text)}\``;
}

/** `a`, `a or b`, `a, b or c`. */
export function toAlternatives(words: readonly string[]): string {
  const unique = [...new Set(words)];
  return unique.length > 1 ? `${unique.slice(0, -1).join(', ')} or ${unique.at(-1)}` : (unique[0] ?? '');
}

/** Help texts begin small and end open; in a page they are sentences. */
export function toSentence(text: string): string {
  const first = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.:!?]$/.test(first) ? first : `${first}.`;
}
