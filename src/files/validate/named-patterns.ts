import { type Place, type Problem, toError } from '../../base/fault.ts';
import { Patterns, patternHint } from '../../base/patterns.ts';
import type { PathSegment } from '../../base/schema-check.ts';
import type { Simulation } from '../../conversation/case.ts';
import type { PlacedGrader } from '../eval/placed-graders.ts';

type PlaceOf = (path: readonly PathSegment[]) => Place;

/** The regular expressions of an eval's graders. Each is compiled once, whatever the number of cases. */
export class NamedPatterns {
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

  /** Distinct patterns are few; a stream of cases that each have their own is checked as far as memory allows. */
  #keep(pattern: string | undefined, place: () => Place): void {
    if (pattern === undefined) return;
    if (this.#places.size < 10_000 && !this.#places.has(pattern)) this.#places.set(pattern, place);
  }
}
