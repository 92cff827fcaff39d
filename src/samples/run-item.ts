import { definedOnly } from '../base/defined-only.ts';
import type { ReplyUnderTest } from '../conversation/item/item.ts';
import { toItemTag } from '../conversation/item/item-tags.ts';
import { toKnownConversation } from '../conversation/known-conversation.ts';
import { listToolCalls, type PlayedMessage, type ReplyEntry } from '../conversation/run/run-record.ts';
import type { StoredConversation } from '../conversation/stored-conversation.ts';
import { isDeciding, type Verdict } from '../conversation/verdict.ts';
import { ConversationLog } from '../grade/graded-conversation.ts';
import type { KnownCase } from './known-cases.ts';
import { renderRunComment } from './run-comment.ts';
import { type TurnKeys, toTurnKeys } from './run-item-key.ts';

interface RunItemPlace {
  readonly run: string;
  readonly id: string;
  readonly dataset: string;
  /** The case as it was played, if it is still known. */
  readonly knownCase?: KnownCase;
}

/**
 * A conversation of a run as an item for review. The history contains the target's replies, so that a reviewer can
 * correct them. In every-turn play it contains the reference turns, and the failed reply is in the meta of its turn.
 */
export function toRunItem(conversation: StoredConversation, place: RunItemPlace): Record<string, unknown> {
  const { start, end, verdicts } = conversation;
  const { id: caseId, eval: evalName, target, send, play, repeat, tags } = start;
  const onWhole = verdicts.filter(({ turnIndex }) => turnIndex === null);
  const run = definedOnly({
    ...{ run: place.run, case: caseId, eval: evalName, target, send, play, repeat, status: end?.status },
    conversationId: start.conversationId,
    tags: tags.length === 0 ? undefined : tags,
    error: end?.error,
    verdicts: onWhole.length === 0 ? undefined : onWhole,
  });
  return {
    id: place.id,
    datasetName: place.dataset,
    status: 'draft',
    history: play === 'every-turn' ? listKnownTurns(conversation, place) : listPlayedTurns(conversation, place),
    manualTags: listItemTags(tags),
    comment: renderRunComment(conversation, place.run),
    meta: { run },
  };
}

type ItemTurn = Record<string, unknown>;

/** The reference history. A reply that did not pass is in the meta of its turn. */
function listKnownTurns(conversation: StoredConversation, place: RunItemPlace): ItemTurn[] {
  const { turns, replies, verdicts } = conversation;
  const keys = findTurnKeys(conversation, place);
  return withOwnIds(
    turns
      .toSorted((one, other) => one.turnIndex - other.turnIndex)
      .map(({ turnIndex, played }) => {
        const own = listOf(verdicts, turnIndex).filter(isDeciding);
        const reply = replies.find((entry) => entry.turnIndex === turnIndex);
        const hasPassed = own.length > 0 && own.every((verdict) => verdict.status === 'graded' && verdict.pass);
        const isShown = reply !== undefined && !hasPassed;
        const answerKey = keys.get(turnIndex);
        if (!isShown) return definedOnly({ ...toTurn(played), answerKey });
        const context = toReplyContext(reply, conversation, place.run);
        const meta = { reply: toText(reply.played), ...context.meta };
        return definedOnly({ ...toTurn(played), answerKey, ...context, meta });
      }),
  );
}

/** The conversation as it was played, with the target's replies. */
function listPlayedTurns(conversation: StoredConversation, place: RunItemPlace): ItemTurn[] {
  const { turns, replies, start } = conversation;
  const { knownCase, run } = place;
  const isKnown = knownCase !== undefined && start.play !== 'simulate';
  const known = isKnown ? toKnownConversation(knownCase.evalCase) : [];
  const keys = findTurnKeys(conversation, place);
  const toReply = (reply: ReplyEntry): ItemTurn => {
    const { turnIndex, by, played } = reply;
    if (by === 'simulator') return toTurn(played);
    const good = known[turnIndex];
    return definedOnly({
      ...toTurn(played),
      refs: good?.refs,
      tags: good?.tags,
      answerKey: keys.get(turnIndex),
      ...toReplyContext(reply, conversation, run),
    });
  };
  const entries = [
    ...turns.map(({ turnIndex, played }) => ({ turnIndex, turn: toTurn(played) })),
    ...replies.map((reply) => ({ turnIndex: reply.turnIndex, turn: toReply(reply) })),
  ];
  return withOwnIds(entries.toSorted((one, other) => one.turnIndex - other.turnIndex).map(({ turn }) => turn));
}

