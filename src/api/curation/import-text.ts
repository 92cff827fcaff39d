import type { ImportResult, ImportSummary } from '../../review/import-report.ts';
import { Spool } from '../../review/spool.ts';
import { ResultTexts } from './result-texts.ts';

/** The answer to an import, gathered as text and not in memory: it is known only when the last item is. */
export class ImportText {
  readonly #results = new Spool<string>();
  readonly #texts = new ResultTexts();

  readonly add = async (results: readonly ImportResult[]): Promise<void> => {
    const text = this.#texts.render(results);
    if (text !== '') await this.#results.add(text);
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
}
