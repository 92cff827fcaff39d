import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FakeTarget } from '../../test/support/fake-target.ts';
import { listLines, type Played, type PlayLog, playInMemory } from '../../test/support/playing.ts';
import type { EvalCase, PlayMode } from '../conversation/case.ts';
import { goalMark } from './play-simulation.ts';

/**
 * How one process ends: it stops between two calls, or it crashes with an unrecorded reply and perhaps unwritten turns.
 */
interface Interruption {
  readonly kind: 'stops' | 'dies';
  readonly afterCalls: number;
  readonly losesTurns: boolean;
}

interface Story {
  readonly mode: PlayMode;
  readonly evalCase: Partial<EvalCase>;
  /** Replies that a grader fails. */
  readonly failing: readonly number[];
  readonly interrupted: readonly Interruption[];
}

const interrupted = fc.array(
  fc.record<Interruption>({
    kind: fc.constantFrom('stops', 'dies'),
    afterCalls: fc.nat(4),
    losesTurns: fc.boolean(),
  }),
  { maxLength: 6 },
);
const word = fc.constantFrom('refund', 'order', 'invoice', 'help');
const messages = fc.array(fc.record({ role: fc.constantFrom('system', 'user', 'assistant', 'tool'), content: word }), {
  maxLength: 4,
});
const line = fc.record({ user: word, expect: word, on_fail: fc.constantFrom('continue' as const, 'stop' as const) });
const scripted = fc.record({ input_messages: messages, turns: fc.array(line, { minLength: 1, maxLength: 5 }) });
const simulated = fc.record({
  input_messages: messages,
  simulate: fc.record({
    persona: fc.constant('A customer.'),
    goal: fc.constant('A refund.'),
    target: fc.constant('customer'),
    max_turns: fc.integer({ min: 1, max: 5 }),
  }),
});
const failing = fc.array(fc.nat(5), { maxLength: 2 });

const stories: readonly { readonly mode: PlayMode; readonly story: fc.Arbitrary<Story> }[] = [
  { mode: 'script', evalCase: scripted },
  { mode: 'every-turn', evalCase: scripted },
  { mode: 'simulate', evalCase: simulated },
].map(({ mode, evalCase }) => ({
  // The list above has the names of modes, but its type is only string.
  mode: mode as PlayMode,
  story: fc.record<Story>({ mode: fc.constant(mode as PlayMode), evalCase, failing, interrupted }),
}));

it.each(stories)(
  'ends like an uninterrupted conversation, and never asks again for a recorded reply: $mode',
  async ({ story }) => {
    await fc.assert(
      fc.asyncProperty(story, async (told) => {
        const whole = await playInPieces({ ...told, interrupted: [] });
        const pieced = await playInPieces(told);
        expect(listLines(pieced)).toEqual(listLines(whole));
        expect(pieced.end).toEqual(whole.end);
      }),
    );
  },
);

class Died extends Error {}

/** Plays with all interruptions, and then to completion. */
async function playInPieces(story: Story): Promise<Played> {
  let log: PlayLog = { turns: [], replies: [] };
  for (const interruption of story.interrupted) log = await playPart(story, log, interruption);
  return play(story, log, {});
}

/** The records after the process stopped or crashed. */
async function playPart(story: Story, log: PlayLog, interruption: Interruption): Promise<PlayLog> {
  const { kind, afterCalls, losesTurns } = interruption;
  let calls = 0;
  const before = log.replies.length;
  try {
    await play(story, log, {
      isStopping: () => kind === 'stops' && log.replies.length - before >= afterCalls,
      onReply: () => {
        calls += 1;
        if (kind === 'dies' && calls > afterCalls) throw new Died();
      },
    });
    return log;
  } catch (error) {
    if (!(error instanceof Died)) throw error;
    return losesTurns ? { ...log, turns: log.turns.filter(isDurable(story.mode, log)) } : log;
  }
}

/** A turn is stored at the latest with the next recorded reply. */
function isDurable(mode: PlayMode, { replies }: PlayLog): (turn: { readonly turnIndex: number }) => boolean {
  const last = replies.at(-1);
  if (last === undefined) return () => false;
  return ({ turnIndex }) => mode === 'every-turn' || turnIndex < last.turnIndex;
}

interface Hooks {
  readonly isStopping?: () => boolean;
  readonly onReply?: () => void;
}

/** Both sides answer only from their input, and refuse requests for recorded replies. */
function play({ mode, evalCase, failing: refused }: Story, log: PlayLog, hooks: Hooks): Promise<Played> {
  const count = (by: 'target' | 'simulator') => log.replies.filter((reply) => reply.by === by).length;
  const target = new FakeTarget(({ replyIndex, question }) => {
    expect(replyIndex).toBe(count('target'));
    return `reply ${replyIndex} after ${question.length} characters`;
  });
  const simulator = new FakeTarget(({ replyIndex, messages: seen }) => {
    expect(replyIndex).toBe(count('simulator'));
    return replyIndex === 3 ? goalMark : `line ${replyIndex} after ${seen.length} messages`;
  }, 'customer');
  return playInMemory(mode, evalCase, { target, simulator, failing: refused, log, ...hooks });
}
