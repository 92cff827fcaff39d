import { definedOnly } from '../../base/defined-only.ts';
import type { CaseAnswer, CaseDetail } from '../../contract/run-answer.ts';
import type { Judgment } from '../../conversation/judge/judgment.ts';
import { findFirstFailure, findFirstUngraded } from '../../conversation/run/first-reason.ts';
import type { TurnEntry } from '../../conversation/run/run-record.ts';
import type { StoredConversation } from '../../conversation/stored-conversation.ts';
import { toRunLink } from './to-run-answer.ts';

/** A conversation as a list shows it. */
export function toCaseAnswer(run: string, conversation: StoredConversation): CaseAnswer {
  return {
    ...toHead(conversation),
    replies: conversation.replies.filter(({ by }) => by === 'target').length,
    links: { self: `${toRunLink(run)}/cases/${conversation.number}` },
  };
}

/** A conversation with everything that was said, also to judges and by them. */
export function toCaseDetail(
  run: string,
  conversation: StoredConversation,
  judgments: readonly Judgment[],
): CaseDetail {
  const { end, abandoned } = conversation;
  return {
    ...toHead(conversation),
    ...definedOnly({ simulation: end?.simulation }),
    ...toSaid(conversation),
    ...definedOnly({ abandoned: abandoned?.map((attempt) => ({ ...attempt, ...toSaid(attempt) })) }),
    judgments: [...judgments],
    links: { run: toRunLink(run) },
  };
}

function toSaid({ turns, replies, verdicts }: Pick<StoredConversation, 'turns' | 'replies' | 'verdicts'>) {
  return {
    turns: turns.map(toTurn),
    replies: replies.map((reply) => ({
      ...toTurn(reply),
      by: reply.by,
      guidelines: reply.guidelines,
      call: reply.call,
    })),
    verdicts: [...verdicts],
  };
}

function toHead({ number, start, verdicts, end }: StoredConversation) {
  const { id, eval: evalName, target, send, play, repeat, tags } = start;
  return {
    number,
    ...{ id, eval: evalName, target, send, play, repeat, tags: [...tags] },
    status: end?.status ?? ('unfinished' as const),
    ...definedOnly({
      reason: end?.reason,
      aggregate: end?.aggregate,
      error: end?.error,
      firstFailure: findFirstFailure(verdicts) ?? findFirstUngraded(verdicts),
    }),
  };
}

function toTurn({ turnIndex, played: { message, texts } }: TurnEntry) {
  return { turnIndex, message, ...definedOnly({ texts }) };
}
