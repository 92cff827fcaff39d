import { type CalibrateOptions, type CalibrationOfVerdicts, calibrate } from '../../src/calibrate/calibrate.ts';

/** Judge and human score of each sample: `s0`, `s1`, … */
export function calibratePairs(
  pairs: readonly (readonly [judge: number | null, human: number])[],
  options?: CalibrateOptions,
): CalibrationOfVerdicts {
  return calibrate(
    pairs.map(([score], place) => ({ sample: `s${place}`, score })),
    pairs.map(([, score], place) => ({ sample: `s${place}`, score })),
    options,
  );
}

/** This number of samples with one judge score and one human score. */
export function repeatPair(times: number, judge: number | null, human: number): [number | null, number][] {
  return Array.from({ length: times }, () => [judge, human]);
}
