import type { ConversationName } from '../../conversation/run/run-record.ts';
import type { CaseStatus } from '../../conversation/verdict.ts';
import { passAtK, passHatK } from '../../statistics/pass-at-k.ts';
import type { FlakyCase, RepeatMetrics } from '../run-metrics.ts';
import { RankedList } from './ranked-list.ts';

const listedFlaky = 5;
/** Metrics for k up to this, and for as many repeats as there are. */
const listedRepeats = 10;

type RepeatedCase = FlakyCase & { readonly cluster?: string };

/** The repeats of each case: how many passed, of how many that passed or failed. */
export class RepeatTally {
  readonly #cases = new Map<string, RepeatedCase>();

  add({ eval: evalName, id }: ConversationName, status: CaseStatus, cluster: string | undefined): void {
    if (status !== 'pass' && status !== 'fail') return;
    const key = JSON.stringify([evalName, id]);
    const { passed, of } = this.#cases.get(key) ?? { passed: 0, of: 0 };
    const counts = { passed: passed + Number(status === 'pass'), of: of + 1 };
    this.#cases.set(key, { id, eval: evalName, ...counts, ...(cluster === undefined ? {} : { cluster }) });
  }

  /** By k; empty where no case has two repeats that were decided. */
  toMetrics(): readonly RepeatMetrics[] {
    const cases = [...this.#cases.values()];
    const most = cases.reduce((greatest, { of }) => Math.max(greatest, of), 0);
    if (most < 2) return [];
    const ks = Array.from({ length: Math.min(most, listedRepeats) }, (_, index) => index + 1);
    if (most > listedRepeats) ks.push(most);
    return ks.map((k) => ({ k, passAtK: passAtK(cases, k), passHatK: passHatK(cases, k) }));
  }

  /** Cases that pass and fail, those next to half first. */
  listFlakiest(): readonly FlakyCase[] {
    const flakiest = new RankedList<FlakyCase>(listedFlaky, compareFlaky);
    for (const { id, eval: evalName, passed, of } of this.#cases.values()) {
      if (passed > 0 && passed < of) flakiest.add({ id, eval: evalName, passed, of });
    }
    return flakiest.list();
  }
}

function compareFlaky(one: FlakyCase, other: FlakyCase): number {
  const name = ({ eval: evalName, id }: FlakyCase) => `${evalName}\n${id}`;
  return (
    Math.abs(one.passed / one.of - 0.5) - Math.abs(other.passed / other.of - 0.5) ||
    other.of - one.of ||
    (name(one) < name(other) ? -1 : Number(name(one) > name(other)))
  );
}
