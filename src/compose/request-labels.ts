import type { Clock } from '../base/clock.ts';
import type { CalibratedRow, NeededLabels } from '../calibrate/calibration.ts';
import type { Store } from '../store/port.ts';

export interface LabelsRequest {
  /** What the gate wants; several figures may want labels of the same class. */
  readonly needed: readonly NeededLabels[];
  readonly deck: {
    /** Path from the project root: the question of the labels. */
    readonly name: string;
    readonly hash: string;
    readonly pass: number;
  };
  /** What the judge was asked about, as the calibration has it. */
  readonly rows: readonly CalibratedRow[];
  readonly dataset: string;
  readonly store: Pick<Store, 'runs' | 'curation'>;
  /** Who files them. */
  readonly actor: string;
  readonly clock: Clock;
}

/** `pass` and `fail` are the judge's word: nobody has scored them yet. */
export type FiledClass = 'pass' | 'fail' | 'ungraded';

export interface FiledLabels {
  /** Labels that are needed in all. */
  readonly wanted: number;
  /** Conversations that wait for a score now: new ones and those that waited already. */
  readonly filed: number;
  /** Of them, those that waited in the dataset before. */
  readonly waiting: number;
  /** Of those that are new, by what the judge said. */
  readonly byClass: Readonly<Record<FiledClass, number>>;
  /** How many more conversations have to be brought: wanted − filed, at least 0. */
  readonly missing: number;
}

/**
 * Files review work: conversations that would decide an open gate once people have scored them, as drafts of a dataset.
 * First samples nobody scored, then conversations of recent runs that this deck graded. Asked twice, nothing is filed twice.
 */
export async function requestLabels(request: LabelsRequest): Promise<FiledLabels> {
  void request;
  throw new Error('not built yet');
}
