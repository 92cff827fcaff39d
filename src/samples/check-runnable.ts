import { type Problem, toError, toWarning } from '../base/fault.ts';
import { suggestValue } from '../base/nearest.ts';
import type { EvalCase } from '../conversation/case.ts';
import { findUnanswerable } from '../conversation/message.ts';
import type { CaseReading } from '../files/eval/case-reader.ts';
import { listTargetIds, type TargetChoice } from '../files/eval/read-eval.ts';
import { hintUnusable } from '../files/targets/read-targets.ts';
import { HistoryValidator } from '../files/validate/case-validators.ts';
import { type CaseGrader, lacksConversation, listCaseGraders } from '../grade/case-graders.ts';
import type { DatasetSource, DatasetState } from './dataset-cases.ts';
import type { EvalSource } from './eval-sources.ts';

export function checkAnswerable(evalCase: EvalCase, { placeOf }: CaseReading, reading: string): readonly Problem[] {
  const { id, input_messages: messages, play } = evalCase;
  const last = play.includes('reply') ? findUnanswerable(messages) : undefined;
  if (last === undefined) return [];
  const message = `The last message of case "${id}" comes from the assistant, so there is nothing to answer.`;
  const hint = 'End with a user message, or set "play: every-turn".';
  const place = placeOf(['input_messages', last]);
  return [toError({ code: 'EVAL_NOTHING_TO_ANSWER', message, hint, reading, ...place })];
}

export function unknownTarget(
  { targetsFile, specs, evalFile }: EvalSource,
  id: string,
  { placeOf }: CaseReading,
): Problem {
  const unusable = targetsFile?.unusable.find((target) => target.id === id);
  const file = targetsFile?.file ?? 'targets.yaml';
  const message =
    unusable === undefined
      ? `There is no target "${id}" in ${file}.`
      : `Turnwise cannot use the target "${id}". ${unusable.reason}`;
  const known = [...specs.keys()].join(', ');
  const others = known === '' ? 'Create a targets.yaml. `turnwise init` writes an example.' : `Available: ${known}.`;
  const hint = unusable === undefined ? others : hintUnusable(file, [...specs.keys()]);
  return toError({ code: 'TARGET_UNKNOWN', message, hint, reading: evalFile.reading, ...placeOf([]) });
}

export function nothingSelected(sources: readonly EvalSource[]): Problem {
  const files = sources.map(({ evalFile }) => evalFile.file).join(', ');
  const message = `No cases of ${files} match your filters.`;
  return toError({ code: 'RUN_NOTHING_SELECTED', message, hint: 'Check --case, --tag and --limit.' });
}

/** The problem of an empty list of formats, which leaves nothing to run. */
export function nothingSent(): Problem {
  const message = 'The send option lists no format, so there is nothing to run.';
  return toError({ code: 'RUN_NOTHING_SELECTED', message, hint: 'Use messages, question, or both, or leave it out.' });
}

/** A warning for a judge or command on the whole conversation in every-turn play, which has only single replies. */
export function findWholeProblem({ evalFile }: EvalSource, evalCase: EvalCase): Problem | undefined {
  if (evalCase.play.some((play) => play !== 'every-turn')) return undefined;
  const grader = listCaseGraders(evalCase).find((one) => lacksConversation(one, 'every-turn'));
  if (grader === undefined) return undefined;
  const message = `Grader "${grader.id}" of case "${evalCase.id}" grades the whole conversation, which does not exist in every-turn mode. It stays ungraded.`;
  const hint = 'Set `when: all` on the grader, or play the case as a script too: `play: [every-turn, script]`.';
  return toWarning({ code: 'RUN_NO_WHOLE', message, hint, reading: evalFile.reading, file: evalFile.file });
}

/** Visits the cases of a dataset, and collects their problems. */
export async function checkDatasetCases(
  { evalFile, specs }: EvalSource,
  dataset: DatasetSource,
  choice: TargetChoice,
  visitCase: (reading: CaseReading) => void,
): Promise<{ readonly problems: readonly Problem[]; readonly state: DatasetState }> {
  const problems: Problem[] = [];
  const unsent = new HistoryValidator(evalFile.reading);
  const state = await dataset.visitCases((reading) => {
    const { evalCase } = reading;
    problems.push(...reading.problems);
    visitCase(reading);
    if (evalCase === undefined) return;
    const ids = listTargetIds(evalCase, evalFile, { choice, specs });
    const targets = ids.flatMap((id) => specs.get(id) ?? []);
    unsent.add({ evalCase, targets, place: () => evalFile.placeOf(['cases']) });
  });
  problems.push(...unsent.check());
  if (state.items === 0) problems.push(await dataset.explainEmpty());
  return { problems, state };
}

/** A warning, because without a judge the grader has no verdicts. */
export function noJudge(grader: CaseGrader, evalCase: EvalCase, { evalFile, specs }: EvalSource): Problem {
  const message = `No judge target is set, so grader "${grader.id}" of case "${evalCase.id}" and all other judges stay ungraded.`;
  const known = [...specs.keys()].join(', ');
  const there = known === '' ? '' : ` Available: ${known}.`;
  const hint = `Add \`judge: <target id>\` to ${evalFile.file}, or pass --judge <id>.${there}`;
  return toWarning({ code: 'RUN_NO_JUDGE', message, hint, reading: evalFile.reading, file: evalFile.file });
}

export function noTarget({ evalFile, specs, targetsFile }: EvalSource): Problem {
  const known = [...specs.keys()].join(', ');
  const message = `No target is set for the cases of ${evalFile.file}.`;
  const none =
    targetsFile === undefined
      ? 'Create a targets.yaml. `turnwise init` writes an example.'
      : `${targetsFile.file} has no usable targets. Fix it first.`;
  const hint =
    known === ''
      ? none
      : `Pass --target <id>, or write "targets: [id]" in the file or in .turnwise/config.yaml. Available: ${known}.`;
  return toError({ code: 'RUN_NO_TARGET', message, hint, file: evalFile.file });
}

/** `ids`: the ids of all cases in the files. */
export function listUnknownCases(wanted: readonly string[], ids: ReadonlySet<string>): readonly Problem[] {
  return wanted
    .filter((id) => !ids.has(id))
    .map((id) => {
      const hint = suggestValue(id, { flag: '--case', values: wanted, known: [...ids] });
      return toError({ code: 'CASE_UNKNOWN', message: `There is no case "${id}".`, hint });
    });
}
