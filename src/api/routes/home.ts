import { z } from 'zod';
import { Fault } from '../../base/fault.ts';
import { findCookie, type Session } from '../access/session.ts';
import type { ApiServer } from '../api-context.ts';
import { renderPage } from '../reference/html.ts';
import { pageStyle } from '../reference/style.ts';
import { pageHeaders } from '../security-headers.ts';

const HomeQuery = z.strictObject({ token: z.string().max(1000).optional() });

/** The front page, and the link that lets a browser in: `/?token=…` leaves a cookie and goes on to `/`. */
export function addHomeRoute(app: ApiServer, session: Session | undefined): void {
  app.route({
    method: 'GET',
    url: '/',
    config: { isOpen: true },
    schema: { hide: true, querystring: HomeQuery },
    handler: async ({ query: { token }, headers }, reply) => {
      if (token === undefined) {
        const cookie = findCookie(headers.cookie);
        const isIn = session === undefined || (cookie !== undefined && session.isCookie(cookie));
        return reply.headers(pageHeaders).send(renderHome(isIn));
      }
      if (session !== undefined) {
        if (!session.isToken(token)) throw refuseLink();
        reply.header('set-cookie', session.renderCookie());
      }
      return reply.redirect('/', 303);
    },
  });
}

function refuseLink(): Fault {
  return new Fault({
    code: 'API_UNAUTHORIZED',
    message: 'The link has another token than the server.',
    hint: 'Open the link that the server printed when it started last.',
  });
}

function renderHome(isIn: boolean): string {
  const body = isIn
    ? `<main>
<h1>Turnwise</h1>
<p>The API of this workspace is served here: conversations under review, and the runs that play them.</p>
<ul>
<li><a href="/v1/reference">Reference</a>: every address, with what it takes and answers</li>
<li><a href="/v1/openapi.json">OpenAPI document</a>, for programs</li>
<li><a href="/v1/datasets">Datasets</a>, <a href="/v1/ground-truths">items</a> and <a href="/v1/runs">runs</a> as JSON</li>
</ul>
<p class="soft">Scripts send <code>Authorization: Bearer &lt;token&gt;</code>. Ctrl-C in the terminal stops the server.</p>
</main>`
    : `<main>
<h1>Turnwise</h1>
<p>Open the link that the server printed in the terminal when it started: it lets this browser in.</p>
<p class="soft">Scripts send <code>Authorization: Bearer &lt;token&gt;</code>.</p>
</main>`;
  return renderPage({ title: 'Turnwise', body, style: pageStyle });
}
