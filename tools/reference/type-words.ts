import { type JsonSchema, toSchema } from './json-schema.ts';
import { type DocLink, findLink } from './links.ts';
import { toAlternatives, toCode } from './markdown.ts';

/** What a value is, in Markdown for a table cell. Shapes with a section of their own are links to it. */
export function toTypeWords(schema: JsonSchema, page: string): string {
  return toAlternatives(listWords(schema, page, 'one')) || 'anything';
}

type Count = 'one' | 'many';

function listWords(schema: JsonSchema, page: string, count: Count): readonly string[] {
  if (schema.$ref !== undefined) return [toLinkWords(findLink(schema.$ref), page, count)];
  const options = schema.anyOf ?? schema.oneOf;
  if (options !== undefined) return options.flatMap((option) => listWords(toSchema(option), page, count));
  if (schema.const !== undefined) return [toCode(String(schema.const))];
  if (schema.enum !== undefined) return schema.enum.map((value) => toCode(String(value)));
  if (Array.isArray(schema.type)) return schema.type.flatMap((type) => listWords({ ...schema, type }, page, count));
  const word = toWord(schema, page, count);
  return word === undefined ? [] : [word];
}

function toLinkWords({ one, many, place }: DocLink, page: string, count: Count): string {
  const [file, anchor] = place.split('#');
  return `[${count === 'one' ? one : many}](${file === page ? '' : file}#${anchor})`;
}

/** Undefined for nothing, which only says that a key may be left empty. */
function toWord(schema: JsonSchema, page: string, count: Count): string | undefined {
  const isOne = count === 'one';
  switch (schema.type) {
    case 'null':
      return undefined;
    case 'string':
      return isOne ? 'string' : 'strings';
    case 'boolean':
      return 'true or false';
    case 'integer':
      return `${isOne ? 'whole number' : 'whole numbers'}${toBound(schema)}`;
    case 'number':
      return `${isOne ? 'number' : 'numbers'}${toBound(schema)}`;
    case 'array':
      return toListWords(schema, page, isOne ? 'list' : 'lists');
    case 'object':
      return toMappingWords(schema, page, isOne ? 'mapping' : 'mappings');
    default:
      return 'anything';
  }
}

function toBound({ minimum, exclusiveMinimum }: JsonSchema): string {
  if (exclusiveMinimum === 0) return ' above 0';
  return minimum === 0 ? ' from 0' : '';
}

function toListWords(schema: JsonSchema, page: string, list: string): string {
  if (Array.isArray(schema.prefixItems)) {
    const items = schema.prefixItems.map((item) => toTypeWords(toSchema(item), page));
    return `${list} of ${items.length}: ${items.join(', ')}`;
  }
  const item = Array.isArray(schema.items) ? undefined : toSchema(schema.items);
  const words = item === undefined ? [] : listWords(item, page, 'many');
  return words.length === 0 ? list : `${list} of ${toAlternatives(words)}`;
}

/** A mapping of one key is written out; one of several needs a section of its own, so that its keys are explained. */
function toMappingWords(schema: JsonSchema, page: string, mapping: string): string {
  const entries = Object.entries(schema.properties ?? {});
  const [only, second] = entries;
  if (second !== undefined) {
    const keys = entries.map(([key]) => key).join(', ');
    throw new Error(`The shape with the keys ${keys} has no section in the docs: name it in tools/reference/links.ts.`);
  }
  if (only !== undefined) {
    const [key, value] = only;
    return toCode(`{${key}: ${toTypeWords(toSchema(value), page)}}`);
  }
  const values = listWords(toSchema(schema.additionalProperties), page, 'many');
  const words = toAlternatives(values);
  return words === '' || words === 'anything' ? mapping : `${mapping} of ${words}`;
}
