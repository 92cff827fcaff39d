import { renderPage } from '../reference/html.ts';
import { pageStyle } from '../reference/style.ts';

const newestLink = `<p>Open the newest link from the terminal where <code>turnwise serve</code> runs. If it was already used, the server has just printed a new one there.</p>
<p class="soft">No access to the terminal? Send <code>POST /v1/sign-in-links</code> with <code>Authorization: Bearer &lt;token&gt;</code> to get a link. Scripts send that header with every request.</p>`;

/** For a browser without a session. */
export function renderSignedOut(): string {
  return render(`<p>This browser is not signed in.</p>
${newestLink}`);
}

/** For a link that was used, has expired, or belongs to another start of the server. */
export function renderOldLink(): string {
  return render(`<p>This link no longer works. Each link signs in one browser and expires after ten minutes.</p>
${newestLink}`);
}

/** For a checkout in which nobody has built the Studio. */
export function renderNotBuilt(): string {
  return render(`<p>The Studio isn't built yet. Run <code>npm run build</code> in the checkout, then restart the server.</p>
<p>The API works without it:</p>
<ul>
<li><a href="/v1/reference">API reference</a>: all endpoints with their parameters and responses</li>
<li><a href="/v1/openapi.json">OpenAPI document</a>, for programs</li>
</ul>
<p class="soft">Scripts send <code>Authorization: Bearer &lt;token&gt;</code>.</p>`);
}

/** Shown for a moment: see `isSentElsewhere` in routes/home.ts. */
export function renderOpening(): string {
  return render('<p>Opening…</p>');
}

function render(body: string): string {
  return renderPage({ title: 'Turnwise', body: `<main>\n<h1>Turnwise</h1>\n${body}\n</main>`, style: pageStyle });
}
