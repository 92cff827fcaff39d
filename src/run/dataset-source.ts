import type { Problem } from '../base/fault.ts';
import type { RunSpec } from '../conversation/run/run-spec.ts';
import type { CaseReading } from '../files/eval/case-reader.ts';
import type { EvalFile } from '../files/eval/read-eval.ts';

export type DatasetState = Omit<NonNullable<RunSpec['datasets']>[number], 'path'>;

/** The cases of an eval file that stand in a dataset of the store, in the order of their ids. */
export interface DatasetSource extends Pick<EvalFile, 'readCases'> {
  /** Goes through all of them once, and tells what the dataset held then. Items that nothing can be asked of are warnings. */
  visitCases(visit?: (reading: CaseReading) => void): Promise<DatasetState>;
  /** Why there is no case, and what there is instead. */
  explainEmpty(): Promise<Problem>;
}
