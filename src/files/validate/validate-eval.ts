import { type Problem, toError } from '../../base/fault.ts';
import type { CaseReading } from '../eval/case-reader.ts';
import type { PlacedGrader } from '../eval/check-graders.ts';
import { type EvalFile, listTargetIds, openEval } from '../eval/read-eval.ts';
import { findConfigFile, readConfig } from '../project/config.ts';
import {
  HistoryValidator,
  listCaseNames,
  listGraderNames,
  listHeadNames,
  listProjectNames,
  OutcomeValidator,
  TargetValidator,
} from './case-validators.ts';
import { DeckValidator, PatternValidator, SchemaValidator } from './grader-validators.ts';
import { ProblemList, type ValidateOptions, type Validator } from './validator.ts';

export const validateEval: Validator = (path, options, problems) =>
  checkEval(openEval(path, options.cwd), options, problems);

/** Lists all problems of an open eval file, like `validateFile`. */
export async function listEvalProblems(evalFile: EvalFile, options: ValidateOptions): Promise<readonly Problem[]> {
  const problems = new ProblemList(evalFile.file);
  await problems.collect(async () => void (await checkEval(evalFile, options, problems)));
  return problems.toArray();
}

/** Reads every case, attachment and deck, looks up every target, and checks the config. Returns the number of cases. */
async function checkEval(evalFile: EvalFile, options: ValidateOptions, problems: ProblemList): Promise<number> {
  const { cwd } = options;
  const { head } = evalFile;
  const decks = new DeckValidator(evalFile.attachments, evalFile.reading);
  const targets = new TargetValidator(evalFile, options);
  const patterns = new PatternValidator(evalFile.reading);
  const schemas = new SchemaValidator(evalFile.reading, evalFile.attachments);
  const outcomes = new OutcomeValidator(evalFile.reading);
  const unsent = new HistoryValidator(evalFile.reading);
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
