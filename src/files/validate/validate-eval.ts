import { type Problem, toError } from '../../base/fault.ts';
import type { CaseReading } from '../eval/case-reader.ts';
import { listTargetIds } from '../eval/list-target-ids.ts';
import type { PlacedGrader } from '../eval/placed-graders.ts';
import { type EvalFile, openEval } from '../eval/read-eval.ts';
import { findConfigFile, readConfig } from '../project/config.ts';
import { NamedDecks } from './named-decks.ts';
import { NamedPatterns } from './named-patterns.ts';
import { NamedSchemas } from './named-schemas.ts';
import { listCaseNames, listGraderNames, listHeadNames, listProjectNames, NamedTargets } from './named-targets.ts';
import { ProblemList } from './problem-list.ts';
import { UnjudgedOutcomes } from './unjudged-outcomes.ts';
import { UnsentHistory } from './unsent-history.ts';
import type { ValidateOptions, Validator } from './validator.ts';

export const validateEval: Validator = (path, options, problems) =>
  checkEval(openEval(path, options.cwd), options, problems);

/** Reports everything that is wrong with an open eval file, as `validateFile` does. */
export async function listEvalProblems(evalFile: EvalFile, options: ValidateOptions): Promise<readonly Problem[]> {
  const problems = new ProblemList(evalFile.file);
  await problems.collect(async () => void (await checkEval(evalFile, options, problems)));
  return problems.toArray();
}

/** Reads every case, attachment and deck, looks up every target, and checks the config. Returns the number of cases. */
async function checkEval(evalFile: EvalFile, options: ValidateOptions, problems: ProblemList): Promise<number> {
  const { cwd } = options;
  const { head } = evalFile;
  const decks = new NamedDecks(evalFile.attachments, evalFile.reading);
  const targets = new NamedTargets(evalFile, options);
  const patterns = new NamedPatterns(evalFile.reading);
  const schemas = new NamedSchemas(evalFile.reading, evalFile.attachments);
  const outcomes = new UnjudgedOutcomes(evalFile.reading);
  const unsent = new UnsentHistory(evalFile.reading);
  const addGraders = (graders: readonly PlacedGrader[], placeOf: CaseReading['placeOf']) => {
    decks.add(graders, placeOf);
    patterns.add(graders, placeOf);
    schemas.add(graders, placeOf);
    problems.add(targets.check(listGraderNames(graders), placeOf));
  };
  problems.add(evalFile.problems);
  problems.add(targets.check([...listHeadNames(head), ...listProjectNames(evalFile)], evalFile.placeOf));
  addGraders(evalFile.graders, evalFile.placeOf);
  let count = 0;
  let seen = 0;
  await problems.collect(async () => {
    for await (const reading of evalFile.readCases()) {
      const { evalCase, graders = [], problems: found, placeOf } = reading;
      seen += 1;
      options.visitCase?.(reading);
      problems.add(found);
      if (problems.isFull) break;
      addGraders(graders, placeOf);
      if (evalCase === undefined) continue;
      count += 1;
      outcomes.add(evalCase, placeOf);
      const ids = listTargetIds(evalCase, evalFile, { choice: options, specs: targets.specs });
      const answering = ids.flatMap((id) => targets.specs.get(id) ?? []);
      unsent.add({ evalCase, targets: answering, place: () => placeOf([]) });
      patterns.addSimulation(evalCase.simulate, placeOf);
      problems.add(targets.check(listCaseNames(evalCase), placeOf));
    }
  });
  if (seen === 0 && problems.isEmpty && evalFile.fromDataset === undefined) problems.add([noCases(evalFile.file)]);
  problems.add(await patterns.check());
  problems.add(await schemas.check());
  problems.add(outcomes.check());
  problems.add(unsent.check());
  problems.add(targets.fileProblems);
  await problems.collect(async () => {
    const config = findConfigFile(evalFile.root);
    if (config !== undefined) problems.add(readConfig(config, cwd).problems);
    problems.add(decks.check(options, targets));
  });
  return count;
}

function noCases(file: string): Problem {
  const message = 'The file has no cases.';
  const place = { reading: 'eval JSONL', file, line: 1, column: 1 };
  return toError({ code: 'EVAL_NO_CASES', message, hint: 'Write one case per line.', ...place });
}
