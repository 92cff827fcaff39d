import { type Place, type Problem, toError } from '../../base/fault.ts';
import type { PathSegment } from '../../base/schema-check.ts';
import type { EvalCase } from '../../conversation/case.ts';
import type { GraderSpec } from '../../conversation/grader-spec.ts';
import type { EvalFile } from '../eval/read-eval.ts';

type PlaceOf = (path: readonly PathSegment[]) => Place;

/** The regular expressions that an eval's graders hold. Each is compiled once, whatever the number of cases. */
export class NamedPatterns {
  readonly #reading: string;
  readonly #places = new Map<string, () => Place>();

  constructor({ head, reading, placeOf }: EvalFile) {
    this.#reading = reading;
    this.#add(head.graders ?? [], ['graders'], placeOf);
  }

  addCase({ graders, turns = [], simulate }: EvalCase, headCount: number, placeOf: PlaceOf): void {
    this.#add(graders.slice(headCount), ['graders'], placeOf);
    for (const [index, turn] of turns.entries()) this.#add(turn.graders ?? [], ['turns', index, 'graders'], placeOf);
    if (simulate?.stop_when !== undefined && 'regex' in simulate.stop_when) {
      this.#keep(simulate.stop_when.regex, () => placeOf(['simulate', 'stop_when', 'regex']));
    }
  }

  async check(): Promise<readonly Problem[]> {
    if (this.#places.size === 0) return [];
    const { RE2JS, RE2JSSyntaxException } = await import('re2js');
    return [...this.#places].flatMap(([pattern, place]) => {
      try {
        RE2JS.compile(pattern);
        return [];
      } catch (error) {
        if (!(error instanceof RE2JSSyntaxException)) throw error;
        return [this.#toProblem(error.message, place())];
      }
    });
  }

  #toProblem(reason: string, place: Place): Problem {
    const message = `The regular expression cannot be used: ${reason.replace(/^error parsing regexp: /, '')}.`;
    const hint = 'It has to be RE2, which has no look-ahead, look-behind or back references.';
    return toError({ code: 'EVAL_BAD_REGEX', message, hint, reading: this.#reading, ...place });
  }

  #add(graders: readonly GraderSpec[], path: readonly PathSegment[], placeOf: PlaceOf): void {
    for (const [index, { regex }] of graders.entries()) {
      if (regex !== undefined) this.#keep(regex, () => placeOf([...path, index, 'regex']));
    }
  }

  /** Distinct patterns are few; a stream of cases that each have their own is checked as far as memory allows. */
  #keep(pattern: string, place: () => Place): void {
    if (this.#places.size < 10_000 && !this.#places.has(pattern)) this.#places.set(pattern, place);
  }
}
