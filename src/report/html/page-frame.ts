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

/** The script comes last: by then everything stands, and the metrics have been painted. */
export function renderPageEnd({ script }: PageAssets): string {
  return `<script>${script}</script>\n</body>\n</html>\n`;
}
