import type { Problem } from '../../base/fault.ts';
import type { ImportResult, ImportSummary } from '../../review/import-report.ts';
import type { TextAnswer } from './once.ts';

/** The answer to an import, gathered as text: a hundred thousand results take little room, and are not walked again. */
export class ImportText {
  readonly #results: string[] = [];
  #explained = 0;

  readonly add = (results: readonly ImportResult[]): void => {
    this.#results.push(results.map((result) => this.#render(result)).join(','));
  };

  toAnswer({ counts, stored, piiWarnings, duplicateWarnings }: ImportSummary): TextAnswer {
    const rest = JSON.stringify({ counts, stored, piiWarnings, duplicateWarnings });
    return { status: 200, text: `{"results":[${this.#results.join(',')}],${rest.slice(1)}` };
  }

  #render({ index, dataset, id, verdict, problems, warnings }: ImportResult): string {
    if (problems !== undefined) this.#explained += 1;
    const toProblem = this.#explained > mostExplained ? toCode : toRemark;
    return JSON.stringify({ index, dataset, id, verdict, problems: problems?.map(toProblem), warnings });
  }
}

/** Failures whose problems are told in words. A stream of nothing but mistakes must not make an answer of any length. */
const mostExplained = 10_000;

function toCode({ path = '', code }: Problem) {
  return { path, code, message: 'The failures before it say more.' };
}

function toRemark({ path = '', code, message, hint }: Problem) {
  return { path, code, message: hint === undefined ? message : `${message} ${hint}` };
}
