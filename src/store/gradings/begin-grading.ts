import type { Transaction } from 'kysely';
import type { GradingSpec } from '../../conversation/run/run-spec.ts';
import type { IsExpired, LeaseOwner } from '../port.ts';
import { takeSequence } from '../tables/counters.ts';
import type { Database } from '../tables/database.ts';
import { listGradedNumbers } from './graded-conversations.ts';
import {
  badGradingFault,
  findOpenGrading,
  type HeldGrading,
  heldGradingFault,
  holdGrading,
  insertGrading,
  listGradings,
  listHeldGradings,
} from './gradings.ts';

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
  const open = await findOpenGrading(db, run.no, spec);
  if (open === undefined) {
    const sequence = await takeSequence(db, 1);
    return { number: await insertGrading(db, { run: run.no, spec, owner, at, sequence }), graded: new Set() };
  }
  const { number } = open;
  assertFree(run.id, open, isExpired);
  await holdGrading(db, { run: run.no, number, owner, at });
  return { number, graded: new Set(await listGradedNumbers(db, { run: run.no, grading: number })) };
}

/** Throws when somebody grades the run who is not gone. */
export async function assertNotGraded(
  db: Transaction<Database>,
  { id, no }: BeginGradingOptions['run'],
  isExpired: IsExpired,
): Promise<void> {
  for (const grading of await listHeldGradings(db, no)) assertFree(id, grading, isExpired);
}

function assertFree(run: string, { owner, heartbeatAt }: HeldGrading, isExpired: IsExpired): void {
  if (owner !== undefined && !isExpired(owner, heartbeatAt ?? owner.since)) throw heldGradingFault(run, owner);
}

async function checkBase(
  db: Transaction<Database>,
  { id, no }: BeginGradingOptions['run'],
  { base = 0 }: GradingSpec,
): Promise<void> {
  const known = base === 0 ? [] : (await listGradings(db, no)).map(({ number }) => number);
  if (base !== 0 && !known.includes(base)) throw badGradingFault(id, base, known);
}
