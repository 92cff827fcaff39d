import { Fault, type Problem, toError } from '../../base/fault.ts';
import { readDeck } from '../deck/read-deck.ts';
import { openItems } from '../items/read-items.ts';
import { readConfig } from '../project/config.ts';
import { type FileKind, getKind } from '../project/file-kind.ts';
import { toShownFile } from '../project/project.ts';
import { readSamples } from '../samples/read-samples.ts';
import { validateEval } from './validate-eval.ts';
import { validateTargets } from './validate-targets.ts';
import { problemLimit, type Validated, type ValidateOptions } from './validated.ts';

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
  let kind: FileKind | null = null;
  try {
    kind = await getKind(path, options.cwd);
    const { count, problems } = await validators[kind](path, options);
    return { file, kind, count, problems: capProblems(problems, file) };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { file, kind, count: 0, problems: error.problems.map((problem) => withPlace(problem, file)) };
  }
}

type Validator = (path: string, options: ValidateOptions) => Promise<Validated>;

const validators: Readonly<Record<FileKind, Validator>> = {
  eval: validateEval,
  targets: validateTargets,
  samples: async (path, options) => {
    const { samples, problems } = await readSamples(path, options);
    return { count: samples.length, problems };
  },
  deck: async (path, options) => {
    const { deck, problems } = await readDeck(path, options);
    return { count: deck?.samples.length ?? 0, problems };
  },
  items: async (path, options) => {
    const items = openItems(path, options.cwd);
    const problems: Problem[] = [...items.problems];
    let count = 0;
    for await (const reading of items.readItems()) {
      if (reading.item !== undefined) count += 1;
      problems.push(...reading.problems);
      if (problems.length > problemLimit) break;
    }
    return { count, problems };
  },
  config: async (path, options) => ({ count: 0, problems: readConfig(path, options.cwd).problems }),
};

function capProblems(problems: readonly Problem[], file: string): readonly Problem[] {
  if (problems.length <= problemLimit) return problems;
  const message = `Only the first ${problemLimit} problems of this file are listed.`;
  const hint = 'Mend these and validate again.';
  const { line = 1, column = 1 } = problems[problemLimit - 1] ?? {};
  const last = toError({ code: 'FILE_TOO_MANY_PROBLEMS', message, hint, file, line, column });
  return [...problems.slice(0, problemLimit), last];
}

/** A problem of the file as a whole stands at its beginning. */
function withPlace(problem: Problem, file: string): Problem {
  return { ...problem, file: problem.file ?? file, line: problem.line ?? 1, column: problem.column ?? 1 };
}
