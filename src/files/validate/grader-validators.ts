import { Fault, type Place, type Problem, toError } from '../../base/fault.ts';
import { Patterns, patternHint } from '../../base/patterns.ts';
import type { PathSegment } from '../../base/schema-check.ts';
import type { Simulation } from '../../conversation/case.ts';
import { type CompileJsonSchema, loadSchemaCompiler, measureSchema } from '../../conversation/compile-json-schema.ts';
import type { GraderSpec } from '../../conversation/grader-spec.ts';
import type { Deck } from '../../conversation/judge/deck.ts';
import { findThresholdFlaw } from '../../conversation/judge/scale.ts';
import { type ReadDeckOptions, readDeck } from '../deck/read-deck.ts';
import type { PlacedGrader } from '../eval/check-graders.ts';
import type { Attachments } from '../project/attachments.ts';
import type { TargetValidator } from './case-validators.ts';

type PlaceOf = (path: readonly PathSegment[]) => Place;

/** An eval has few distinct thresholds. The limit protects the memory. */
const mostThresholds = 1000;

/** Where a deck is named first, and where it first grades a single reply. */
interface NamedDeck {
  readonly place: () => Place;
  onReply?: () => Place;
  /** Each threshold, with its first place. */
  readonly thresholds: Map<number, () => Place>;
}

/** Checks the decks of an eval's graders. Each deck is read once, no matter how many cases use it. */
export class DeckValidator {
  readonly #attachments: Attachments;
  readonly #reading: string;
  readonly #named = new Map<string, NamedDeck>();

  constructor(attachments: Attachments, reading: string) {
    this.#attachments = attachments;
    this.#reading = reading;
  }

  add(graders: readonly PlacedGrader[], placeOf: PlaceOf): void {
    for (const placed of graders) {
      const { grader, path } = placed;
      const file = grader.judge === undefined ? undefined : this.#find(grader.judge);
      if (file === undefined) continue;
      const place = () => placeOf([...path, 'judge']);
      const named: NamedDeck = this.#named.get(file) ?? { place, thresholds: new Map() };
      this.#named.set(file, named);
      if (isOnReply(placed)) named.onReply ??= place;
      const { threshold } = grader;
      if (threshold === undefined || named.thresholds.has(threshold) || named.thresholds.size >= mostThresholds)
        continue;
      named.thresholds.set(threshold, () => placeOf([...path, 'threshold']));
    }
  }

  check(options: ReadDeckOptions, targets: TargetValidator): readonly Problem[] {
    return [...this.#named].flatMap(([path, named]) => {
      const { deck, problems } = readDeck(path, options);
      return deck === undefined
        ? problems
        : [...problems, ...this.#checkUse(deck, named, targets), ...this.#checkThresholds(deck, named)];
    });
  }

  #checkThresholds({ scale, file }: Deck, { thresholds }: NamedDeck): readonly Problem[] {
    return [...thresholds].flatMap(([threshold, place]) => {
      const flaw = findThresholdFlaw(threshold, scale);
      if (flaw === undefined) return [];
      const message = `The threshold ${threshold} ${flaw} of deck ${file}.`;
      const hint = `Write a number from ${scale.min} to ${scale.max}.`;
      return [toError({ code: 'EVAL_BAD_VALUE', message, hint, reading: this.#reading, ...place() })];
    });
  }

  #checkUse({ sees, target, file }: Deck, { place, onReply }: NamedDeck, targets: TargetValidator): readonly Problem[] {
    const unknown = target === undefined ? [] : targets.check([{ name: target, path: [] }], place);
    const told = unknown.map((problem) => ({ ...problem, message: `${problem.message} The deck ${file} uses it.` }));
    if (sees !== 'conversation' || onReply === undefined) return told;
    const message = `The deck ${file} shows the whole conversation, but this grader grades single replies. The judge would see later turns.`;
    const hint = 'Set `when: conversation` here, or `sees = "history"` in the deck.';
    return [...told, toError({ code: 'EVAL_JUDGE_SEES_LATER', message, hint, reading: this.#reading, ...onReply() })];
  }

  /** A deck that cannot be read is reported by its grader. */
  #find(judge: string): string | undefined {
    try {
      this.#attachments.readText(judge);
      return this.#attachments.resolve(judge);
    } catch (error) {
      if (error instanceof Fault) return undefined;
      throw error;
    }
  }
}

/** Under a scripted line, a grader grades the reply to it, regardless of `when`. */
function isOnReply({ grader, path }: PlacedGrader): boolean {
  return grader.when !== 'conversation' || path[0] === 'turns';
}

/** Checks the regular expressions of an eval's graders. Each one is compiled once, no matter how many cases use it. */
export class PatternValidator {
  readonly #reading: string;
  readonly #places = new Map<string, () => Place>();

  constructor(reading: string) {
    this.#reading = reading;
  }

  add(graders: readonly PlacedGrader[], placeOf: PlaceOf): void {
    for (const { grader, path } of graders) this.#keep(grader.regex, () => placeOf([...path, 'regex']));
  }

  addSimulation(simulate: Simulation | undefined, placeOf: PlaceOf): void {
    const rule = simulate?.stop_when;
    if (rule !== undefined && 'regex' in rule)
      this.#keep(rule.regex, () => placeOf(['simulate', 'stop_when', 'regex']));
  }

  async check(): Promise<readonly Problem[]> {
    if (this.#places.size === 0) return [];
    const findPattern = await new Patterns().load();
    return [...this.#places].flatMap(([pattern, place]) => {
      const found = findPattern(pattern);
      return typeof found === 'string' ? [this.#toProblem(found, place())] : [];
    });
  }

  #toProblem(reason: string, place: Place): Problem {
    const message = `The regular expression is not valid: ${reason}.`;
    return toError({ code: 'EVAL_BAD_REGEX', message, hint: patternHint, reading: this.#reading, ...place });
  }

  /** An eval has few distinct patterns. The limit protects the memory. */
  #keep(pattern: string | undefined, place: () => Place): void {
    if (pattern === undefined) return;
    if (this.#places.size < 10_000 && !this.#places.has(pattern)) this.#places.set(pattern, place);
  }
}

/** Checks the JSON Schemas of an eval's graders. Each one is compiled once, no matter how many cases use it. */
export class SchemaValidator {
  readonly #reading: string;
  readonly #attachments: Attachments;
  readonly #written = new Map<string, { readonly schema: SchemaSpec; readonly place: () => Place }>();

  constructor(reading: string, attachments: Attachments) {
    this.#reading = reading;
    this.#attachments = attachments;
  }

  /** An eval has few distinct schemas. The limit protects the memory. */
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

  /** A file that cannot be read is reported by its grader. */
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

/** Maximum size of all schemas that are compiled here, in objects and lists. The rest are compiled on use. */
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
