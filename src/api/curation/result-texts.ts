import type { Problem } from '../../base/fault.ts';
import type { ImportResult } from '../../review/import-report.ts';

/** Results that are listed. The counts are exact in any case. A body of any length must not make an answer of any. */
const mostListed = 1_000_000;

/** Failures whose problems are listed as text. */
const mostExplained = 10_000;

/** The results of an import as JSON, no more of them than an answer may contain. */
export class ResultTexts {
  #listed = 0;
  #explained = 0;

  /** Results with commas between them; blank when there is no more room. `lineOf`: the line of a result in its file. */
  render(results: readonly ImportResult[], lineOf?: (result: ImportResult) => number | undefined): string {
    const room = results.slice(0, mostListed - this.#listed);
    this.#listed += room.length;
    return room.map((result) => this.#renderOne(result, lineOf?.(result))).join(',');
  }

  #renderOne(result: ImportResult, line: number | undefined): string {
    const { index, dataset, id, verdict, problems, warnings, text } = result;
    if (problems !== undefined) this.#explained += 1;
    const toProblem = this.#explained > mostExplained ? toCode : toRemark;
    return JSON.stringify({ index, line, dataset, id, text, verdict, problems: problems?.map(toProblem), warnings });
  }
}

function toCode({ path = '', code }: Problem) {
  return { path, code, message: 'The earlier failures have more details.' };
}

function toRemark({ path = '', code, message, hint }: Problem) {
  return { path, code, message: hint === undefined ? message : `${message} ${hint}` };
}
