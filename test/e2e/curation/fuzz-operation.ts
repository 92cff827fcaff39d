import fc from 'fast-check';
import { z } from 'zod';
import { type Schema, type Schemas, toFew, toValues } from './fuzz-schema.ts';

interface Parameter {
  readonly in: 'path' | 'query' | 'header';
  readonly name: string;
  readonly required?: boolean;
  readonly schema: Schema;
}

type Content = Readonly<Record<string, { readonly schema?: Schema }>>;

export interface OpenApi {
  readonly openapi: string;
  readonly components: { readonly schemas: Schemas };
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
}

interface OperationObject {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

/** One method of one address, with requests to try on it and a check of what it answers. */
export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly requests: fc.Arbitrary<FuzzRequest>;
  /** What is wrong with an answer; undefined: it is one of those that are declared. */
  readonly findBreach: (answer: {
    readonly status: number;
    readonly type: string;
    readonly body: unknown;
  }) => string | undefined;
}

export interface FuzzRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The item is read first, and its ETag sent. */
  readonly sendsRightEtag: boolean;
}

/** Values of parameters, by their names, that something is found by. */
export type KnownValues = Readonly<Record<string, readonly unknown[]>>;

interface Place {
  readonly schemas: Schemas;
  readonly known: KnownValues;
}

export function listOperations({ paths, components }: OpenApi, known: KnownValues): readonly Operation[] {
  const place = { schemas: components.schemas, known };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      requests: toRequests(path, operation, place),
      findBreach: openCheck(operation, components.schemas),
    })),
  );
}

function toRequests(
  path: string,
  { parameters = [], requestBody }: OperationObject,
  place: Place,
): fc.Arbitrary<FuzzRequest> {
  const of = (where: Parameter['in']) => {
    const list = parameters.filter((parameter) => parameter.in === where);
    return Object.fromEntries(list.map((parameter) => [parameter.name, toParameter(parameter, place)]));
  };
  const required = parameters.filter((parameter) => parameter.required === true).map(({ name }) => name);
  const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const body = content?.schema === undefined ? fc.constant(undefined) : toBody(content.schema, place);
  return fc
    .record({
      names: fc.record(of('path')),
      query: toFew(of('query'), required),
      headers: toFew(of('header'), []),
      body,
      sendsRightEtag: fc.boolean(),
      addsUnknown: fc.integer({ min: 0, max: 19 }).map((number) => number === 0),
    })
    .map(({ names, query, headers, body: sent, sendsRightEtag, addsUnknown }) => ({
      path: `${fillPath(path, names)}${toQuery({ ...query, ...(addsUnknown ? { bogus: '1' } : {}) })}`,
      headers: { ...toHeaders(headers), ...(sent === undefined || type === undefined ? {} : { 'content-type': type }) },
      ...(sent === undefined ? {} : { body: sent }),
      sendsRightEtag,
    }));
}

function toBody(schema: Schema, { schemas }: Place): fc.Arbitrary<string | undefined> {
  const written = toValues(schema, schemas).map((value) => JSON.stringify(value));
  return fc.oneof({ weight: 7, arbitrary: written }, { weight: 1, arbitrary: fc.constant(undefined) });
}

/** Mostly an existing id, where ids are known. */
function toParameter({ name, schema }: Parameter, { schemas, known }: Place): fc.Arbitrary<unknown> {
  const values = toValues(schema, schemas);
  const found = known[name];
  return found === undefined
    ? values
    : fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...found) }, { weight: 1, arbitrary: values });
}

function fillPath(path: string, values: Readonly<Record<string, unknown>>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => encode(values[name]) || 'x');
}

function toQuery(values: Readonly<Record<string, unknown>>): string {
  const parts = Object.entries(values).map(([name, value]) => `${name}=${encode(value)}`);
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}

function encode(value: unknown): string {
  const text =
    typeof value === 'string' ? value : Array.isArray(value) ? value.map(String).join(',') : JSON.stringify(value);
  return encodeURIComponent((text ?? '').slice(0, 2000).toWellFormed());
}

/** Only what a header can carry. */
function toHeaders(values: Readonly<Record<string, unknown>>): Record<string, string> {
  const entries = Object.entries(values).map(
    ([name, value]) =>
      [
        name,
        String(value)
          .replaceAll(/[^\x20-\x7e]/g, '')
          .trim()
          .slice(0, 500),
      ] as const,
  );
  return Object.fromEntries(entries.filter(([, value]) => value !== ''));
}

function openCheck({ responses }: OperationObject, schemas: Schemas): Operation['findBreach'] {
  const checks = new Map(
    Object.entries(responses).flatMap(([status, { content }]) => {
      const schema = content?.['application/json']?.schema;
      return schema === undefined ? [] : [[Number(status), toCheck(schema, schemas)] as const];
    }),
  );
  return ({ status, type, body }) => {
    if (status >= 400) return undefined;
    const declared = responses[status];
    if (declared === undefined) return `the status ${status} is not declared`;
    const types = Object.keys(declared.content ?? {});
    if (types.length > 0 && !types.some((each) => type.startsWith(each))) return `the type ${type} is not declared`;
    return checks.get(status)?.(body);
  };
}

function toCheck(schema: Schema, schemas: Schemas): (body: unknown) => string | undefined {
  const whole = JSON.parse(
    JSON.stringify({ ...schema, $defs: schemas }).replaceAll('#/components/schemas/', '#/$defs/'),
  );
  const parsed = z.fromJSONSchema(whole);
  return (body) => {
    const { error } = parsed.safeParse(body);
    return error === undefined ? undefined : z.prettifyError(error);
  };
}
