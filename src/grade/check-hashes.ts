import { hashText, toCanonicalJson } from '../base/hash.ts';
import type { EvalCase } from '../conversation/case.ts';
import type { GraderSpec } from '../conversation/grader-spec.ts';
import { isJudge, listCaseGraders } from './case-graders.ts';
import { isOfOneTurn } from './select-replies.ts';

/**
 * The checks of each eval file as they are written, so that two runs can be told to be graded by the same rules. What
 * differs from case to case under one id is left out, as are checks of one turn; verdicts of judges say it themselves.
 */
export class CheckHashes<Source> {
  readonly #byFile = new Map<Source, Map<string, Written | undefined>>();

  add(source: Source, evalCase: EvalCase): void {
    const known = this.#byFile.get(source) ?? new Map<string, Written | undefined>();
    this.#byFile.set(source, known);
    for (const grader of listCaseGraders(evalCase)) {
      if (isJudge(grader) || isOfOneTurn(grader)) continue;
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

/** undefined: it is not the same everywhere. The graders of a file are the same objects in each of its cases. */
function toSame(known: Written | undefined, spec: GraderSpec): Written | undefined {
  return known === undefined || known.spec === spec || known.json === toCanonicalJson(spec) ? known : undefined;
}
