import { escapeHtml, renderInline } from './html.ts';
import type { SchemaShape } from './openapi-shape.ts';

/** Deeper levels are under the name of their schema, or in the document. */
const mostLevels = 4;

/** The fields of a schema, one under the other, with what they mean. */
export function renderFields(schema: SchemaShape, level = 0): string {
  const fields = Object.entries(schema.properties ?? {});
  if (fields.length === 0 || level >= mostLevels) return '';
  const required = new Set(schema.required);
  const parts = fields.map(([name, field]) => {
    const need = required.has(name) ? ' <span class="need">required</span>' : '';
    return `<dt><code>${escapeHtml(name)}</code> <span class="type">${renderType(field)}</span>${need}</dt>${renderMeaning(field, level)}`;
  });
  return `<dl>${parts.join('\n')}</dl>`;
}

function renderMeaning(field: SchemaShape, level: number): string {
  const text = field.description === undefined ? '' : renderInline(field.description);
  const inner = renderInner(field, level);
  return text === '' && inner === '' ? '' : `<dd>${text}${inner}</dd>`;
}

/** What is inside a field: of the entries of a list, of the values of a map, of each form it can have. */
function renderInner(field: SchemaShape, level: number): string {
  if (field.properties !== undefined) return renderFields(field, level + 1);
  if (field.items !== undefined) return renderInner(field.items, level);
  const forms = listForms(field).filter((form) => form.properties !== undefined);
  return forms.map((form) => renderFields(form, level + 1)).join('');
}

/** What a value is, in a few words; a schema with a name is a link to it. */
export function renderType(schema: SchemaShape): string {
  const name = findName(schema);
  if (name !== undefined) return `<a href="#schema-${encodeURIComponent(name)}">${escapeHtml(name)}</a>`;
  if (schema.const !== undefined) return `<code>${escapeHtml(JSON.stringify(schema.const))}</code>`;
  if (schema.enum !== undefined)
    return schema.enum.map((value) => `<code>${escapeHtml(String(value))}</code>`).join(' or ');
  const forms = listForms(schema);
  if (forms.length > 0) return [...new Set(forms.map(renderType))].join(' or ');
  if (schema.items !== undefined) return `list of ${renderType(schema.items)}`;
  return `${renderWords(schema)}${renderBounds(schema)}`;
}

function renderWords({ type, properties, additionalProperties }: SchemaShape): string {
  if (type === undefined) return 'anything';
  if (type === 'object' && properties === undefined && typeof additionalProperties === 'object') {
    return `map of ${renderType(additionalProperties)}`;
  }
  return (typeof type === 'string' ? [type] : type).map((word) => words[word] ?? escapeHtml(word)).join(' or ');
}

const words: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'integer',
  number: 'number',
  boolean: 'boolean',
  object: 'object',
  array: 'list',
  null: 'null',
};

/** Bounds that only say how far a number can be stored are not worth a word. */
function renderBounds({ minimum, maximum, default: fallback }: SchemaShape): string {
  const isReal = (bound: number | undefined) => bound !== undefined && Math.abs(bound) < 1e12;
  const range = [isReal(minimum) ? `from ${minimum}` : '', isReal(maximum) ? `to ${maximum}` : ''];
  const start = fallback === undefined ? '' : `default ${escapeHtml(JSON.stringify(fallback))}`;
  const parts = [range.filter((part) => part !== '').join(' '), start].filter((part) => part !== '');
  return parts.length === 0 ? '' : `, ${parts.join(', ')}`;
}

function listForms({ anyOf, oneOf, allOf }: SchemaShape): readonly SchemaShape[] {
  return anyOf ?? oneOf ?? allOf ?? [];
}

function findName({ $ref }: SchemaShape): string | undefined {
  return $ref?.startsWith('#/components/schemas/') ? $ref.slice('#/components/schemas/'.length) : undefined;
}
