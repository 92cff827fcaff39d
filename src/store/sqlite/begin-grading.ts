import type { Transaction } from 'kysely';
import type { GradingSpec } from '../../conversation/grading.ts';
import { takeSequence } from '../tables/counters.ts';
import type { Database } from '../tables/database.ts';
import { listGradedNumbers } from '../tables/graded-conversations.ts';
import { badGradingFault, findStoppedGrading, insertGrading, listGradings } from '../tables/gradings.ts';

export interface BeginGradingOptions {
  readonly run: { readonly id: string; readonly no: number };
  readonly spec: GradingSpec;
  readonly at: string;
}

/** A new grading, or the one of equal spec that was stopped, with the conversations it has. */
export async function beginGrading(
  db: Transaction<Database>,
  { run, spec, at }: BeginGradingOptions,
): Promise<{ readonly number: number; readonly graded: ReadonlySet<number> }> {
  await checkBase(db, run, spec);
  const stopped = await findStoppedGrading(db, run.no, spec);
  if (stopped === undefined) {
    const sequence = await takeSequence(db, 1);
    return { number: await insertGrading(db, { run: run.no, spec, at, sequence }), graded: new Set() };
  }
  return { number: stopped, graded: new Set(await listGradedNumbers(db, { run: run.no, grading: stopped })) };
}

async function checkBase(
  db: Transaction<Database>,
  { id, no }: BeginGradingOptions['run'],
  { base = 0 }: GradingSpec,
): Promise<void> {
  const known = base === 0 ? [] : (await listGradings(db, no)).map(({ number }) => number);
  if (base !== 0 && !known.includes(base)) throw badGradingFault(id, base, known);
}
