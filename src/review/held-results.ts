import { toError } from '../base/fault.ts';
import type { ResultListener } from './import-flow.ts';
import type { ImportResult } from './import-report.ts';
import { Spool } from './spool.ts';

const toldAtOnce = 500;

/** The results of an import that is all or nothing: what each is, is known when the last one is. */
export class HeldResults {
  readonly #spool = new Spool<ImportResult>();

  readonly add = async (results: readonly ImportResult[]): Promise<void> => {
    for (const result of results) await this.#spool.add(result);
  };

  /** `isRefused`: something failed, so nothing is kept of what would have been. */
  async tellAll(tell: ResultListener, isRefused: boolean): Promise<void> {
    let told: ImportResult[] = [];
    for await (const result of this.#spool.read()) {
      told.push(isRefused ? toRefused(result) : result);
      if (told.length < toldAtOnce) continue;
      await tell(told);
      told = [];
    }
    if (told.length > 0) await tell(told);
  }

  close(): Promise<void> {
    return this.#spool.close();
  }
}

function toRefused(result: ImportResult): ImportResult {
  if (result.verdict === 'failed' || result.verdict === 'unchanged') return result;
  return { ...result, verdict: 'failed', problems: [refusal] };
}

const refusal = toError({
  code: 'IMPORT_REFUSED',
  message: 'This item is fine, but another one failed, and the import is all-or-nothing.',
});
