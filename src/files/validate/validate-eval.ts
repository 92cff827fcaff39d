import { type Problem, toError } from '../../base/fault.ts';
import { openEval } from '../eval/read-eval.ts';
import { findConfigFile, readConfig } from '../project/config.ts';
import { NamedDecks } from './named-decks.ts';
import { NamedPatterns } from './named-patterns.ts';
import { listCaseNames, listHeadNames, NamedTargets } from './named-targets.ts';
import type { Validator } from './validated.ts';

/** Every case read, every attachment and deck looked at, every target looked up, and the config that applies. */
export const validateEval: Validator = async (path, options, problems) => {
  const { cwd } = options;
  const evalFile = openEval(path, cwd);
  const decks = new NamedDecks(evalFile);
  const targets = new NamedTargets(evalFile, cwd);
  const patterns = new NamedPatterns(evalFile);
  const headCount = evalFile.head.graders?.length ?? 0;
  problems.add(evalFile.problems);
  problems.add(targets.check(listHeadNames(evalFile), evalFile.placeOf));
  let count = 0;
  let seen = 0;
  await problems.collect(async () => {
    for await (const { evalCase, problems: found, placeOf } of evalFile.readCases()) {
      seen += 1;
      problems.add(found);
      if (evalCase !== undefined) {
        count += 1;
        decks.addCase(evalCase);
        patterns.addCase(evalCase, headCount, placeOf);
        problems.add(targets.check(listCaseNames(evalCase, evalFile.head), placeOf));
      }
      if (problems.isFull) break;
    }
  });
  const isEmpty = seen === 0 && problems.toArray().length === 0 && evalFile.fromDataset === undefined;
  if (isEmpty) problems.add([noCases(evalFile.file)]);
  problems.add(await patterns.check());
  problems.add(targets.fileProblems);
  const config = findConfigFile(evalFile.root);
  await problems.collect(async () => {
    if (config !== undefined) problems.add(readConfig(config, cwd).problems);
    problems.add(decks.check(options));
  });
  return count;
};

function noCases(file: string): Problem {
  const message = 'The file has no cases.';
  const place = { reading: 'eval JSONL', file, line: 1, column: 1 };
  return toError({ code: 'EVAL_NO_CASES', message, hint: 'Write one case a line.', ...place });
}
