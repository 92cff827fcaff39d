import type { Ajv, CodeKeywordDefinition, ErrorObject, KeywordCxt, Options } from 'ajv';
import { toCanonicalJson } from '../base/hash.ts';
import { renderJsonPath } from '../base/json-value.ts';
import { isPlainObject } from '../base/plain-object.ts';

/**
 * Limits on the objects and lists of one schema, and on the characters of all its texts. Compiling takes about a
 * millisecond per object.
 */
const schemaLimits = { parts: 2_000, characters: 200_000 } as const;

interface SchemaSize {
  readonly parts: number;
  readonly characters: number;
}

/** Measures a schema. Counting stops soon after a limit is exceeded, so a huge schema costs little. */
export function measureSchema(schema: unknown): SchemaSize {
  const waiting: unknown[] = [schema];
  let [parts, characters] = [0, 0];
  while (waiting.length > 0 && parts <= schemaLimits.parts && characters <= schemaLimits.characters) {
    const value = waiting.pop();
    if (typeof value === 'string') characters += value.length;
    if (typeof value !== 'object' || value === null) continue;
    parts += 1;
    if (!Array.isArray(value)) characters += Object.keys(value).reduce((sum, key) => sum + key.length, 0);
    for (const part of Object.values(value)) waiting.push(part);
  }
  return { parts, characters };
}

/** Why a schema is too big to compile. Undefined: it is small enough. */
export function findTooBig(schema: unknown): string | undefined {
  const { parts, characters } = measureSchema(schema);
  if (parts > schemaLimits.parts)
    return `it is too big, with more than ${schemaLimits.parts.toLocaleString('en')} objects and lists`;
  if (characters <= schemaLimits.characters) return undefined;
  return `it is too big, with more than ${schemaLimits.characters.toLocaleString('en')} characters`;
}

/** Checking a value took too many steps. References that branch can multiply a small value exponentially. */
export class TooManySteps extends Error {
  override readonly name = 'TooManySteps';
}

/** The code generator of ajv. The caller loads ajv. */
type Template = typeof import('ajv')._;

/**
 * Every keyword that can use one part of a schema many times. Without them, the size of schema and value limits the
 * work.
 */
const references = ['$ref', '$dynamicRef', '$recursiveRef'];

/**
 * Counts each followed reference as a step, and throws TooManySteps after `most`. Returns a function that resets the
 * count, to be called before each value. Steps instead of time give the same result on every machine.
 */
function limitSchemaSteps(ajv: Ajv, most: number, template: Template): () => void {
  let left = most;
  const step = () => {
    left -= 1;
    if (left < 0) throw new TooManySteps(`The schema follows more than ${most} references.`);
  };
  for (const keyword of references) {
    const rule = ajv.RULES.all[keyword];
    if (typeof rule !== 'object' || !isGenerating(rule.definition)) continue;
    const { definition } = rule;
    const code = (context: KeywordCxt, ruleType?: string) => {
      const name = context.gen.scopeValue('func', { ref: step });
      context.gen.code(template`${name}()`);
      definition.code(context, ruleType);
    };
    ajv.removeKeyword(keyword).addKeyword({ ...definition, code });
  }
  return () => {
    left = most;
  };
}

function isGenerating(definition: object): definition is CodeKeywordDefinition {
  return 'code' in definition;
}

/** What is wrong with a value, and where: a JSON path, or an empty text for the whole value. */
export interface SchemaViolation {
  readonly path: string;
  readonly message: string;
}

/**
 * Lists what a value violates in a schema, up to a maximum. Throws a RangeError if the value is too deep, and
 * TooManySteps if references branch endlessly.
 */
export type FindViolations = (value: unknown) => readonly SchemaViolation[];

/** Compiles a JSON Schema, or returns the reason why it cannot be used. */
export type CompileJsonSchema = (schema: unknown) => FindViolations | string;

type Draft = '2020-12' | '2019-09' | '07';

const drafts: Readonly<Record<string, Draft>> = {
  'json-schema.org/draft/2020-12/schema': '2020-12',
  'json-schema.org/draft/2019-09/schema': '2019-09',
  'json-schema.org/draft-07/schema': '07',
  // Keywords were only added after draft-06, so its schemas are read as draft-07.
  'json-schema.org/draft-06/schema': '07',
};

const listedViolations = 20;
/** A few tenths of a second, and more than a reply of many pages needs. */
const mostSteps = 300_000;
/** Keys of the value can appear in both path and message. */
const shownLength = 300;

/**
 * Loads the JSON Schema compiler. Supports draft 2020-12, and 2019-09, draft-07 or draft-06 if `$schema` names it.
 * `format` is not asserted. Patterns are RE2, so none runs forever. No `$ref` is ever fetched.
 */
