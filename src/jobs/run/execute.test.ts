import { describe, expect, it } from 'vitest';
import { FakeClock } from '../../../test/support/fake-clock.ts';
import { FakeTarget, failWith, sayInTurn } from '../../../test/support/fake-target.ts';
import { makeCase, makeGraded, makeKit } from '../../../test/support/grading.ts';
import { MemoryWriter } from '../../../test/support/memory-writer.ts';
import { Fault } from '../../base/fault.ts';
import { PlayStopped } from '../../base/play-stopped.ts';
import type { ConversationStart, StoredConversation } from '../../conversation/stored-conversation.ts';
import type { GradeRequest, GradeResult, Grader } from '../../grade/case-graders.ts';
import { JobControl } from '../../job/control.ts';
import type { EvalSource } from '../../samples/eval-sources.ts';
import type { Target } from '../../target/port.ts';
import { playConversation, type RunContext } from './execute.ts';
import type { ConversationTask } from './tasks.ts';

const evalCase = makeCase({
  turns: [{ user: 'one' }, { user: 'two' }],
  graders: [{ contains: 'fine', when: 'all' }, { regex: 'fine' }],
});
// A conversation uses only the files of its source.
const source = { files: { format: {} }, specs: new Map() } as unknown as EvalSource;
const start: ConversationStart = {
  ...{ id: 'c', eval: 'd', target: 'bot', repeat: 0, tags: [], file: 0, position: 0 },
  send: 'question',
  play: 'script',
};

function makeRun(target: Target, judge?: Grader) {
  const writer = new MemoryWriter();
  const control = new JobControl();
  const ended: StoredConversation[] = [];
  const context: RunContext = {
    ...{ sources: [], choice: {}, repeat: 1, store: writer, writer, control, limits: { turns: 500 } },
    kitOf: async () => makeKit(judge === undefined ? {} : { judge }),
    clock: new FakeClock(),
    random: () => 0,
    openTarget: async () => target,
    observer: { caseEnd: (conversation) => void ended.push(conversation) },
  };
  const play = (begun?: ConversationTask['begun'], graded = evalCase) =>
    playConversation({ source, evalCase: graded, start, ...(begun === undefined ? {} : { begun }) }, context);
  return { writer, control, ended, play, context };
}

describe('a conversation of a run', () => {
  it('is recorded step by step, each reply before its verdicts, and its end last', async () => {
    const { writer, ended, play } = makeRun(sayInTurn('fine'));
    await play();
    expect(writer.steps).toEqual([
      ...['turns', 'reply', 'verdicts', 'turns', 'reply', 'verdicts'],
      ...['verdicts', 'end: pass'],
    ]);
    expect(ended).toEqual([await writer.findConversation('r', 1)]);
    expect(ended[0]?.verdicts.map(({ grader, turnIndex }) => [grader, turnIndex])).toEqual([
      ['contains-1', 1],
      ['contains-1', 3],
      ['regex-1', 3],
    ]);
  });

  it('ends in an error with its replies so far, and continues from there when it is retried', async () => {
    let isMended = false;
    const target = new FakeTarget(({ replyIndex }) =>
      replyIndex === 0 || isMended ? 'fine' : failWith('provider-error', { status: 500 }),
    );
    const { writer, ended, play } = makeRun(target);
    await play();
    expect(ended[0]).toMatchObject({ end: { status: 'error', error: { cause: 'provider-error', turnIndex: 3 } } });
    expect([ended[0]?.replies.length, ended[0]?.verdicts.length]).toEqual([1, 1]);
    isMended = true;
    await play({ number: 1, isEnded: true });
    expect(ended[1]?.end?.status).toBe('pass');
    expect([ended[1]?.replies.length, ended[1]?.verdicts.length]).toEqual([2, 3]);
    expect(target.requests.map(({ replyIndex }) => replyIndex)).toEqual([0, 1, 1]);
    expect(writer.steps.filter((step) => step === 'reopen')).toHaveLength(1);
  });

  it('has no end if the run stops, and only its missing verdicts are graded when the run is resumed', async () => {
    const target = sayInTurn('fine');
    const first = makeRun({
      id: 'bot',
      ask: (...asked) => {
        first.control.drain();
        return target.ask(...asked);
      },
    });
    await first.play();
    expect(first.ended).toEqual([]);
    first.writer.forgetVerdicts(1);
    const context = { ...first.context, control: new JobControl() };
    await playConversation({ source, evalCase, start, begun: { number: 1, isEnded: false } }, context);
    expect(target.requests.map(({ replyIndex }) => replyIndex)).toEqual([0, 1]);
    const { verdicts, end } = await first.writer.findConversation('r', 1);
    expect([verdicts.length, end?.status]).toEqual([3, 'pass']);
  });

  it('is skipped with the reason if a limit was reached before it', async () => {
    const target = sayInTurn('fine');
    const { control, ended, play } = makeRun(target);
    control.skipRest('--max-calls 3 was reached');
    await play();
    expect(ended[0]?.end).toEqual({ status: 'skipped', reason: '--max-calls 3 was reached' });
    expect(target.requests).toEqual([]);
  });

  it('ends the run if it cannot be recorded', async () => {
    const full = new Fault({ code: 'STORE_FULL', message: 'The disk is full.' });
    const { writer, ended, play } = makeRun(sayInTurn('fine'));
    writer.failure = full;
    await expect(play()).rejects.toBe(full);
    expect(ended).toEqual([]);
  });
});

