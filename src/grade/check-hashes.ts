import { hashText, toCanonicalJson } from '../base/hash.ts';
import type { EvalCase } from '../conversation/case.ts';
import type { GraderSpec } from '../conversation/grader-spec.ts';
import { isForOneTurn, isJudge, listCaseGraders } from './case-graders.ts';

/**
 * Hashes the checks of each eval file, so that two runs can be compared for the same grading rules. Ids with different
 * checks in different cases are left out, and so are checks of one turn. Verdicts of judges have their own hash.
 */
export class CheckHashes<Source> {
  readonly #byFile = new Map<Source, Map<string, Written | undefined>>();

  add(source: Source, evalCase: EvalCase): void {
    const known = this.#byFile.get(source) ?? new Map<string, Written | undefined>();
    this.#byFile.set(source, known);
    for (const grader of listCaseGraders(evalCase)) {
      if (isJudge(grader) || isForOneTurn(grader)) continue;
      known.set(grader.id, known.has(grader.id) ? toSame(known.get(grader.id), grader.spec) : toWritten(grader.spec));
    }
  }

  toList(source: Source): { readonly id: string; readonly hash: string }[] {
    return [...(this.#byFile.get(source) ?? [])].flatMap(([id, written]) =>
      written === undefined ? [] : [{ id, hash: hashText(written.json) }],
    );
  }
}

interface Written {
  readonly spec: GraderSpec;
  readonly json: string;
}

function toWritten(spec: GraderSpec): Written {
  return { spec, json: toCanonicalJson(spec) };
}

/** Undefined: the id has different checks. The graders of a file are the same objects in all of its cases. */
function toSame(known: Written | undefined, spec: GraderSpec): Written | undefined {
  return known === undefined || known.spec === spec || known.json === toCanonicalJson(spec) ? known : undefined;
}
