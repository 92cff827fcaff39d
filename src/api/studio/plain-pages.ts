import { renderPage } from '../reference/html.ts';
import { pageStyle } from '../reference/style.ts';

const newestLink = `<p>Open the newest link in the terminal where <code>turnwise serve</code> runs. If the old one was used up, the
server has just printed a new one there.</p>
<p class="soft">No terminal at hand? <code>POST /v1/sign-in-links</code> with <code>Authorization: Bearer &lt;token&gt;</code>
gives you a link. Scripts send that header with every request.</p>`;

/** For a browser without a session. */
export function renderSignedOut(): string {
  return render(`<p>This browser is not signed in.</p>
${newestLink}`);
}

/** For a link that was used, has expired, or belongs to another start of the server. */
export function renderOldLink(): string {
  return render(`<p>This link no longer works. Each link signs in one browser, once, within ten minutes.</p>
${newestLink}`);
}

/** For a checkout in which nobody has built the Studio. */
export function renderNotBuilt(): string {
  return render(`<p>The Studio is not built here. Type <code>npm run build</code> in the checkout, then start the server again.</p>
<p>The API is served all the same:</p>
<ul>
<li><a href="/v1/reference">Reference</a>: every address, with what it takes and answers</li>
<li><a href="/v1/openapi.json">OpenAPI document</a>, for programs</li>
</ul>
<p class="soft">Scripts send <code>Authorization: Bearer &lt;token&gt;</code>.</p>`);
}

/** Shown for a moment: see `isSentElsewhere` in routes/home.ts. */
export function renderOpening(): string {
  return render('<p>Opening …</p>');
}

function render(body: string): string {
  return renderPage({ title: 'Turnwise', body: `<main>\n<h1>Turnwise</h1>\n${body}\n</main>`, style: pageStyle });
}
