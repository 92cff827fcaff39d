import { escapeHtml, renderInline, renderParagraphs } from './html.ts';
import type { Content, Operation, Parameter } from './openapi-shape.ts';
import { renderFields, renderType } from './render-schema.ts';

export interface PlacedOperation {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

/** One address with one method: what it does, takes and answers. */
export function renderOperation({ method, path, operation }: PlacedOperation): string {
  const id = toAnchor({ method, path, operation });
  const parts = [
    `<h3 class="address"><span class="method ${escapeHtml(method.toUpperCase())}">${escapeHtml(method.toUpperCase())}</span> <a href="#${id}"><code>${escapeHtml(path)}</code></a></h3>`,
    operation.summary === undefined ? '' : `<p><strong>${renderInline(operation.summary)}</strong></p>`,
    operation.description === undefined ? '' : renderParagraphs(operation.description),
    operation.security?.length === 0 ? '<p class="soft">No token required.</p>' : '',
    renderParameters(operation.parameters ?? []),
    operation.requestBody === undefined ? '' : `<h4>Body</h4>${renderContent(operation.requestBody)}`,
    ...listAnswers(operation, (status) => status < 400).map(renderAnswer),
    renderFailures(listAnswers(operation, (status) => status >= 400)),
  ];
  return `<article id="${id}">\n${parts.filter((part) => part !== '').join('\n')}\n</article>`;
}

export function toAnchor({ method, path, operation }: PlacedOperation): string {
  return encodeURIComponent(operation.operationId ?? `${method}${path}`);
}

function renderParameters(parameters: readonly Parameter[]): string {
  if (parameters.length === 0) return '';
  const rows = parameters.map(({ name, in: place, required, schema = {}, description = schema.description ?? '' }) => {
    const need = required === true ? ' <span class="need">required</span>' : '';
    return `<tr><td><code>${escapeHtml(name)}</code>${need}</td><td class="type">${escapeHtml(place)}, ${renderType(schema)}</td><td>${renderInline(description)}</td></tr>`;
  });
  return `<h4>Parameters</h4><table>${rows.join('\n')}</table>`;
}

type Answer = readonly [status: string, content: Content];

/** `default` is how every request can fail. It is described once, for all. */
function listAnswers({ responses = {} }: Operation, isMeant: (status: number) => boolean): readonly Answer[] {
  return Object.entries(responses).filter(([status]) => isMeant(Number(status)));
}

function renderAnswer([status, answer]: Answer): string {
  return `<h4>Response ${escapeHtml(status)}</h4>${renderSaid(answer)}${renderContent(answer)}`;
}

function renderSaid({ description = '' }: Content): string {
  return description === '' || description === 'Default Response' ? '' : `<p>${renderInline(description)}</p>`;
}

function renderFailures(answers: readonly Answer[]): string {
  if (answers.length === 0) return '';
  const rows = answers.map(([status, { description = '' }]) => {
    return `<tr><td><code>${escapeHtml(status)}</code></td><td>${renderInline(description)}</td></tr>`;
  });
  return `<h4>Errors</h4><table>${rows.join('\n')}</table>`;
}

function renderContent({ content = {} }: Content): string {
  return Object.entries(content)
    .map(([type, { schema = {} }]) => {
      const fields = renderFields(schema) || renderFields(schema.items ?? {});
      const inside = fields === '' ? '' : `<details><summary>Fields</summary>${fields}</details>`;
      return `<p><code>${escapeHtml(type)}</code> <span class="type">${renderType(schema)}</span></p>${inside}`;
    })
    .join('\n');
}
