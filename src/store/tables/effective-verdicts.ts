import type { GradingSpec } from '../../conversation/run/run-spec.ts';
import { toPresentGraderId } from '../../conversation/turn-number.ts';
import { toTurnIndex } from './verdicts.ts';

/** A grading that verdicts are read from. */
export interface GradingLayer {
  readonly grading: number;
  /** Only these are read from it; absent: all graders. */
  readonly graders?: ReadonlySet<string>;
}

/** The verdicts given while the run was played. Everything stands on them. */
const asPlayed: GradingLayer = { grading: 0 };

/** A grading and those it stands on, down to the play of the run. */
export function listLayers(specs: ReadonlyMap<number, GradingSpec>, grading: number): readonly GradingLayer[] {
  const layers: GradingLayer[] = [];
  for (let number = grading; number > 0; ) {
    const { base = 0, graders } = specs.get(number) ?? {};
    layers.push({ grading: number, ...(graders === undefined ? {} : { graders: new Set(graders) }) });
    // A grading stands on earlier ones; anything else would go round in circles.
    number = base < number ? base : 0;
  }
  return [...layers, asPlayed];
}

/** The layers of one conversation: those that graded it. The first says what became of it. */
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
