import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { codeParameter, withoutSecrets } from '../../contract/sign-in.ts';
import { listCookies } from '../access/session.ts';
import type { ApiServer } from '../api-context.ts';
import { renderPage } from '../reference/html.ts';
import { pageStyle } from '../reference/style.ts';
import { pageHeaders, studioHeaders } from '../security-headers.ts';
import { assetsPath, type StudioFiles } from '../studio/read-studio.ts';
import { sendStudioFile } from '../studio/send-studio-file.ts';
import { refuseCode, type SessionParts } from './session.ts';

interface HomeOptions extends SessionParts {
  /** Absent: the Studio was not built. */
  readonly studio: StudioFiles | undefined;
}

/** Answers a request outside the API; undefined: there is nothing at its address. */
export type SendHome = (request: FastifyRequest, reply: FastifyReply) => FastifyReply | undefined;

/**
 * Everything outside the API: the files of the Studio, which are the same for all, and its page, which every
 * address gets that a browser may be at. `?code=…` at any of them signs the browser in: the page exchanges it.
 */
export function openHome(options: HomeOptions): SendHome {
  const { studio } = options;
  return (request, reply) => {
    const { pathname, searchParams } = toAddress(request.url);
    const file = studio?.files.get(pathname);
    if (file !== undefined) return sendStudioFile(file, request, reply);
    if (pathname.startsWith(assetsPath)) return undefined;
    const isHtml = request.headers.accept?.includes('text/html') === true;
    if (isLink(searchParams)) return followLink({ request, reply, searchParams, isHtml }, options);
    if (pathname !== '/' && !isHtml) return undefined;
    if (!isIn(request, options)) return sendSignedOut({ request, reply, page: renderSignedOut() }, options);
    return sendPage(request, reply, studio);
  };
}

/** The front page; every other address of the Studio is one that no route takes. */
export function addHomeRoute(app: ApiServer, sendHome: SendHome): void {
  app.route({
    method: 'GET',
    url: '/',
    config: { isOpen: true },
    // What is worth packing is packed already.
    compress: false,
    schema: { hide: true, querystring: z.looseObject({}) },
    handler: (request, reply) => sendHome(request, reply),
  });
}

/** The path as it was written, for it is looked up and not followed. */
function toAddress(url: string): { readonly pathname: string; readonly searchParams: URLSearchParams } {
  const [pathname = '', query = ''] = url.split(/\?(.*)/s, 2);
  return { pathname, searchParams: new URLSearchParams(query) };
}

/** Links once had the token itself. It no longer signs in there, and does not stay in the address either. */
function isLink(searchParams: URLSearchParams): boolean {
  return searchParams.has(codeParameter) || searchParams.has('token');
}

interface LinkVisit {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly searchParams: URLSearchParams;
  readonly isHtml: boolean;
}

/** Only looks at the code: a browser or a chat that loads links ahead must not use it up. */
function followLink(visit: LinkVisit, options: HomeOptions): FastifyReply {
  const { request, reply, searchParams, isHtml } = visit;
  const { session, codes, studio } = options;
  if (session !== undefined && codes.isGood(searchParams.get(codeParameter) ?? '')) {
    return sendPage(request, reply, studio);
  }
  if (isIn(request, options)) {
    // The browser may have lost the other half of its session; only its page knows.
    codes.offer();
    return reply.redirect(withoutSecrets(request.url), 303);
  }
  if (!isHtml) throw refuseCode();
  return sendSignedOut({ request, reply: reply.code(401), page: renderOldLink() }, options);
}

function sendPage(request: FastifyRequest, reply: FastifyReply, studio: StudioFiles | undefined): FastifyReply {
  if (studio === undefined) return reply.headers(pageHeaders).send(renderNotBuilt());
  return sendStudioFile(studio.index, request, reply.headers(studioHeaders));
}

function isIn({ headers }: FastifyRequest, { session }: HomeOptions): boolean {
  return session === undefined || session.hasCookie(listCookies(headers.cookie));
}

interface SignedOutVisit {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly page: string;
}

/** What the page says to do has to be possible: the newest link that was printed is good from now on. */
function sendSignedOut({ request, reply, page }: SignedOutVisit, { codes }: HomeOptions): FastifyReply {
  reply.headers(pageHeaders);
  if (isSentElsewhere(request)) return reply.header('refresh', '0').send(renderOpening());
  codes.offer();
  return reply.send(page);
}

/**
 * Whether a page of another site led here, as a link in a chat does. The browser keeps the cookie back then, because it
 * is strict. Loaded again by our own page, the same address comes with the cookie where there is one.
 */
function isSentElsewhere({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  return headers['sec-fetch-mode'] === 'navigate' && (site === 'cross-site' || site === 'same-site');
}

const newestLink = `<p>Open the newest link from the terminal where <code>turnwise serve</code> runs. If it was already used, the server has just printed a new one there.</p>
<p class="soft">No access to the terminal? Send <code>POST /v1/sign-in-links</code> with <code>Authorization: Bearer &lt;token&gt;</code> to get a link. Scripts send that header with every request.</p>`;

/** For a browser without a session. */
function renderSignedOut(): string {
  return render(`<p>This browser is not signed in.</p>
${newestLink}`);
}

/** For a link that was used, has expired, or belongs to another start of the server. */
function renderOldLink(): string {
  return render(`<p>This link no longer works. Each link signs in one browser and expires after ten minutes.</p>
${newestLink}`);
}

/** For a checkout without a built Studio. */
function renderNotBuilt(): string {
  return render(`<p>The Studio isn't built yet. Run <code>npm run build</code> in the checkout, then restart the server.</p>
<p>The API works without it:</p>
<ul>
<li><a href="/v1/reference">API reference</a>: all endpoints with their parameters and responses</li>
<li><a href="/v1/openapi.json">OpenAPI document</a>, for programs</li>
</ul>
<p class="soft">Scripts send <code>Authorization: Bearer &lt;token&gt;</code>.</p>`);
}

/** Shown for a moment: see `isSentElsewhere` in routes/home.ts. */
function renderOpening(): string {
  return render('<p>Opening…</p>');
}

function render(body: string): string {
  return renderPage({ title: 'Turnwise', body: `<main>\n<h1>Turnwise</h1>\n${body}\n</main>`, style: pageStyle });
}
