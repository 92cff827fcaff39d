import { createHash } from 'node:crypto';
import { escapeHtml } from './escape-html.ts';

/** What a page carries to be a file of its own. */
export interface PageAssets {
  readonly script: string;
  readonly style: string;
}

/**
 * Nothing is loaded from anywhere, and nothing runs but our own style and script, which are named by their hashes:
 * a text that got into the page as markup would still do nothing.
 */
function toPolicy({ script, style }: PageAssets): string {
  return [
    "default-src 'none'",
    `script-src '${toHash(script)}'`,
    `style-src '${toHash(style)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

function toHash(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

/** Everything up to the content of the body. */
export function renderPageHead(title: string, assets: PageAssets): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${toPolicy(assets)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(title)}</title>
<style>${assets.style}</style>
</head>
<body>
`;
}

/** The script comes last: by then the whole page is parsed, and the metrics are painted. */
export function renderPageEnd({ script }: PageAssets): string {
  return `<script>${script}</script>\n</body>\n</html>\n`;
}

interface PageTop {
  readonly title: string;
  readonly facts: readonly string[];
  /** What the reader has to know before anything else. */
  readonly notes: readonly string[];
  /** Ids of the parts of the page, and what they are called. */
  readonly parts: readonly (readonly [id: string, name: string])[];
}

/** What is above the content of a page. */
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

/** The end of a page's content, which the script fills; until then, and without scripts, it says what is missing. */
export function renderListSection(id: string, name: string): string {
  const what = name.toLowerCase();
  return `<section id="${id}" aria-label="${name}">
<h2>${name}</h2>
<p id="tw-waiting" class="note" role="status">Loading ${what} …</p>
<noscript><p class="warning">! The list of ${what} needs JavaScript.</p></noscript>
</section>
</main>
`;
}

/** Data inside the page. `json` is safe inside a script element: see toBlockJson. */
export function renderBlock(name: string, json: string): string {
  return `<script type="application/json" class="${name}">${json}</script>\n`;
}

/** An array of which every element is a line, so that one can be read alone. */
export function renderLines(name: string, lines: readonly string[]): string {
  return renderBlock(name, `[\n${lines.join(',\n')}\n]`);
}
