import { splitNoise } from '../compare/split-noise.ts';
import type { RunStore } from '../store/port.ts';
import { isOnSide } from './compared-side.ts';
import type { AskedAgain } from './grade-request.ts';
import { isJudgedAgain, readJudgedTwice } from './judged-twice.ts';
import type { TargetNoise } from './measure-run-noise.ts';

/** The conversations that have to be judged again, for the judge's part of this noise. */
export function toAskedAgain(noises: readonly TargetNoise[], spent: AskedAgain['spent']): AskedAgain {
  return {
    isChosen: (start) => isJudgedAgain(start) && noises.some((noise) => isOnSide(noise, start)),
    ...(spent === undefined ? {} : { spent }),
  };
}

/** The noise with the judge's part of it, once the grading has asked the judges a second time. */
export async function measureJudgeNoise(
  runs: Pick<RunStore, 'conversations'>,
  noises: readonly TargetNoise[],
  grading: number,
): Promise<readonly TargetNoise[]> {
  const split: TargetNoise[] = [];
  for (const noise of noises) split.push({ ...noise, judge: splitNoise(await readJudgedTwice(runs, noise, grading)) });
  return split;
}
