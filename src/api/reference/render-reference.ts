import { type FaultCode, faultCodes } from '../../base/fault-codes.ts';
import { toStatus } from '../fault-status.ts';
import { escapeHtml, renderInline, renderPage, renderParagraphs } from './html.ts';
import type { OpenApiDocument, SchemaShape } from './openapi-shape.ts';
import { type PlacedOperation, renderOperation, toAnchor } from './render-operation.ts';
import { renderFields, renderType } from './render-schema.ts';
import { referenceStyle } from './style.ts';

interface Group {
  readonly name: string;
  readonly description: string;
  readonly operations: readonly PlacedOperation[];
}

/** The reference as one page, made of the OpenAPI document: no script, and nothing fetched from anywhere. */
export function renderReference(document: OpenApiDocument): string {
  const groups = listGroups(document);
  const schemas = Object.entries(document.components?.schemas ?? {});
  const { title, version, description = '' } = document.info;
  const body = `<a class="skip" href="#content">Skip to main content</a>
<div class="frame">
<nav aria-label="Endpoints">
<strong>${escapeHtml(title)}</strong> <span class="soft">${escapeHtml(version)}</span>
${groups.map(renderMenu).join('\n')}
<h2>More</h2><ul><li><a href="#schemas">Schemas</a></li><li><a href="#faults">Error codes</a></li><li><a href="/v1/openapi.json">OpenAPI document</a></li></ul>
</nav>
<main id="content">
<h1>${escapeHtml(title)} API</h1>
<p class="soft">Version ${escapeHtml(version)}. For programs: <a href="/v1/openapi.json">openapi.json</a>.</p>
${renderParagraphs(description)}
<pre><code>curl -H "Authorization: Bearer $TURNWISE_TOKEN" http://127.0.0.1:4747/v1/runs</code></pre>
${groups.map(renderGroup).join('\n')}
<h2 id="schemas">Schemas</h2>
${schemas.map(([name, schema]) => renderNamed(name, schema)).join('\n')}
${renderFaults()}
</main>
</div>`;
  return renderPage({ title: `${title} API`, body, style: referenceStyle });
}

const methods = ['get', 'post', 'put', 'patch', 'delete'];

function listGroups({ paths = {}, tags = [] }: OpenApiDocument): readonly Group[] {
  const all = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => methods.includes(method))
      .map(([method, operation]) => ({ method, path, operation })),
  );
  return tags
    .map(({ name, description = '' }) => {
      const operations = all.filter(({ operation }) => operation.tags?.[0] === name);
      return { name, description, operations };
    })
    .filter(({ operations }) => operations.length > 0);
}

function renderMenu({ name, operations }: Group): string {
  const entries = operations.map((placed) => {
    const text = placed.operation.summary ?? `${placed.method} ${placed.path}`;
    return `<li><a href="#${toAnchor(placed)}">${renderInline(text)}</a></li>`;
  });
  return `<h2>${escapeHtml(name)}</h2><ul>${entries.join('\n')}</ul>`;
}

function renderGroup({ name, description, operations }: Group): string {
  const title = `${name[0]?.toUpperCase()}${name.slice(1)}`;
  return `<h2 id="tag-${encodeURIComponent(name)}">${escapeHtml(title)}</h2>
<p class="soft">${renderInline(description)}</p>
${operations.map(renderOperation).join('\n')}`;
}

function renderNamed(name: string, schema: SchemaShape): string {
  const [example] = schema.examples ?? [];
  return `<article id="schema-${encodeURIComponent(name)}">
<h3><code>${escapeHtml(name)}</code> <span class="type">${renderType(schema)}</span></h3>
${schema.description === undefined ? '' : renderParagraphs(schema.description)}
${renderFields(schema)}
${example === undefined ? '' : `<pre><code>${escapeHtml(JSON.stringify(example, null, 2))}</code></pre>`}
</article>`;
}

/** Codes of files, decks and commands are not answers of this server. */
const answered =
  /^(?:API|ITEM|TAG|APPROVAL|DATASET|SNAPSHOT|LABEL|IMPORT|ONCE|STORE|RUN_UNKNOWN|CASE_UNKNOWN|JSON|FILE_TOO_DEEP|DUPLICATE|ANSWER|REF|EXCERPT|TARGET_UNKNOWN)/;

function renderFaults(): string {
  // Object.entries forgets that the keys are the codes.
  const codes = (Object.keys(faultCodes) as FaultCode[]).filter((code) => answered.test(code));
  const rows = codes.map(
    (code) =>
      `<tr id="${code}"><td><code>${code}</code></td><td>${toStatus(code)}</td><td>${renderInline(faultCodes[code])}</td></tr>`,
  );
  return `<h2 id="faults">Error codes</h2>
<p class="soft">The <code>code</code> of an error, its usual status, and how to fix it.</p>
<table><tr><th>Code</th><th>Status</th><th>Meaning</th></tr>
${rows.join('\n')}
</table>`;
}
