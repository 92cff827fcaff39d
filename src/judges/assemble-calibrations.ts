import { definedOnly } from '../base/defined-only.ts';
import { calibrateJudge, type JudgeInput } from '../calibrate/calibrate-judge.ts';
import type { CalibratedRow, Calibration } from '../calibrate/calibration.ts';
import type { TestSet } from '../conversation/certificate.ts';
import type { CalibratedJudge, CalibrationSpec, JudgedSample } from '../conversation/judge/calibration.ts';
import { seesLastExchangeOnly } from '../conversation/judge/deck.ts';
import type { TestSetUse } from '../conversation/judge/test-set-use.ts';
import { countJudged, isOnlyJudge } from '../samples/label-candidates.ts';
import type { Store } from '../store/port.ts';
import type { CalibratedDeck, DeckJudge } from './calibrated-deck.ts';
import { findJudgeUses } from './test-set.ts';

/** The calibration of one judge. */
export interface JudgeCalibration {
  readonly judge: CalibratedJudge;
  readonly calibration: Calibration;
  /** Every sample with the judge's answer. */
  readonly rows: readonly CalibratedRow[];
  /** The test samples, and every judge that was tried on them. Absent for the tune split. */
  readonly testSet?: TestSet;
}

interface RecordedCalibration {
  /** In the order of `spec.judges`. */
  readonly judges: readonly DeckJudge[];
  readonly spec: CalibrationSpec;
  readonly store: Pick<Store, 'calibrations' | 'runs'>;
  /** Earlier uses of the test samples, from certificates. */
  readonly knownUses: readonly TestSetUse[];
}

/** The calibrations of a record, in the order of `spec.judges`. The record may be incomplete. */
export async function assembleCalibrations(
  { judges, spec, store, knownUses }: RecordedCalibration,
  id: string,
): Promise<readonly JudgeCalibration[]> {
  const results: JudgedSample[][] = judges.map(() => []);
  for await (const result of store.calibrations.results(id)) results[result.judge]?.push(result);
  return Promise.all(
    judges.map(async ({ judge, deck: calibrated, previous }, index) => {
      const { deck, samples, draws } = calibrated;
      const uses =
        spec.split === 'test' ? await findJudgeUses(judge, calibrated, { ...store, known: knownUses }) : undefined;
      const { calibration, rows } = calibrateJudge({
        deck: judge.deck,
        target: judge.target.id,
        scale: deck.scale,
        pass: deck.pass,
        // A window of two contains only the last question and its reply.
        seesTurnOnly:
          deck.sees === 'turn' || seesLastExchangeOnly(deck) || (deck.window !== undefined && deck.window <= 2),
        samples: samples.map((sample) => ({ judge: index, ...sample })),
        results: results[index] ?? [],
        repeat: spec.repeat,
        variants: spec.variants,
        ...definedOnly({ thresholds: deck.gate, previous, draws, judgeNumber: uses?.number }),
        ...(await findJudged(judge, calibrated, store)),
      });
      return { judge, calibration, rows, ...definedOnly({ testSet: uses?.testSet }) };
    }),
  );
}

/**
 * Applies only if this judge's verdicts selected every sample: labels are then weighted by how many conversations it
 * passed and failed. The status of a conversation is this judge's verdict if the run has no other grader.
 */
async function findJudged(
  { deckHash, target }: CalibratedJudge,
  { samples, deck }: CalibratedDeck,
  { runs }: Pick<Store, 'runs'>,
): Promise<Pick<JudgeInput, 'judged'>> {
  const judge = { deckHash, target: target.id };
  const imported = new Set<string>();
  for (const { sample } of samples) {
    if (sample.selection?.by !== 'verdict') return {};
    if (sample.selection.run !== undefined) imported.add(sample.selection.run);
  }
  for (const run of imported) {
    if (!(await isOnlyJudge(runs, run, judge))) return {};
  }
  return { judged: await countJudged(runs, { ...judge, pass: deck.pass }) };
}