export async function loadSchemaCompiler(): Promise<CompileJsonSchema> {
  const [{ Ajv2020 }, { Ajv2019 }, { Ajv, _ }, patterns] = await Promise.all([
    import('ajv/dist/2020.js'),
    import('ajv/dist/2019.js'),
    import('ajv'),
    import('re2js'),
  ]);
  const engines = { '2020-12': Ajv2020, '2019-09': Ajv2019, '07': Ajv };
  // Validates schemas against their meta-schema, which is costly to compile. It keeps none of the schemas it checks.
  const judges = new Map<Draft, Engine>();

  return (schema) => {
    if (!isPlainObject(schema) && typeof schema !== 'boolean') return 'it is neither an object nor true or false';
    const tooBig = findTooBig(schema);
    if (tooBig !== undefined) return tooBig;
    const draft = findDraft(schema);
    if (draft === undefined) return 'its $schema is not draft 2020-12, 2019-09, draft-07 or draft-06';
    const Engine = engines[draft];
    const judge = judges.get(draft) ?? new Engine(options);
    judges.set(draft, judge);
    try {
      const written = withoutDraft(schema);
      if (judge.validateSchema(written) !== true) return explainFirst(judge.errors ?? []);
      const engine = new Engine({ ...options, ...toCompileOptions(patterns) });
      return compile(engine, written, limitSchemaSteps(engine, mostSteps, _));
    } catch (error) {
      return explainFailure(error, patterns);
    }
  };
}

type Engine = InstanceType<typeof import('ajv').Ajv>;
type Schema = Record<string, unknown> | boolean;
type PatternEngine = typeof import('re2js');

const options: Options = { strict: false, validateFormats: false, logger: false };

function toCompileOptions({ RE2JS }: PatternEngine): Options {
  const toPattern = (pattern: string) => RE2JS.compile(RE2JS.translateRegExp(pattern));
  const regExp = Object.assign(toPattern, { code: 're2js' });
  // `ownProperties`: inherited names such as "toString" are not part of a reply.
  return { allErrors: true, ownProperties: true, validateSchema: false, meta: false, code: { regExp } };
}

function compile(ajv: Engine, schema: Schema, beginSteps: () => void): FindViolations | string {
  // The keyword of ajv compares every item with every other one.
  ajv.removeKeyword('uniqueItems').addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    error: { message: 'must not have the same item twice' },
    validate: (wanted: boolean, items: readonly unknown[]) => !wanted || !hasTwins(items),
  });
  const fits = ajv.compile(schema);
  if ('$async' in fits) return 'it is asynchronous ("$async")';
  return (value) => {
    beginSteps();
    return fits(value) ? [] : (fits.errors ?? []).slice(0, listedViolations).map(toViolation);
  };
}

function findDraft(schema: Schema): Draft | undefined {
  const written = isPlainObject(schema) ? schema.$schema : undefined;
  if (written === undefined) return '2020-12';
  return typeof written === 'string' ? drafts[written.replace(/^https?:\/\//, '').replace(/#$/, '')] : undefined;
}

/** The draft is known by now, and ajv would look up any name that is not its own. */
function withoutDraft(schema: Schema): Schema {
  if (typeof schema === 'boolean') return schema;
  const { $schema, ...rest } = schema;
  return rest;
}

function hasTwins(items: readonly unknown[]): boolean {
  return new Set(items.map(toCanonicalJson)).size < items.length;
}

function toViolation(error: ErrorObject): SchemaViolation {
  const segments = error.instancePath.split('/').slice(1).map(toSegment);
  const message = `${error.message ?? error.keyword}${toDetail(error)}`;
  return { path: shorten(renderJsonPath(segments)), message: shorten(message) };
}

function shorten(text: string): string {
  return text.length > shownLength ? `${text.slice(0, shownLength).toWellFormed()}…` : text;
}

/** Decodes a segment of a JSON pointer. */
function toSegment(written: string): string | number {
  if (/^(?:0|[1-9]\d*)$/.test(written)) return Number(written);
  return written.replaceAll('~1', '/').replaceAll('~0', '~');
}

function toDetail({ keyword, params }: ErrorObject): string {
  if (keyword === 'additionalProperties') return `: ${JSON.stringify(params.additionalProperty)}`;
  if (keyword === 'unevaluatedProperties') return `: ${JSON.stringify(params.unevaluatedProperty)}`;
  if (keyword === 'enum') return `: ${JSON.stringify(params.allowedValues)}`;
  return keyword === 'const' ? `: ${JSON.stringify(params.allowedValue)}` : '';
}

function explainFirst(errors: readonly ErrorObject[]): string {
  const [first] = errors.slice(0, 1).map(toViolation);
  if (first === undefined) return 'it is not a JSON Schema';
  return `${first.path === '' ? 'it' : first.path} ${first.message}`;
}

function explainFailure(error: unknown, { RE2JSSyntaxException }: PatternEngine): string {
  if (error instanceof RangeError) return 'it is nested too deeply';
  if (!(error instanceof Error)) throw error;
  if ('missingRef' in error)
    return `it refers to "${error.missingRef}", which is outside the schema and is not fetched`;
  if (error instanceof RE2JSSyntaxException) {
    return `a pattern is not valid RE2: ${error.message.replace(/^error parsing regexp: /, '')}`;
  }
  return error.message;
}
