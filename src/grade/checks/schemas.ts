import { Fault } from '../../base/fault.ts';
import {
  type CompileJsonSchema,
  type FindViolations,
  loadSchemaCompiler,
} from '../../conversation/compile-json-schema.ts';
import type { GraderSpec } from '../../conversation/grader-spec.ts';
import { toVisibleLine } from './excerpt.ts';

type SchemaSpec = NonNullable<GraderSpec['json-schema']>;

/** A run has few distinct schemas. The limit is for streams of cases with schemas of their own. */
const keptSchemas = 200;

/** Compiles each JSON Schema once. The compiler is loaded on first use, so the first `find` returns a promise. */
export class Schemas {
  readonly #readText: (written: string) => string;
  readonly #compiled = new Map<string, FindViolations | string>();
  /** The graders of a file are the same objects in all of its cases, so their schemas need not be serialized again. */
  readonly #keys = new WeakMap<object, string>();
  #compile: CompileJsonSchema | undefined;

  /** `readText` returns the text of a file by its path in the eval file. It throws a Fault. */
  constructor(readText: (written: string) => string) {
    this.#readText = readText;
  }

  /** The compiled schema, or the reason why it cannot be used. */
  find(wanted: SchemaSpec): FindViolations | string | Promise<FindViolations | string> {
    const key = this.#toKey(wanted);
    const known = this.#compiled.get(key);
    if (known !== undefined) return known;
    if (this.#compile !== undefined) return this.#add(key, wanted, this.#compile);
    return loadSchemaCompiler().then((compile) => {
      this.#compile = compile;
      return this.#compiled.get(key) ?? this.#add(key, wanted, compile);
    });
  }

  #add(key: string, wanted: SchemaSpec, compile: CompileJsonSchema): FindViolations | string {
    if (this.#compiled.size >= keptSchemas) this.#compiled.clear();
    const compiled = typeof wanted === 'string' ? this.#readAndCompile(wanted, compile) : compile(wanted);
    this.#compiled.set(key, compiled);
    return compiled;
  }

  #readAndCompile(written: string, compile: CompileJsonSchema): FindViolations | string {
    let schema: unknown;
    try {
      schema = JSON.parse(this.#readText(written));
    } catch (error) {
      if (error instanceof SyntaxError) return `it is not JSON: ${toVisibleLine(error.message)}`;
      if (error instanceof Fault) return toVisibleLine(error.message);
      throw error;
    }
    return compile(schema);
  }

  /** A serialized schema begins with a brace, so it never equals the key of a path. */
  #toKey(wanted: SchemaSpec): string {
    if (typeof wanted === 'string') return `file ${wanted}`;
    const known = this.#keys.get(wanted);
    if (known !== undefined) return known;
    const key = JSON.stringify(wanted);
    this.#keys.set(wanted, key);
    return key;
  }
}
