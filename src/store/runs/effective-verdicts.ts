import type { Kysely } from 'kysely';
import type { GradingSpec } from '../../conversation/run/run-spec.ts';
import { toPresentGraderId } from '../../conversation/turn-number.ts';
import { badGradingFault, listGradings, parseGradingSpec, readCountingGradings } from '../gradings/gradings.ts';
import type { GradingChoice } from '../port.ts';
import type { Database } from '../tables/database.ts';
import { toTurnIndex } from './verdicts.ts';

/** A grading that verdicts are read from. */
export interface GradingLayer {
  readonly grading: number;
  /** Only these are read from it; absent: all graders. */
  readonly graders?: ReadonlySet<string>;
}

/** The verdicts given while the run was played. Every grading is based on them. */
const asPlayed: GradingLayer = { grading: 0 };

/** A grading and those it is based on, down to the run as it was played. */
export function listLayers(specs: ReadonlyMap<number, GradingSpec>, grading: number): readonly GradingLayer[] {
  const layers: GradingLayer[] = [];
  for (let number = grading; number > 0; ) {
    const { base = 0, graders } = specs.get(number) ?? {};
    layers.push({ grading: number, ...(graders === undefined ? {} : { graders: new Set(graders) }) });
    // A grading is based on earlier ones. Anything else would never end.
    number = base < number ? base : 0;
  }
  return [...layers, asPlayed];
}

/** The layers of one conversation: those that graded it. The first one has its status. */
export function listGradedLayers(
  layers: readonly GradingLayer[],
  isGraded: (grading: number) => boolean,
): readonly GradingLayer[] {
  return layers.filter(({ grading }) => grading === asPlayed.grading || isGraded(grading));
}

interface GradedRow {
  readonly grader: string;
  readonly turn_index: number;
  readonly grading: number;
}

/**
 * The verdicts of one conversation that are read: each grader's come from the first layer that was about it, whether or
 * not it gave any there. A grading of an earlier version names graders of turns as their verdicts are stored, a later one
 * by their present ids.
 */
export function listEffective<Row extends GradedRow>(
  rows: readonly Row[],
  layers: readonly GradingLayer[],
): readonly Row[] {
  const isAbout = ({ graders }: GradingLayer, { grader, turn_index: turn }: Row) => {
    return graders === undefined || graders.has(grader) || graders.has(toPresentGraderId(grader, toTurnIndex(turn)));
  };
  return rows.filter((row) => layers.find((layer) => isAbout(layer, row))?.grading === row.grading);
}

interface LayersOf extends GradingChoice {
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
