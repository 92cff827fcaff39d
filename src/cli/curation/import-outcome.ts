import { definedOnly } from '../../base/defined-only.ts';
import type { Place, Problem } from '../../base/fault.ts';
import type { ImportResult } from '../../review/import-report.ts';

export interface ImportFailure {
  readonly place: Place;
  readonly dataset?: string;
  readonly id?: string;
  readonly problems: readonly Problem[];
}

/** How often a warning was given, and where first. */
interface WarningKind {
  readonly count: number;
  readonly first: string;
}

const listedFailures = 20;

/** The result of an import in short: the first failures, warnings by kind, and where the good items went. */
export class ImportOutcome {
  readonly failures: ImportFailure[] = [];
  readonly warnings = new Map<string, WarningKind>();
  readonly datasets = new Set<string>();
  /** Items that nothing is wrong with, and that are not kept since others failed. */
  refused = 0;
  #count = 0;
  readonly #placeOf: (index: number) => Place;

  constructor(placeOf: (index: number) => Place) {
    this.#placeOf = placeOf;
  }

  /** Items that were dealt with so far. */
  get count(): number {
    return this.#count;
  }

  add(results: readonly ImportResult[]): void {
    this.#count += results.length;
    for (const result of results) this.#addOne(result);
  }

  #addOne({ index, dataset, id, verdict, problems = [], warnings = [] }: ImportResult): void {
    for (const { code, path } of warnings) this.#addWarning(code, [`${dataset}/${id}`, path].join('  '));
    if (verdict !== 'failed') {
      if (dataset !== undefined && this.datasets.size < 100) this.datasets.add(dataset);
      return;
    }
    if (problems[0]?.code === 'IMPORT_REFUSED') {
      this.refused += 1;
      return;
    }
    if (this.failures.length >= listedFailures) return;
    const names = definedOnly({ dataset, id });
    this.failures.push({ place: this.#placeOf(index), ...names, problems });
  }

  #addWarning(code: string, place: string): void {
    const { count = 0, first = place } = this.warnings.get(code) ?? {};
    this.warnings.set(code, { count: count + 1, first });
  }
}
