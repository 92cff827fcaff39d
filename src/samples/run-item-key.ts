import { definedOnly } from '../base/defined-only.ts';
import { Fault } from '../base/fault.ts';
import type { AnswerKey, KeyPart } from '../conversation/answer-key.ts';
import type { EvalCase, PlayMode } from '../conversation/case.ts';
import type { GraderSpec } from '../conversation/grader-spec.ts';
import type { FormatOptions } from '../format/attachment.ts';
import {
  type CaseGrader,
  isDecidingGrader,
  isForConversation,
  listCaseGraders,
  selectReplies,
} from '../grade/case-graders.ts';
import type { GradedConversation, GradedReply } from '../grade/graded-conversation.ts';
import { findReference } from '../grade/turn-key.ts';

/** Answer keys by turn index. */
export type TurnKeys = ReadonlyMap<number, AnswerKey>;

/**
 * The answer key of each reply in a played conversation: the key of the case, what its graders require, the reference
 * and the outcome. Graders without an equivalent in a key are left out.
 */
export function toTurnKeys(conversation: GradedConversation, files: FormatOptions): TurnKeys {
  const { evalCase, replies, play } = conversation;
  const selected = listCaseGraders(evalCase)
    .filter(isDecidingGrader)
    .map((grader) => ({ grader, chosen: listMeant(grader, replies, play) }));
  return new Map(
    replies.flatMap((reply) => {
      const own = selected.filter(({ chosen }) => chosen.includes(reply)).map(({ grader }) => grader);
      const key = toAnswerKey(conversation, reply, { graders: own, files });
      return Object.keys(key).length === 0 ? [] : [[reply.turnIndex, key] as const];
    }),
  );
}

/**
 * A judge of the whole conversation belongs to the last reply. Other checks of the whole have no equivalent in a key.
 */
function listMeant(grader: CaseGrader, replies: readonly GradedReply[], play: PlayMode): readonly GradedReply[] {
  if (!isForConversation(grader, play)) return selectReplies(grader, replies);
  return grader.kind === 'rubric' ? replies.slice(-1) : [];
}

interface KeySources {
  readonly graders: readonly CaseGrader[];
  readonly files: FormatOptions;
}

function toAnswerKey(conversation: GradedConversation, reply: GradedReply, { graders, files }: KeySources): AnswerKey {
  const { evalCase, play } = conversation;
  const { contextChanged: _flag, ...written } = findKey(evalCase, reply.turnIndex) ?? {};
  // Graders from the key itself are already in it.
  const specs = graders.filter(({ turnIndex }) => turnIndex === undefined).map(({ spec }) => spec);
  // In every-turn play the turn itself is the reference.
  const known = play === 'every-turn' ? written.reference : readReference(conversation, reply, files);
  // A run judges the outcome of a case only at its end.
  const isLast = conversation.replies.at(-1)?.turnIndex === reply.turnIndex;
  const outcome = findLine(evalCase, reply)?.outcome ?? (isLast ? evalCase.outcome : undefined);
  return definedOnly({
    reference: known ?? findFirst(specs, toReference),
    ...toLists(specs, written),
    outcome: written.outcome ?? outcome ?? findFirst(specs, toOutcome),
  });
}

/** The reference reply. Undefined if its file no longer exists: the run can still be imported. */
function readReference(...[conversation, reply, files]: Parameters<typeof findReference>): string | undefined {
  try {
    return findReference(conversation, reply, files);
  } catch (error) {
    if (error instanceof Fault) return undefined;
    throw error;
  }
}

function findKey(evalCase: EvalCase, turnIndex: number): AnswerKey | undefined {
  return evalCase.answer_keys?.find((key) => key.turnIndex === turnIndex)?.answerKey;
}

function findLine({ turns }: EvalCase, { scriptTurn }: GradedReply) {
  return scriptTurn === undefined ? undefined : turns?.[scriptTurn];
}

type KeyLists = Partial<Record<KeyPart, string[]>>;

function toLists(specs: readonly GraderSpec[], written: AnswerKey): KeyLists {
  const lists: KeyLists = {};
  const add = (part: KeyPart, texts: readonly string[]) => {
    const all = new Set([...(lists[part] ?? written[part] ?? []), ...texts]);
    if (all.size > 0) lists[part] = [...all];
  };
  for (const part of ['mustMention', 'mustNotMention', 'mustMatch', 'mustNotMatch'] as const) add(part, []);
  for (const { contains, regex, not = false, threshold = 1 } of specs) {
    // With a threshold of 0 everything passes. With several texts a lower threshold requires only a share of them.
    const texts = listRequired(contains);
    const isWhole = threshold > 0 && (texts.length <= 1 || threshold === 1);
    // An inverted grader with several texts means "not all of them", which is not a list of forbidden texts.
    if (!isWhole || (not && texts.length > 1)) continue;
    add(not ? 'mustNotMention' : 'mustMention', texts);
    add(not ? 'mustNotMatch' : 'mustMatch', regex === undefined ? [] : [regex]);
  }
  return lists;
}

/** The texts that a reply must contain as they are written. A key has no texts in any case, and none of which one is enough. */
function listRequired(contains: GraderSpec['contains']): readonly string[] {
  if (contains === undefined || typeof contains === 'string') return contains === undefined ? [] : [contains];
  if (Array.isArray(contains)) return contains;
  const { text, match, ignore_case: ignoresCase } = contains;
  const texts = [text].flat();
  return ignoresCase === true || (match === 'any' && texts.length > 1) ? [] : texts;
}

function toReference({ equals, similarity, not }: GraderSpec): string | undefined {
  return not === true ? undefined : (similarity?.to ?? equals);
}

function toOutcome({ rubric, not }: GraderSpec): string | undefined {
  return not === true ? undefined : rubric;
}

function findFirst(specs: readonly GraderSpec[], read: (spec: GraderSpec) => string | undefined): string | undefined {
  return specs.map(read).find((text) => text !== undefined && text.trim() !== '');
}
