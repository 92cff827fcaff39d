import { Fault } from '../base/fault.ts';
import type { RunStore } from '../store/port.ts';
import { readSideCases, type SideCase, toComparedCases } from './compared-cases.ts';
import { type ComparedSide, listComparedSides } from './compared-side.ts';
import { measureNoise } from './measure-noise.ts';
import type { Noise } from './noise.ts';
import { toPairKey } from './pair-key.ts';
import type { ComparedRun } from './run-comparison.ts';

/** How much one target of a run differs from itself. */
export interface TargetNoise extends ComparedRun, Noise {}

/** The noise of a run that has repeats: of the target that is named behind it, else of every one. Throws NOISE_NO_REPEATS. */
export async function measureRunNoise(runs: RunStore, name: string): Promise<readonly TargetNoise[]> {
  const noises: TargetNoise[] = [];
  for (const side of await listComparedSides(runs, name)) {
    const cases = await readSideCases(runs, side);
    checkRepeats(cases, side);
    noises.push(toTargetNoise(cases, side));
  }
  return noises;
}

function toTargetNoise(cases: readonly SideCase[], { record: _, ...side }: ComparedSide): TargetNoise {
  const toKey = toPairKey(cases.map(({ name }) => name));
  return { ...side, ...measureNoise(toComparedCases(cases, toKey)) };
}

function checkRepeats(cases: readonly SideCase[], { run, record }: ComparedSide): void {
  if (cases.some(({ repeat }) => repeat > 0)) return;
  const files = record.spec.files.map(({ path }) => path).join(' ');
  const message = `Run ${run} played every case only once, so its noise cannot be measured.`;
  throw new Fault({ code: 'NOISE_NO_REPEATS', message, hint: `Run: turnwise noise ${files}` });
}
