import type { Command } from 'commander';
import { describe, expect, expectTypeOf, it } from 'vitest';
import type { z } from 'zod';
import type { Calibration } from '../../src/calibrate/calibration.ts';
import type { Transport } from '../../src/calibrate/certificate/certificate-mix.ts';
import type { LabeledRate } from '../../src/calibrate/labeled-pass-rate.ts';
import type { JudgeSwap, SwapClass } from '../../src/calibrate/swap-judges.ts';
import type { TargetNoise } from '../../src/compare/measure-noise.ts';
import type { RunComparison } from '../../src/compare/run-comparison.ts';
import type { JudgeMetrics, RunMetrics, VariantMetrics } from '../../src/report/run-metrics.ts';
import type { MetricName } from '../../src/statistics/metric-table.ts';
import { openProgram } from '../../tools/reference/commands.ts';
import type { CalibrateOutput } from '../../tools/reference/json/calibrate-shapes.ts';
import type { CompareOutput, NoiseOutput } from '../../tools/reference/json/compare-shapes.ts';
import { listKeys } from '../../tools/reference/json/list-keys.ts';
import { jsonOutputs, sharedShapes } from '../../tools/reference/json/outputs.ts';
import { PrintedKeys } from '../../tools/reference/json/printed-keys.ts';
import type {
  JudgeMetrics as PrintedJudge,
  VariantMetrics as PrintedVariant,
  RunOutput,
} from '../../tools/reference/json/run-shapes.ts';
import { printEverything } from '../support/printed-json.ts';

/** Described keys that the small projects of this test do not print, by the reason. */
const unprinted: Readonly<Record<string, readonly string[]>> = {
  'only while a run is in progress': ['runs: process', 'runs: host'],
  'the cases have other statuses': [
    ...['reason', 'error', 'simulation', 'simulation.end', 'simulation.problems', 'abandoned'].map(
      (key) => `show --case: ${key}`,
    ),
    'run: metrics.causes[].hasMoreCases',
  ],
  'sides that were named in another way': [
    ...['compare: runs.a.play', 'compare: runs.b.send', 'noise: noise[].send', 'noise: noise[].play'],
  ],
  'needs many pairs or labels': [
    'compare: why',
    ...['', '.drawn', '.answered', '.skipped', '.unansweredWeight'].map(
      (key) => `calibrate: calibrations[].evidence.draws${key}`,
    ),
    ...['effectiveN', 'why'].map((key) => `calibrate: swap[].classes[].${key}`),
    ...['calibrate: swap[].flips[].humanReason', 'Metric: effectiveN', 'Metric: bound', 'JudgeMetrics: caveats'],
    ...['', '.labels', '.halfWidth', '.halfWidthAfter'].map((key) => `JudgeMetrics: labeled.more${key}`),
    'JudgeMetrics: mixShift.why',
  ],
  'a stored record that only resumed runs, agents or busy providers have': [
    ...['attempt', 'reason', 'conversationId', 'error', 'turns', 'verdicts'].map((key) => `Attempt: ${key}`),
    ...['Case: abandoned', 'Turn: unsentSettings', 'Turn: warnings', 'VariantMetrics: judgeRateLimited'],
    ...['CaseError: rateLimited', 'CaseError: requestId', 'RawRequest: env', 'RawRequest: url'],
    ...['attempts', 'rateLimited', 'trace', 'conversationId', 'unsentSettings', 'notes', 'warnings'].map(
      (key) => `Call: ${key}`,
    ),
    'Label: subject.sample',
  ],
  'a problem at another kind of place': ['import: failures[].place.column', 'import: failures[].place.path'],
};

/** The first output of each shape: commands that print the same are described once. */
const outputs = jsonOutputs.filter(({ shape }, place) => jsonOutputs.findIndex((one) => one.shape === shape) === place);

describe('the reference of JSON output', () => {
  it('describes every key that --json prints, and no other', async () => {
    const printed = await printEverything();
    const keys = new PrintedKeys();
    for (const { output, value } of printed) {
      const shape = jsonOutputs.find(({ name }) => name === output)?.shape;
      const first = outputs.find((one) => one.shape === shape);
      if (first === undefined) throw new Error(`tools/reference/json/outputs.ts has no output "${output}".`);
      keys.add(first.name, first.shape, value);
    }
    expect([...keys.unknown]).toEqual([]);
    const shared = Object.entries(sharedShapes).map(([name, { shape }]) => ({ name, shape }));
    const described = [...outputs, ...shared].flatMap(({ name, shape }) =>
      listKeys(shape).map(({ path }) => `${name}: ${path}`),
    );
    const missing = described.filter((key) => !keys.known.has(key));
    expect(missing.toSorted()).toEqual(Object.values(unprinted).flat().toSorted());
    expect(new Set(printed.map(({ output }) => output))).toEqual(new Set(jsonOutputs.map(({ name }) => name)));
  });

  it('has a section for every command with --json', () => {
    const commands = listCommands(openProgram().program).filter(({ options }) =>
      options.some(({ long }) => long === '--json'),
    );
    const names = commands.map((command) => (command.parent?.parent ? command.parent.name() : command.name()));
    expect(new Set(jsonOutputs.map(({ heading }) => heading))).toEqual(new Set(names));
  });

  // Some keys are hard to print here. That they are still those of the code is checked by the compiler.
  it('has the keys of the types', () => {
    type Keys<Shape extends z.ZodType> = keyof z.infer<Shape>;
    type Metrics = z.infer<typeof RunOutput>['metrics'];
    type Judge = z.infer<typeof PrintedJudge>;
    type Printed = z.infer<typeof CalibrateOutput>;
    type Swap = NonNullable<Printed['swap']>[number];
    expectTypeOf<keyof Metrics>().toEqualTypeOf<keyof RunMetrics>();
    expectTypeOf<Keys<typeof PrintedVariant>>().toEqualTypeOf<keyof VariantMetrics>();
    expectTypeOf<keyof Judge>().toEqualTypeOf<keyof JudgeMetrics>();
    expectTypeOf<keyof NonNullable<Judge['mixShift']>>().toEqualTypeOf<keyof Transport>();
    expectTypeOf<keyof NonNullable<Judge['labeled']>>().toEqualTypeOf<keyof LabeledRate>();
    expectTypeOf<Keys<typeof CompareOutput>>().toEqualTypeOf<keyof RunComparison>();
    expectTypeOf<keyof z.infer<typeof NoiseOutput>['noise'][number]>().toEqualTypeOf<keyof TargetNoise>();
    expectTypeOf<Exclude<keyof Printed['calibrations'][number], 'labelRequest'>>().toEqualTypeOf<
      Exclude<keyof Calibration, MetricName>
    >();
    expectTypeOf<keyof Swap>().toEqualTypeOf<keyof JudgeSwap>();
    expectTypeOf<keyof Swap['classes'][number]>().toEqualTypeOf<keyof SwapClass>();
  });
});

function listCommands(command: Command): readonly Command[] {
  return command.commands.flatMap((child) => [child, ...listCommands(child)]);
}
