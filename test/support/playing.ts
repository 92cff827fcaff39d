import type { EvalCase, PlayMode } from '../../src/conversation/case.ts';
import type { ReplyEntry, TurnEntry } from '../../src/conversation/run/run-record.ts';
import { type PlayEnd, playCase } from '../../src/play/play-case.ts';
import type { PlayInput } from '../../src/play/playing.ts';
import type { Target } from '../../src/target/port.ts';
import { FakeClock } from './fake-clock.ts';
import { makeCase } from './grading.ts';

/** What a play left behind, as a store would have it. */
export interface Played {
  readonly end: PlayEnd;
  readonly turns: readonly TurnEntry[];
  readonly replies: readonly ReplyEntry[];
}

export type PlayOptions = Partial<Omit<PlayInput, 'evalCase' | 'target' | 'recorder'>> & {
  readonly target: Target;
  /** Replies that a grader says no to, by their number. */
  readonly failing?: readonly number[];
  /** Called before a reply is recorded. */
  readonly onReply?: (reply: ReplyEntry) => void;
  /** Where records go. What is there at the start was recorded before. */
  readonly log?: PlayLog;
};

export interface PlayLog {
  readonly turns: TurnEntry[];
  readonly replies: ReplyEntry[];
}

/** Plays a case in memory. */
export async function playInMemory(
  mode: PlayMode,
  changes: Partial<EvalCase>,
  { target, failing = [], onReply, log, ...more }: PlayOptions,
): Promise<Played> {
  const recorded = more.recorded ?? { turns: [...(log?.turns ?? [])], replies: [...(log?.replies ?? [])] };
  const { turns, replies } = log ?? { turns: [...recorded.turns], replies: [...recorded.replies] };
  const never = new AbortController().signal;
  const input: PlayInput = {
    evalCase: makeCase(changes),
    send: 'question',
    repeat: 0,
    target,
    files: { format: {} },
    recorded,
    limits: { turns: 500 },
    clock: new FakeClock(),
    signal: never,
    waiting: never,
    hasFailed: (replyIndex) => failing.includes(replyIndex),
    isStopping: () => false,
    isRetried: false,
    attempt: { runId: 'r', toId: () => 'r-c-1', simulatorId: 'r-c-1-user', isIdRecorded: false, open: async () => {} },
    ...more,
    recorder: {
      turns: (added) => void turns.push(...added),
      reply: async (reply, replyIndex) => {
        onReply?.(reply);
        replies.push(reply);
        return { failed: failing.includes(replyIndex) };
      },
    },
  };
  const end = await playCase(mode, input);
  return { end, turns, replies };
}

/** The conversation as it was played, one `role: text` a message. */
export function listLines({ turns, replies }: Pick<Played, 'turns' | 'replies'>): readonly string[] {
  return [...turns, ...replies]
    .toSorted((a, b) => a.turnIndex - b.turnIndex)
    .map(({ played: { message } }) => `${message.role}: ${String(message.content)}`);
}
