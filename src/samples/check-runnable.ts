import { type Problem, toError, toWarning } from '../base/fault.ts';
import type { EvalCase } from '../conversation/case.ts';
import { findUnanswerable } from '../conversation/message.ts';
import type { CaseReading } from '../files/eval/case-reader.ts';
import { hintUnusable } from '../files/targets/unknown-target.ts';
import type { CaseGrader } from '../grade/case-graders.ts';
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

/** A list of formats that is empty plans no conversation. */
export function nothingSent(): Problem {
  const message = 'The send option lists no format, so there is nothing to run.';
  return toError({ code: 'RUN_NOTHING_SELECTED', message, hint: 'Use messages, question, or both, or leave it out.' });
}

/** A judge or program that would read the whole of a conversation, where each reply stands on its own. */
export function wholeInEveryTurn(grader: CaseGrader, evalCase: EvalCase, { evalFile }: EvalSource): Problem {
  const message = `Grader "${grader.id}" of case "${evalCase.id}" grades the whole conversation, which does not exist in every-turn mode. It stays ungraded.`;
  const hint = 'Set `when: all` on the grader, or play the case as a script too: `play: [every-turn, script]`.';
  return toWarning({ code: 'RUN_NO_WHOLE', message, hint, reading: evalFile.reading, file: evalFile.file });
}

/** Without a judge the grader could never say anything. */
export function noJudge(grader: CaseGrader, evalCase: EvalCase, { evalFile, specs }: EvalSource): Problem {
  const message = `No judge target is set, so grader "${grader.id}" of case "${evalCase.id}" and all other judges stay ungraded.`;
  const known = [...specs.keys()].join(', ');
  const there = known === '' ? '' : ` Available: ${known}.`;
  const hint = `Add \`judge: <target id>\` to ${evalFile.file}, or pass --judge <id>.${there}`;
  return toWarning({ code: 'RUN_NO_JUDGE', message, hint, reading: evalFile.reading, file: evalFile.file });
}
