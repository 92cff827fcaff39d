import type { Kysely } from 'kysely';
import type { GradingChoice } from '../port.ts';
import type { Database } from './database.ts';
import { type GradingLayer, listLayers } from './effective-verdicts.ts';
import { badGradingFault, listGradings, parseGradingSpec, readCountingGradings } from './gradings.ts';

export interface LayersOf extends GradingChoice {
  readonly run: number;
  readonly id: string;
}

/** The gradings that are read: those of the choice, or those that count now. Throws RUN_BAD_GRADING. */
export async function readLayers(
  db: Kysely<Database>,
  { run, id, grading }: LayersOf,
): Promise<readonly GradingLayer[]> {
  if (grading === 0) return listLayers(new Map(), 0);
  const rows = await listGradings(db, run);
  const specs = new Map(rows.map((row) => [row.number, parseGradingSpec(row)]));
  if (grading !== undefined && !specs.has(grading)) throw badGradingFault(id, grading, [...specs.keys()]);
  return listLayers(specs, grading ?? (specs.size === 0 ? 0 : await readCountingNumber(db, run, id)));
}

async function readCountingNumber(db: Kysely<Database>, run: number, id: string): Promise<number> {
  return (await readCountingGradings(db, { from: id, to: id })).get(run)?.number ?? 0;
}
