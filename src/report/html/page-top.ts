import { escapeHtml } from './escape-html.ts';

export interface PageTop {
  readonly title: string;
  readonly facts: readonly string[];
  /** What the reader has to know before anything else. */
  readonly notes: readonly string[];
  /** Ids of the parts of the page, and what they are called. */
  readonly parts: readonly (readonly [id: string, name: string])[];
}

/** What stands above the content of a page. */
export function renderPageTop({ title, facts, notes, parts }: PageTop): string {
  const links = parts.map(([id, name]) => `<a href="#${id}">${name}</a>`).join(' ');
  return `<header class="top"><h1>${escapeHtml(title)}</h1><p class="note">${escapeHtml(facts.join(' · '))}</p>${renderNotes(notes)}<nav aria-label="Page">${links}</nav></header>\n`;
}

export function renderNotes(notes: readonly string[], className = 'warning'): string {
  return notes.map((note) => `<p class="${className}">! ${escapeHtml(note)}</p>`).join('');
}

/** To the minute. */
export function toShownTime(iso: string): string {
  return `${iso.slice(0, 16).replace('T', ' ')} UTC`;
}
