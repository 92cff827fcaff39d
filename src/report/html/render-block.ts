/** Data inside the page. `json` is safe to stand in a script element: see toBlockJson. */
export function renderBlock(name: string, json: string): string {
  return `<script type="application/json" class="${name}">${json}</script>\n`;
}

/** An array of which every element is a line, so that one can be read alone. */
export function renderLines(name: string, lines: readonly string[]): string {
  return renderBlock(name, `[\n${lines.join(',\n')}\n]`);
}
