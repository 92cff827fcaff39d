import { hashJson } from '../base/hash.ts';
import type { EvalCase } from '../conversation/case.ts';
import { isJudge, listCaseGraders } from '../grade/case-graders.ts';
import { isOfOneTurn } from '../grade/select-replies.ts';
import type { EvalSource } from './run-context.ts';

/**
 * The checks of each eval file as they are written, so that two runs can be told to be graded by the same rules. What
 * differs from case to case under one id is left out, as are checks of one turn; verdicts of judges say it themselves.
 */
export class ListedGraders {
  readonly #byFile = new Map<EvalSource, Map<string, string | undefined>>();

  add(source: EvalSource, evalCase: EvalCase): void {
    const hashes = this.#byFile.get(source) ?? new Map<string, string | undefined>();
    this.#byFile.set(source, hashes);
    for (const grader of listCaseGraders(evalCase)) {
      if (isJudge(grader) || isOfOneTurn(grader)) continue;
      const hash = hashJson(grader.spec);
      hashes.set(grader.id, !hashes.has(grader.id) || hashes.get(grader.id) === hash ? hash : undefined);
    }
  }

  toList(source: EvalSource): { readonly id: string; readonly hash: string }[] {
    const hashes = this.#byFile.get(source) ?? new Map<string, string | undefined>();
    return [...hashes].flatMap(([id, hash]) => (hash === undefined ? [] : [{ id, hash }]));
  }
}
