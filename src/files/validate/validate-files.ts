import type { Problem } from '../../base/fault.ts';
import { readDeck } from '../deck/read-deck.ts';
import { openItems } from '../items/read-items.ts';
import { readConfig } from '../project/config.ts';
import { type FileKind, getKind } from '../project/file-kind.ts';
import { toShownFile } from '../project/project.ts';
import { readSamples } from '../samples/read-samples.ts';
import { ProblemList } from './problem-list.ts';
import { validateEval } from './validate-eval.ts';
import { validateTargets } from './validate-targets.ts';
import type { ValidateOptions, Validator } from './validator.ts';

/** What one file was found to be. `count`: its cases, samples, items or targets. */
export interface FileReport {
  readonly file: string;
  readonly kind: FileKind | null;
  readonly count: number;
  readonly problems: readonly Problem[];
}

/** Reads a file as far as it can be read, and reports everything that is wrong with it. Executes nothing. */
export async function validateFile(path: string, options: ValidateOptions): Promise<FileReport> {
  const file = toShownFile(path, options.cwd);
  const problems = new ProblemList(file);
  let kind: FileKind | null = null;
  let count = 0;
  await problems.collect(async () => {
    kind = await getKind(path, options.cwd);
    count = await validators[kind](path, options, problems);
  });
  return { file, kind, count, problems: problems.toArray() };
}

const validators: Readonly<Record<FileKind, Validator>> = {
  eval: validateEval,
  targets: validateTargets,
  samples: async (path, options, problems) => {
    const reading = await readSamples(path, options);
    problems.add(reading.problems);
    return reading.samples.length;
  },
  deck: async (path, options, problems) => {
    const reading = readDeck(path, options);
    problems.add(reading.problems);
    return reading.deck?.samples.length ?? 0;
  },
  items: async (path, options, problems) => {
    const items = openItems(path, options.cwd);
    problems.add(items.problems);
    let count = 0;
    await problems.collect(async () => {
      for await (const { item, problems: found } of items.readItems()) {
        if (item !== undefined) count += 1;
        problems.add(found);
        if (problems.isFull) break;
      }
    });
    return count;
  },
  config: async (path, options, problems) => {
    problems.add(readConfig(path, options.cwd).problems);
    return 0;
  },
};
