import { Fault, type Place, type Problem, toError } from '../../base/fault.ts';
import type { PathSegment } from '../../base/schema-check.ts';
import { type CompileJsonSchema, loadSchemaCompiler, measureSchema } from '../../conversation/compile-json-schema.ts';
import type { GraderSpec } from '../../conversation/grader-spec.ts';
import type { PlacedGrader } from '../eval/placed-graders.ts';
import type { Attachments } from '../project/attachments.ts';

type PlaceOf = (path: readonly PathSegment[]) => Place;

/** The JSON Schemas that an eval's graders contain or name. Each is compiled once, whatever the number of cases. */
export class NamedSchemas {
  readonly #reading: string;
  readonly #attachments: Attachments;
  readonly #written = new Map<string, { readonly schema: SchemaSpec; readonly place: () => Place }>();

  constructor(reading: string, attachments: Attachments) {
    this.#reading = reading;
    this.#attachments = attachments;
  }

  /** Distinct schemas are few; a stream of cases that each have their own is checked as far as memory allows. */
  add(graders: readonly PlacedGrader[], placeOf: PlaceOf): void {
    for (const { grader, path } of graders) {
      const schema = grader['json-schema'];
      if (schema === undefined || this.#written.size >= 1000) continue;
      const key = JSON.stringify(schema);
      if (!this.#written.has(key)) this.#written.set(key, { schema, place: () => placeOf([...path, 'json-schema']) });
    }
  }

  async check(): Promise<readonly Problem[]> {
    if (this.#written.size === 0) return [];
    const compile = withBudget(await loadSchemaCompiler());
    return [...this.#written.values()].flatMap(({ schema, place }) => {
      const flaw = typeof schema === 'string' ? this.#findFileFlaw(schema, compile) : toFlaw(compile(schema));
      return flaw === undefined ? [] : [this.#toProblem(schema, flaw, place())];
    });
  }

  /** A file that cannot be read is reported where it is named. */
  #findFileFlaw(written: string, compile: CompileJsonSchema): string | undefined {
    try {
      return toFlaw(compile(JSON.parse(this.#attachments.readText(written))));
    } catch (error) {
      if (error instanceof SyntaxError) return `it is not JSON: ${error.message}`;
      if (error instanceof Fault) return undefined;
      throw error;
    }
  }

  #toProblem(schema: SchemaSpec, flaw: string, place: Place): Problem {
    const name = typeof schema === 'string' ? `The schema "${schema.slice(0, 200)}"` : 'The JSON Schema';
    const hint = flaw.startsWith('it is too big')
      ? 'Use a smaller schema for the part of the reply that matters.'
      : 'Fix the schema: draft 2020-12, patterns in RE2, every $ref inside it.';
    return toError({
      code: 'EVAL_BAD_SCHEMA',
      message: `${name} cannot be used: ${flaw}.`,
      hint,
      reading: this.#reading,
      ...place,
    });
  }
}

/** Objects and lists of all schemas together that are compiled here. The rest is compiled when it is used. */
const mostParts = 20_000;

function withBudget(compile: CompileJsonSchema): CompileJsonSchema {
  let left = mostParts;
  return (schema) => {
    left -= measureSchema(schema).parts;
    return left < 0 ? () => [] : compile(schema);
  };
}

type SchemaSpec = NonNullable<GraderSpec['json-schema']>;

function toFlaw(compiled: ReturnType<CompileJsonSchema>): string | undefined {
  return typeof compiled === 'string' ? compiled : undefined;
}
