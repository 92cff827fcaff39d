import type { CalibrationSpec, JudgedSample, JudgeSample } from '../../../src/conversation/judge/calibration.ts';
import type { CalibrationWriter, NewCalibration } from '../../../src/store/calibration-port.ts';
import type { Store } from '../../../src/store/port.ts';
import { isAlive, makeJudgment, makeOwner, makeVerdict } from './records.ts';

export const deckPath = 'graders/tone.deck.md';

/** One deck asked of two targets. */
export const calibrationSpec: CalibrationSpec = {
  judges: ['bot', 'other'].map((id) => ({
    deck: deckPath,
    deckHash: 'd',
    target: { id, provider: 'builtin', settingsHash: 's' },
  })),
  split: 'tune',
  sources: ['deck'],
  repeat: 1,
  variants: ['plain'],
  hash: 'h',
};

export function makeSample(id: string): JudgeSample['sample'] {
  const messages = [
    { role: 'user', content: `What of ${id}? ${'And so on. '.repeat(20)}` },
    { role: 'assistant', content: `This of ${id}.` },
  ];
  return { id, messages, expected: { score: 1 }, score: 1, tags: ['t'], split: 'tune', meta: { note: id } };
}

/** These samples for both judges. */
export function makeSamples(ids: readonly string[]): readonly JudgeSample[] {
  return [0, 1].flatMap((judge) => ids.map((id) => ({ judge, cluster: `sample:${id}`, sample: makeSample(id) })));
}

export interface CalibrationChanges extends Partial<Omit<NewCalibration, 'spec' | 'samples'>> {
  readonly spec?: Partial<CalibrationSpec>;
  readonly samples?: readonly JudgeSample[];
  readonly isExpired?: () => boolean;
}

export function beginCalibration(
  store: Store,
  { spec = {}, samples = makeSamples(['a', 'b']), isExpired = isAlive, ...changes }: CalibrationChanges = {},
): Promise<CalibrationWriter> {
  const calibration = {
    ...{ id: 'cal-1', samples, expected: samples.length, owner: makeOwner('calibrator') },
    ...{ ...changes, spec: { ...calibrationSpec, ...spec } },
  };
  return store.calibrations.begin(calibration, isExpired);
}

export function makeResult(sample: string, changes: Partial<JudgedSample> = {}): JudgedSample {
  return {
    ...{ judge: 0, sample, repeat: 0, variant: 'plain' },
    verdict: makeVerdict(null, 'tone'),
    judgment: makeJudgment(null, 'tone', `Of ${sample}: {"score": 1}`),
    ...changes,
  };
}