describe('judges of a conversation', () => {
  const graders = [
    { rubric: 'Fine', when: 'all' as const },
    { rubric: 'Good', when: 'conversation' as const },
  ];
  const judged = makeCase({ turns: [{ user: 'one' }, { user: 'two' }], graders });
  const toResult = ({ grader: { id }, reply }: GradeRequest): GradeResult => {
    const turnIndex = reply?.turnIndex ?? null;
    return { verdict: makeGraded({ grader: id, turnIndex }), judgment: { grader: id, turnIndex, request: [] } };
  };

  /** Answers this many times, then throws. */
  class Judge implements Grader {
    readonly asked: (number | null)[] = [];
    readonly #stop: (asked: number) => void;

    constructor(stop: (asked: number) => void) {
      this.#stop = stop;
    }

    async grade(request: GradeRequest): Promise<GradeResult> {
      this.#stop(this.asked.length);
      this.asked.push(request.reply?.turnIndex ?? null);
      return toResult(request);
    }
  }

  it('are recorded with their requests, and reported', async () => {
    const run = makeRun(sayInTurn('fine'), new Judge(() => {}));
    const reported: (number | null)[] = [];
    const observer = {
      ...run.context.observer,
      judgment: (_: unknown, one: { turnIndex: number | null }) => void reported.push(one.turnIndex),
    };
    await playConversation({ source, evalCase: judged, start }, { ...run.context, observer });
    expect(run.writer.judgmentsOf(1).map(({ turnIndex }) => turnIndex)).toEqual([1, 3, null]);
    expect(reported).toEqual([1, 3, null]);
  });

  it.each([0, 1, 2])(
    'leave it unfinished if the run stops before judge %i, and only the rest is asked later',
    async (count) => {
      const target = sayInTurn('fine');
      const first = new Judge((asked) => {
        if (asked < count) return;
        run.control.drain();
        throw new PlayStopped();
      });
      const run = makeRun(target, first);
      await run.play(undefined, judged);
      expect(run.ended).toEqual([]);
      expect((await run.writer.findConversation('r', 1)).verdicts).toHaveLength(count);
      const second = new Judge(() => {});
      const context = { ...run.context, control: new JobControl(), kitOf: async () => makeKit({ judge: second }) };
      await playConversation({ source, evalCase: judged, start, begun: { number: 1, isEnded: false } }, context);
      expect([...first.asked, ...second.asked]).toEqual([1, 3, null]);
      expect(run.ended[0]).toMatchObject({ end: { status: 'pass' }, verdicts: { length: 3 } });
      expect(target.requests.map(({ replyIndex }) => replyIndex)).toEqual([0, 1]);
    },
  );

  it('skip it with the reason if a limit is reached, and replies and verdicts so far are kept', async () => {
    const judge = new Judge((asked) => {
      if (asked < 1) return;
      run.control.skipRest('--max-calls 3 was reached');
      throw new PlayStopped();
    });
    const run = makeRun(sayInTurn('fine'), judge);
    await run.play(undefined, judged);
    expect(run.ended[0]).toMatchObject({
      end: { status: 'skipped', reason: '--max-calls 3 was reached' },
      verdicts: { length: 1 },
      replies: { length: 2 },
    });
  });

  it('leave it unfinished if they are aborted', async () => {
    const run = makeRun(
      sayInTurn('fine'),
      new Judge(() => {
        run.control.abort();
        run.control.signal.throwIfAborted();
      }),
    );
    await run.play(undefined, judged);
    expect([run.ended, run.writer.steps]).toEqual([[], ['turns', 'reply']]);
  });
});
