import type {
  Content,
  OpenApiDocument,
  Operation,
  Parameter,
  SchemaShape,
} from '../../src/api/reference/openapi-shape.ts';
import { renderTable, toAlternatives, toCell, toCode, toSentence, withoutEmptyColumns } from './markdown.ts';

/** Every call of the API by group: what it does, takes and answers. */
export function renderOperations(document: OpenApiDocument): string {
  const calls = listCalls(document);
  const schemas = document.components?.schemas ?? {};
  const groups = (document.tags ?? []).map(({ name, description = '' }) => {
    const own = calls.filter(({ operation }) => operation.tags?.includes(name));
    return [`## ${name}`, description, ...own.map((call) => renderCall(call, schemas))].join('\n\n');
  });
  return groups.join('\n\n');
}

/** All calls in one table, with links to their sections. */
export function renderCallList(document: OpenApiDocument): string {
  const rows = listCalls(document).map(({ method, path, operation }) => [
    `[${toCode(`${method} ${path}`)}](#${toSlug(`${method} ${path}`)})`,
    toCell(operation.summary ?? ''),
  ]);
  return renderTable(['endpoint', 'summary'], rows);
}

interface Call {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

function listCalls({ paths = {}, tags = [] }: OpenApiDocument): readonly Call[] {
  const order = tags.map(({ name }) => name);
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  const placeOf = ({ operation }: Call) => order.indexOf(operation.tags?.[0] ?? '');
  return calls.toSorted((one, other) => placeOf(one) - placeOf(other));
}

type Schemas = Readonly<Record<string, SchemaShape>>;

function renderCall({ method, path, operation }: Call, schemas: Schemas): string {
  const { summary = '', description = '', parameters = [], requestBody, responses = {} } = operation;
  return [
    `### ${method} ${path.replaceAll('_', '\\_')}`,
    `**${toSentence(toCell(summary))}**${description === '' ? '' : ` ${toProse(description)}`}`,
    operation.security?.length === 0 ? 'No token required.' : '',
    renderParameters(parameters),
    requestBody === undefined ? '' : renderBody(requestBody, schemas),
    renderAnswers(responses),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function renderParameters(parameters: readonly Parameter[]): string {
  if (parameters.length === 0) return '';
  const order = ['path', 'query', 'header'];
  const sorted = parameters.toSorted((one, other) => order.indexOf(one.in) - order.indexOf(other.in));
  const rows = sorted.map(({ name, in: place, required, schema = {}, description = schema.description ?? '' }) => [
    toCode(name),
    `${place}${required === true ? ', **required**' : ''}`,
    toTypeWords(schema),
    toCell(description),
  ]);
  return renderTable(...withoutEmptyColumns(['parameter', 'in', 'type', 'description'], rows));
}

function renderBody({ content = {} }: Content, schemas: Schemas): string {
  const [{ schema: written = {} } = {}] = Object.values(content);
  const schema = resolve(written, schemas);
  const said = schema.description === undefined ? '.' : `: ${toProse(schema.description)}`;
  const head = `Body, ${toAlternatives(Object.keys(content).map(toCode))}${said}`;
  const fields = findFields(schema, schemas);
  if (!isItem(fields)) return `${head}\n\n${renderFields(fields)}`.trim();
  return `${head} It has the fields of an [item](items.md#item).`;
}

/** What the fields of a body are; of several shapes the first, and of a list its entries. */
function findFields(schema: SchemaShape, schemas: Schemas): SchemaShape {
  const found = resolve(schema, schemas);
  const inner = found.anyOf?.[0] ?? found.oneOf?.[0] ?? found.items;
  return inner === undefined ? found : findFields(inner, schemas);
}

function renderFields({ properties = {}, required = [] }: SchemaShape): string {
  // You can send back what GET returned, so read-only fields are accepted and ignored.
  const read = Object.entries(properties).filter(([, { description = '' }]) => !description.startsWith('Read-only'));
  const rows = read.map(([name, schema]) => [
    toCode(name),
    toTypeWords(schema),
    required.includes(name) ? '**required**' : '',
    toCell(schema.description ?? ''),
  ]);
  return rows.length === 0
    ? ''
    : renderTable(...withoutEmptyColumns(['field', 'type', 'default', 'description'], rows));
}

/** The one shape that has a page of its own. */
function isItem({ properties = {} }: SchemaShape): boolean {
  return properties.history !== undefined && properties.manualTags !== undefined;
}

function renderAnswers(responses: Readonly<Record<string, Content>>): string {
  const list = Object.entries(responses).filter(([status]) => status !== 'default');
  const good = list.filter(([status]) => Number(status) < 400);
  const bad = list.filter(([status]) => Number(status) >= 400).map(([status]) => toCode(status));
  const said = good.map(([status, { description = '' }]) => {
    return `${toCode(status)}${description === '' || description === 'Default Response' ? '' : `: ${toProse(description)}`}`;
  });
  const answers = said.length === 0 ? '' : `Returns ${said.join(' ')}`;
  const end = answers === '' || answers.endsWith('.') ? answers : `${answers}.`;
  return bad.length === 0 ? end : `${end} Errors: ${bad.join(' · ')}.`.trim();
}

function resolve(schema: SchemaShape, schemas: Schemas): SchemaShape {
  const name = schema.$ref?.split('/').at(-1);
  const found = name === undefined ? undefined : schemas[name];
  if (found === undefined) return schema;
  return schema.description === undefined ? found : { ...found, description: schema.description };
}

/** Paragraphs of a description in one. */
function toProse(text: string): string {
  return toCell(text.replaceAll(/\n+/g, ' '));
}

function toTypeWords({ $ref, type, enum: values, items, anyOf, oneOf, minimum, maximum }: SchemaShape): string {
  if ($ref !== undefined) return ($ref.split('/').at(-1) ?? '').replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
  if (values !== undefined) return toAlternatives(values.map((value) => toCode(String(value))));
  const choices = anyOf ?? oneOf;
  if (choices !== undefined) return toAlternatives(choices.map(toTypeWords));
  if (type === 'array') return items?.enum === undefined ? 'list' : `list of ${toTypeWords(items)}`;
  if (typeof type !== 'string') return '';
  const isBounded = minimum !== undefined && maximum !== undefined && Number.isSafeInteger(maximum) && maximum < 1e9;
  return `${typeWords[type] ?? type}${isBounded ? ` from ${minimum} to ${maximum}` : ''}`;
}

const typeWords: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'number',
  boolean: 'true or false',
  object: 'mapping',
};

/** The anchor that GitHub gives to a heading. */
function toSlug(title: string): string {
  const letters = title.toLowerCase().replaceAll(/[^\p{L}\p{N}\s_-]/gu, '');
  return letters.trim().replaceAll(' ', '-');
}
