import { createHash } from 'node:crypto';
import { escapeHtml } from './escape-html.ts';
import { pageScript } from './page-script.ts';
import { pageStyle } from './page-style.ts';

/**
 * Nothing is loaded from anywhere, and nothing runs but our own style and script, which are named by their hashes:
 * a text that got into the page as markup would still do nothing.
 */
function toPolicy(): string {
  return [
    "default-src 'none'",
    `script-src '${toHash(pageScript)}'`,
    `style-src '${toHash(pageStyle)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

function toHash(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

/** Everything up to the content of the body. */
export function renderPageHead(title: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${toPolicy()}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(title)}</title>
<style>${pageStyle}</style>
</head>
<body>
`;
}

/** The script comes last: by then everything stands, and the figures have been painted. */
export function renderPageEnd(): string {
  return `<script>${pageScript}</script>\n</body>\n</html>\n`;
}
