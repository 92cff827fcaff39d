import type { PersonalDatum } from '../curate/personal-data/personal-data.ts';
import type { ItemKey } from '../store/item-port.ts';
import type { DuplicateWarning, ImportCounts, ImportResult, ImportSummary, PiiWarning } from './import-report.ts';

const mostListed = 1000;
/** Approved questions of this import that are remembered, so that memory stays flat. */
const mostRemembered = 20_000;

type Counts = { -readonly [Name in keyof ImportCounts]: number };

/** Counts the verdicts of an import and gathers its warnings. */
export class ImportNotes {
  readonly #counts: Counts = { created: 0, unchanged: 0, updated: 0, failed: 0, piiWarnings: 0, duplicateWarnings: 0 };
  readonly #personal: PiiWarning[] = [];
  readonly #duplicates: DuplicateWarning[] = [];
  readonly #approved = new Map<string, ItemKey>();

  get hasFailure(): boolean {
    return this.#counts.failed > 0;
  }

  get isEmpty(): boolean {
    const { created, unchanged, updated, failed } = this.#counts;
    return created + unchanged + updated + failed === 0;
  }

  count({ verdict }: ImportResult): void {
    this.#counts[verdict] += 1;
  }

  /** Nothing is kept of what would have been made or changed. */
  refuseAll(): void {
    const counts = this.#counts;
    counts.failed += counts.created + counts.updated;
    counts.created = 0;
    counts.updated = 0;
  }

  notePersonalData({ dataset, id }: ItemKey, found: readonly PersonalDatum[]): void {
    this.#counts.piiWarnings += found.length;
    for (const datum of found) if (this.#personal.length < mostListed) this.#personal.push({ dataset, id, ...datum });
  }

  /** `known`: approved items that ask the same, by question key, as they were before this batch. */
  noteQuestions({ dataset, id }: ItemKey, keys: readonly string[], known: ReadonlyMap<string, ItemKey>): void {
    const isOther = (key: ItemKey | undefined) => key !== undefined && (key.id !== id || key.dataset !== dataset);
    for (const question of keys) {
      const duplicateOf = [known.get(question), this.#approved.get(question)].find(isOther);
      if (duplicateOf === undefined) continue;
      this.#counts.duplicateWarnings += 1;
      if (this.#duplicates.length < mostListed) this.#duplicates.push({ dataset, id, duplicateOf });
      return;
    }
  }

  noteApproved({ dataset, id }: ItemKey, keys: readonly string[]): void {
    for (const question of keys) {
      if (this.#approved.has(question)) continue;
      if (this.#approved.size >= mostRemembered) this.#forgetOldest();
      this.#approved.set(question, { dataset, id });
    }
  }

  toSummary(stored: boolean): ImportSummary {
    return {
      counts: { ...this.#counts },
      stored,
      piiWarnings: this.#personal,
      duplicateWarnings: this.#duplicates,
    };
  }

  #forgetOldest(): void {
    const { value: oldest } = this.#approved.keys().next();
    if (oldest !== undefined) this.#approved.delete(oldest);
  }
}
