import { renderPage } from '../reference/html.ts';
import { pageStyle } from '../reference/style.ts';

const scripts = '<p class="soft">Scripts send <code>Authorization: Bearer &lt;token&gt;</code>.</p>';

/** For a browser that has not been let in. */
export function renderSignedOut(): string {
  return render(`<p>Open the link that the server printed in the terminal when it started: it lets this browser in.</p>
${scripts}`);
}

/** For a link that belongs to another start of the server. */
export function renderOldLink(): string {
  return render(`<p>This link has another token than the server.</p>
<p>Open the link that the server printed when it started last.</p>
${scripts}`);
}

/** For a checkout in which nobody has built the Studio. */
export function renderNotBuilt(): string {
  return render(`<p>The Studio is not built here. Type <code>npm run build</code> in the checkout, then start the server again.</p>
<p>The API is served all the same:</p>
<ul>
<li><a href="/v1/reference">Reference</a>: every address, with what it takes and answers</li>
<li><a href="/v1/openapi.json">OpenAPI document</a>, for programs</li>
<li><a href="/v1/datasets">Datasets</a>, <a href="/v1/ground-truths">items</a> and <a href="/v1/runs">runs</a> as JSON</li>
</ul>
${scripts}`);
}

/** Shown for a moment: see `isSentElsewhere` in routes/home.ts. */
export function renderOpening(): string {
  return render('<p>Opening …</p>');
}

function render(body: string): string {
  return renderPage({ title: 'Turnwise', body: `<main>\n<h1>Turnwise</h1>\n${body}\n</main>`, style: pageStyle });
}
