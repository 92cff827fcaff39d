import type { Kysely, Transaction } from 'kysely';
import type { GradingSpec } from '../../conversation/run/run-spec.ts';
import { assertFree, type Leased, toLease } from '../leases/leases.ts';
import type { IsExpired, LeaseOwner, StoredGrading } from '../port.ts';
import { unknownRunFault } from '../runs/runs.ts';
import { takeSequence } from '../tables/counters.ts';
import type { Database } from '../tables/database.ts';
import { listGradedNumbers } from './graded-conversations.ts';
import { badGradingFault, findOpenGrading, insertGrading, leaseGrading, listGradings } from './gradings.ts';

export interface BeginGradingOptions {
  readonly run: { readonly id: string; readonly no: number };
  readonly spec: GradingSpec;
  readonly owner: LeaseOwner;
  readonly isExpired: IsExpired;
  readonly at: string;
}

/** A new grading, or the one of equal spec that was stopped, with the conversations it has. */
export async function beginGrading(
  db: Transaction<Database>,
  { run, spec, owner, isExpired, at }: BeginGradingOptions,
): Promise<{ readonly number: number; readonly graded: ReadonlySet<number> }> {
  await checkBase(db, run, spec);
  const open = await findFreeGrading(db, { run, spec, isExpired });
  if (open === undefined) {
    const sequence = await takeSequence(db, 1);
    return { number: await insertGrading(db, { run: run.no, spec, owner, at, sequence }), graded: new Set() };
  }
  const { number } = open;
  await leaseGrading(db, { run: run.no, number, owner, at });
  return { number, graded: new Set(await listGradedNumbers(db, { run: run.no, grading: number })) };
}

/** The stopped grading to resume. Throws when a living process owns it. */
export async function findFreeGrading(
  db: Kysely<Database>,
  { run, spec, isExpired }: Pick<BeginGradingOptions, 'run' | 'spec' | 'isExpired'>,
): Promise<StoredGrading | undefined> {
  const open = await findOpenGrading(db, run.no, spec);
  if (open !== undefined) assertFree(toLeasedGrading(run.id, open.number), open, isExpired);
  return open;
}

/** Throws when a living process grades the run. */
export async function assertNotGraded(
  db: Transaction<Database>,
  { id, no }: BeginGradingOptions['run'],
  isExpired: IsExpired,
): Promise<void> {
  for (const grading of await listGradings(db, no)) {
    assertFree(toLeasedGrading(id, grading.number), toLease(grading), isExpired);
  }
}

export function toLeasedGrading(run: string, number: number): Leased {
  return {
    isOwned: `Run ${run} is being graded`,
    wasLost: {
      message: `Another process took over grading ${number} of run ${run} and has released it since.`,
      hint: 'Grade the run again.',
    },
    unknownFault: () => unknownRunFault(run),
  };
}

async function checkBase(
  db: Transaction<Database>,
  { id, no }: BeginGradingOptions['run'],
  { base = 0 }: GradingSpec,
): Promise<void> {
  const known = base === 0 ? [] : (await listGradings(db, no)).map(({ number }) => number);
  if (base !== 0 && !known.includes(base)) throw badGradingFault(id, base, known);
}
