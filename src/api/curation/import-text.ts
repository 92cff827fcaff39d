import { Fault, type Problem } from '../../base/fault.ts';
import type { ImportResult, ImportSummary } from '../../review/import-report.ts';
import { ApiProblem } from '../problem.ts';
import type { TextAnswer } from './once.ts';

/** The answer to an import, gathered as text: a hundred thousand results take little room, and are not walked again. */
export class ImportText {
  readonly #results: string[] = [];

  readonly add = (results: readonly ImportResult[]): void => {
    this.#results.push(results.map(renderResult).join(','));
  };

  /** Throws for an import that was to be all or nothing, and is nothing. */
  toAnswer(summary: ImportSummary, isRefused: boolean): TextAnswer {
    if (isRefused) throw this.#toRefusal(summary);
    const rest = JSON.stringify({
      counts: summary.counts,
      stored: summary.stored,
      piiWarnings: summary.piiWarnings,
      duplicateWarnings: summary.duplicateWarnings,
    });
    return { status: 200, text: `{"results":${this.#renderResults()},${rest.slice(1)}` };
  }

  #renderResults(): string {
    return `[${this.#results.join(',')}]`;
  }

  #toRefusal({ counts, stored }: ImportSummary): ApiProblem {
    const count = counts.failed === 1 ? 'One item fails' : `${counts.failed} items fail`;
    const fault = new Fault({
      code: 'IMPORT_REFUSED',
      message: `${count}, and the import is all or nothing: nothing was stored.`,
      hint: '`results` says what is wrong with which.',
    });
    return new ApiProblem(fault, { extras: { results: JSON.parse(this.#renderResults()), counts, stored } });
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