function findTurnKeys({ turns, replies, verdicts, start }: StoredConversation, { knownCase }: RunItemPlace): TurnKeys {
  if (knownCase === undefined) return new Map();
  const { evalCase, files } = knownCase;
  const played = { turns, replies, verdicts, repeat: start.repeat };
  return toTurnKeys(new ConversationLog(evalCase, start.play, played), files);
}

function listOf(verdicts: readonly Verdict[], turnIndex: number): readonly Verdict[] {
  return verdicts.filter((verdict) => verdict.turnIndex === turnIndex);
}

/** The data with a reply: its verdicts, as the mark of the turn if one of them failed it. */
interface ReplyContext {
  readonly meta?: Readonly<Record<string, unknown>>;
  readonly replyUnderTest?: ReplyUnderTest;
}

/** The tool calls that an agent completed are in the meta. Calls without an answer are in the turn itself. */
function toReplyContext(reply: ReplyEntry, conversation: StoredConversation, run: string): ReplyContext {
  const { replies, start } = conversation;
  const own = listOf(conversation.verdicts, reply.turnIndex);
  // A failing verdict on the whole conversation counts for its last reply too.
  const isLast = replies.findLast(({ by }) => by !== 'simulator') === reply;
  const onWhole = isLast ? conversation.verdicts.filter((one) => one.turnIndex === null && hasFailed(one)) : [];
  const isFailed = onWhole.length > 0 || own.some(hasFailed);
  const toolCalls = reply.call.trace === undefined ? [] : listToolCalls(reply);
  const meta = definedOnly({
    toolCalls: toolCalls.length === 0 ? undefined : toolCalls,
    verdicts: own.length === 0 || isFailed ? undefined : own,
  });
  return definedOnly({
    meta: Object.keys(meta).length === 0 ? undefined : meta,
    replyUnderTest: isFailed ? { run, caseId: start.id, verdicts: [...own, ...onWhole] } : undefined,
  });
}

function hasFailed(verdict: Verdict): boolean {
  return isDeciding(verdict) && verdict.status === 'graded' && !verdict.pass;
}

/** A message as a turn of an item, as in an item file. */
export function toTurn(played: PlayedMessage) {
  const { role, refs, tags, name, tool_calls, tool_call_id, id } = played.message;
  return definedOnly({ id, role, msg: toText(played), refs, tags, name, tool_calls, tool_call_id });
}

/** The text that the target saw, including attached files. Tool calls are kept separately. */
function toText({ message, texts = [] }: PlayedMessage): string {
  if (typeof message.content === 'string') return message.content;
  const calls = message.tool_calls?.length ?? 0;
  return texts.slice(0, texts.length - calls).join('\n\n');
}

/** Keeps the ids of messages if they are unique. */
function withOwnIds(turns: readonly ItemTurn[]): ItemTurn[] {
  const ids = turns.map(({ id }) => id);
  const isUnique = ids.every((id, index) => id !== undefined && ids.indexOf(id) === index);
  return isUnique ? [...turns] : turns.map(({ id: _, ...turn }) => turn);
}

/** Groups of tags that are computed from an item, so the new item gets its own. */
const computedGroups = /^(?:turns|question_length|retrieval_behavior|dataset|answer):/;

/** The tags of a case that are valid item tags. All tags are in the meta of the item. */
function listItemTags(tags: readonly string[]): readonly string[] {
  const own = tags.flatMap((tag) => toItemTag(tag) ?? []).filter((tag) => !computedGroups.test(tag));
  return [...new Set(own)];
}
