import type { Problem } from '../../base/fault.ts';
import type { ImportResult, ImportSummary } from '../../review/import-report.ts';
import type { TextAnswer } from './once.ts';

/** The answer to an import, gathered as text: a hundred thousand results take little room, and are not walked again. */
export class ImportText {
  readonly #results: string[] = [];

  readonly add = (results: readonly ImportResult[]): void => {
    this.#results.push(results.map(renderResult).join(','));
  };

  toAnswer({ counts, stored, piiWarnings, duplicateWarnings }: ImportSummary): TextAnswer {
    const rest = JSON.stringify({ counts, stored, piiWarnings, duplicateWarnings });
    return { status: 200, text: `{"results":[${this.#results.join(',')}],${rest.slice(1)}` };
  }
}

function renderResult({ index, dataset, id, verdict, problems, warnings }: ImportResult): string {
  return JSON.stringify({
    index,
    dataset,
    id,
    verdict,
    problems: problems?.map(toRemark),
    warnings,
  });
}

function toRemark({ path = '', code, message, hint }: Problem) {
  return { path, code, message: hint === undefined ? message : `${message} ${hint}` };
}
