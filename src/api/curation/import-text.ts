import type { Problem } from '../../base/fault.ts';
import type { ImportResult, ImportSummary } from '../../review/import-report.ts';
import { Spool } from '../../review/spool.ts';

/** Results that are listed; the counts beside them are exact. A body of any length must not make an answer of any. */
const mostListed = 1_000_000;

/** Failures whose problems are told in words. */
const mostExplained = 10_000;

/** The answer to an import, gathered as text and not in memory: it is known only when the last item is. */
export class ImportText {
  readonly #results = new Spool<string>();
  #listed = 0;
  #explained = 0;

  readonly add = async (results: readonly ImportResult[]): Promise<void> => {
    const room = results.slice(0, mostListed - this.#listed);
    if (room.length === 0) return;
    this.#listed += room.length;
    await this.#results.add(room.map((result) => this.#render(result)).join(','));
  };

  /** The answer, piece by piece. Nothing is left of it afterwards. */
  async *render({ counts, stored, piiWarnings, duplicateWarnings }: ImportSummary): AsyncGenerator<string> {
    try {
      let separator = '{"results":[';
      for await (const results of this.#results.read()) {
        yield separator + results;
        separator = ',';
      }
      yield `],${JSON.stringify({ counts, stored, piiWarnings, duplicateWarnings }).slice(1)}`;
    } finally {
      await this.close();
    }
  }

  close(): Promise<void> {
    return this.#results.close();
  }

  #render({ index, dataset, id, verdict, problems, warnings }: ImportResult): string {
    if (problems !== undefined) this.#explained += 1;
    const toProblem = this.#explained > mostExplained ? toCode : toRemark;
    return JSON.stringify({ index, dataset, id, verdict, problems: problems?.map(toProblem), warnings });
  }
}

function toCode({ path = '', code }: Problem) {
  return { path, code, message: 'The failures before it say more.' };
}

function toRemark({ path = '', code, message, hint }: Problem) {
  return { path, code, message: hint === undefined ? message : `${message} ${hint}` };
}
