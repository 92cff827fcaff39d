import { Fault, type Problem, toError } from '../base/fault.ts';
import { suggestFrom, suggestValue } from '../base/nearest.ts';
import { isJudgeKind } from '../conversation/judge/judgment.ts';
import { withoutTurn } from '../conversation/turn-number.ts';
import type { CaseGrader } from './case-graders.ts';

/** The graders of a run's cases by id, with their kinds. One id can have several kinds in different cases. */
export class KnownGraders {
  readonly #kinds = new Map<string, Set<string>>();
  /** The composite of each part. */
  readonly #wholes = new Map<string, string>();

  add(graders: readonly Pick<CaseGrader, 'id' | 'kind' | 'partOf'>[]): void {
    for (const { id, kind, partOf } of graders) {
      if (partOf !== undefined) this.#wholes.set(id, partOf);
      const kinds = this.#kinds.get(id);
      if (kinds === undefined) this.#kinds.set(id, new Set([kind]));
      else kinds.add(kind);
    }
  }

  get ids(): readonly string[] {
    return [...this.#kinds.keys()];
  }

  /**
   * The ids that a word selects: the exact id, or the ids without their turn, or the ids of that kind or of that name
   * without its number. `must-mention` selects `turn-3/must-mention-1`.
   */
  select(word: string): readonly string[] {
    if (this.#kinds.has(word)) return [word];
    const ofTurns = this.ids.filter((id) => withoutTurn(id) === word);
    if (ofTurns.length > 0) return ofTurns;
    return this.ids.filter((id) => this.#kinds.get(id)?.has(word) === true || toStem(id) === word);
  }

  /** Ids of the graders that ask a judge in any case, and of composites, whose score depends on them. */
  get judges(): readonly string[] {
    return this.ids.filter((id) => [...(this.#kinds.get(id) ?? [])].some(isJudgeKind));
  }

  /** With a composite, all its parts are graded again. With a part, the composites that it is in. */
  withComposites(selected: ReadonlySet<string>): ReadonlySet<string> {
    const parts = this.ids.filter((id) => this.#listWholes(id).some((whole) => selected.has(whole)));
    return new Set([...selected, ...parts, ...[...selected].flatMap((id) => this.#listWholes(id))]);
  }

  /** The composites that a grader is in, innermost first. */
  #listWholes(id: string): readonly string[] {
    const whole = this.#wholes.get(id);
    return whole === undefined ? [] : [whole, ...this.#listWholes(whole)];
  }

  /** Every word that selects a grader, shortest forms first. */
  get names(): readonly string[] {
    const kinds = [...this.#kinds.values()].flatMap((set) => [...set]);
    return [...new Set([...this.ids.map(toStem), ...kinds, ...this.ids.map(withoutTurn), ...this.ids])];
  }
}

/** The ids that the words select. Throws one Fault for all unknown words. */
export function selectGraders(words: readonly string[], known: KnownGraders, run: string): ReadonlySet<string> {
  const problems: Problem[] = [];
  const selected = new Set<string>();
  for (const word of words) {
    const ids = known.select(word);
    if (ids.length === 0) problems.push(unknownGrader(word, { words, known, run }));
    for (const id of ids) selected.add(id);
  }
  const [first, ...rest] = problems;
  if (first !== undefined) throw new Fault([first, ...rest]);
  return known.withComposites(selected);
}

interface GraderWords {
  readonly words: readonly string[];
  readonly known: KnownGraders;
  readonly run: string;
}

function unknownGrader(word: string, { words, known: { names, ids }, run }: GraderWords): Problem {
  const message = `No case of run ${run} has a grader "${word}".`;
  const nearest = suggestValue(word, { flag: '--grader', values: words, known: names });
  const hint = nearest.startsWith('Available:') ? suggestFrom(word, ids) : nearest;
  return toError({ code: 'GRADER_UNKNOWN', message, hint });
}

/** `turn-3/must-mention-1` → `must-mention`. */
function toStem(id: string): string {
  return withoutTurn(id).replace(/(?:-\d+)?(?:~\d+)?$/, '');
}
