import type { Ajv, CodeKeywordDefinition, ErrorObject, KeywordCxt, Options } from 'ajv';
import { toCanonicalJson } from '../base/hash.ts';
import { renderJsonPath } from '../base/json-value.ts';
import { isPlainObject } from '../base/plain-object.ts';

/** Objects and lists in one schema, and characters in all its texts: compiling takes about a millisecond per object. */
const schemaLimits = { parts: 2_000, characters: 200_000 } as const;

interface SchemaSize {
  readonly parts: number;
  readonly characters: number;
}

/** How big a schema is. Counting stops soon after a limit is passed, so that a huge one costs nothing. */
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

/** Why a schema is not compiled, in words; undefined: it is small enough. */
export function findTooBig(schema: unknown): string | undefined {
  const { parts, characters } = measureSchema(schema);
  if (parts > schemaLimits.parts)
    return `it is too big, with more than ${schemaLimits.parts.toLocaleString('en')} objects and lists`;
  if (characters <= schemaLimits.characters) return undefined;
  return `it is too big, with more than ${schemaLimits.characters.toLocaleString('en')} characters`;
}

/** A value took too many steps to check. References that branch can make exponentially many of a small value. */
export class TooManySteps extends Error {
  override readonly name = 'TooManySteps';
}

/** The generator of code that comes with the engine; the engine is loaded by whoever uses it. */
type Template = typeof import('ajv')._;

/** Every way to use one part of a schema many times; without them the work is bounded by schema and value. */
const references = ['$ref', '$dynamicRef', '$recursiveRef'];

/**
 * Makes each reference that is followed a step, and throws TooManySteps after `most`. Returns what begins the count anew,
 * to be called before each value. Steps, not time: the same value ends the same way on every machine.
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

/** What is wrong with a value, and where: a JSON path, blank for the whole value. */
export interface SchemaViolation {
  readonly path: string;
  readonly message: string;
}

/**
 * What a value lacks to fit a schema; the first of it, when there is much. Throws a RangeError on too deep a value, and
 * TooManySteps where references branch without end.
 */
export type FindViolations = (value: unknown) => readonly SchemaViolation[];

/** A JSON Schema ready to use, or in words why it cannot be used. */
export type CompileJsonSchema = (schema: unknown) => FindViolations | string;

type Draft = '2020-12' | '2019-09' | '07';

const drafts: Readonly<Record<string, Draft>> = {
  'json-schema.org/draft/2020-12/schema': '2020-12',
  'json-schema.org/draft/2019-09/schema': '2019-09',
  'json-schema.org/draft-07/schema': '07',
  // What was added after draft-06 are keywords, so its schemas are read as what followed it.
  'json-schema.org/draft-06/schema': '07',
};

const listedViolations = 20;
/** Some tenths of a second, and more than a reply of many pages needs. */
const mostSteps = 300_000;
/** Keys of the value stand in both path and message. */
const shownLength = 300;

/**
 * Loads what reads JSON Schema: draft 2020-12, unless `$schema` names 2019-09, draft-07 or draft-06. `format` is not
 * asserted, patterns are RE2, so none runs forever, and no `$ref` is ever fetched.
 */
export async function loadSchemaCompiler(): Promise<CompileJsonSchema> {
  const [{ Ajv2020 }, { Ajv2019 }, { Ajv, _ }, patterns] = await Promise.all([
    import('ajv/dist/2020.js'),
    import('ajv/dist/2019.js'),
    import('ajv'),
    import('re2js'),
  ]);
  const engines = { '2020-12': Ajv2020, '2019-09': Ajv2019, '07': Ajv };
  // Knows the schema of schemas, which is costly to compile, and keeps nothing of those it looks at.
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
  // `ownProperties`: what every object inherits, as "toString", is not in a reply.
  return { allErrors: true, ownProperties: true, validateSchema: false, meta: false, code: { regExp } };
}

function compile(ajv: Engine, schema: Schema, beginSteps: () => void): FindViolations | string {
  // The one that comes with ajv compares every item with every other.
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

/** The draft is settled by now, and a name that is not the engine's own would be looked up. */
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

/** A segment of a JSON pointer. */
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
