import { Fault } from '../base/fault.ts';
import { PlayStopped } from '../base/play-stopped.ts';
import type { PlayMode } from '../conversation/case.ts';
import { listAssistantTurns, toKnownConversation, toScript } from '../conversation/known-conversation.ts';
import type { CaseError, SimulationRecord } from '../conversation/run/run-record.ts';
import { TargetError } from '../target/port.ts';
import { playSimulation } from './play-simulation.ts';
import { assertNoOpenCalls, type PlayInput, Playing, PlayRestart, type TurnCall } from './playing.ts';

/** `stopped`: the run ended during the case. It continues when the run is resumed. */
export type PlayEnd =
  | { readonly end: 'complete'; readonly simulation?: SimulationRecord }
  | {
      readonly end: 'error';
      readonly error: CaseError;
      readonly simulation?: SimulationRecord;
      /** The failed call, if the error comes from a call. */
      readonly asked?: TurnCall;
    }
  | PlayRestartEnd
  | { readonly end: 'stopped' };

/**
 * The conversation must start over, because a target keeps it. Either an earlier process started it (no failure), or a
 * call failed that the target may have received.
 */
export interface PlayRestartEnd {
  readonly end: 'restart';
  readonly failure?: {
    readonly error: CaseError;
    readonly asked?: TurnCall;
    /** The wait that the target asked for. */
    readonly retryAfterMs?: number;
  };
}

const modes: Readonly<Record<PlayMode, (playing: Playing) => Promise<SimulationRecord | undefined>>> = {
  reply: async (playing) => void (await playReply(playing)),
  'every-turn': async (playing) => void (await playEveryTurn(playing)),
  script: async (playing) => void (await playScript(playing)),
  simulate: playSimulation,
};

/**
 * Plays one case until it finishes, starting where it stopped. Failures of targets and files are results, not
 * exceptions.
 */
export async function playCase(mode: PlayMode, input: PlayInput): Promise<PlayEnd> {
  const { signal, waiting, release } = openCaseSignals(input);
  const playing = new Playing({ ...input, signal, waiting });
  try {
    const simulation = await modes[mode](playing);
    if (simulation === undefined) return { end: 'complete' };
    return simulation.end === 'failed'
      ? { end: 'error', error: toSimulatorError(simulation), simulation }
      : { end: 'complete', simulation };
  } catch (error) {
    if (input.signal.aborted || error instanceof PlayStopped) return { end: 'stopped' };
    if (error instanceof PlayRestart) return { end: 'restart' };
    const { openCall: asked } = playing;
    const failure = { error: toCaseError(error, playing), ...(asked === undefined ? {} : { asked }) };
    if (!(error instanceof TargetError) || error.info.needsRestart !== true) return { end: 'error', ...failure };
    const { retryAfterMs } = error.info;
    return { end: 'restart', failure: { ...failure, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) } };
  } finally {
    release();
  }
}

interface CaseSignals {
  readonly signal: AbortSignal;
  readonly waiting: AbortSignal;
  readonly release: () => void;
}

/** The run's signals, combined with the time limit of the case. */
function openCaseSignals({ signal, waiting, clock, limits: { timeMs } }: PlayInput): CaseSignals {
  if (timeMs === undefined) return { signal, waiting, release: () => {} };
  const time = new AbortController();
  const timer = new AbortController();
  const ring = () => {
    const message = `The case took longer than ${timeMs / 1000} s. Raise the limit with --max-seconds.`;
    time.abort(new TargetError({ cause: 'limit', message, retryable: false }));
  };
  clock.sleep(timeMs, timer.signal).then(ring, () => {});
  const withTime = (other: AbortSignal) => AbortSignal.any([other, time.signal]);
  return { signal: withTime(signal), waiting: withTime(waiting), release: () => timer.abort('the case ended') };
}

function toSimulatorError({ problems }: SimulationRecord): CaseError {
  return { cause: 'simulator', message: `The simulated user failed: ${problems.join('; ')}.` };
}

/** Failures of targets and files become data. Anything else is a bug and is thrown. */
function toCaseError(error: unknown, playing: Playing): CaseError {
  if (error instanceof Fault && !isOfStore(error)) return { cause: 'file-changed', message: error.message };
  if (!(error instanceof TargetError)) throw error;
  const { cause, status, attempts, rateLimited, requestId, details } = error.info;
  return {
    cause,
    message: error.message,
    turnIndex: playing.askedAt,
    ...(status === undefined ? {} : { status }),
    ...(attempts === undefined ? {} : { attempts }),
    ...(rateLimited === undefined ? {} : { rateLimited }),
    ...(requestId === undefined ? {} : { requestId }),
    ...(details === undefined ? {} : { details }),
  };
}

/** A record that cannot be stored ends the run, not only the case. */
function isOfStore({ code }: Fault): boolean {
  return code.startsWith('STORE_');
}

/** The target answers the last turn of the case. */
async function playReply(playing: Playing): Promise<void> {
  const { evalCase, recorded } = playing.input;
  if (recorded.replies.length > 0) return;
  playing.restore();
  playing.add(evalCase.input_messages, 0);
  await playing.answer();
}

/**
 * Asks for each assistant turn of the known conversation with the reference history before it. A reply never becomes
 * history, so a mistake in one turn does not affect the next.
 */
async function playEveryTurn(playing: Playing): Promise<void> {
  const { evalCase, recorded } = playing.input;
  const known = toKnownConversation(evalCase);
  const answered = new Set(recorded.replies.map(({ turnIndex }) => turnIndex));
  playing.restoreTurns();
  playing.add(known, 0);
  for (const turnIndex of listAssistantTurns(known)) {
    if (!answered.has(turnIndex)) await playing.answerAt(turnIndex);
  }
}

/**
 * Sends the user lines one after another, with the target's own replies in between. `on_fail: stop` ends the
 * conversation after a reply that fails.
 */
async function playScript(playing: Playing): Promise<void> {
  const { evalCase, recorded } = playing.input;
  const { input, lines } = toScript(evalCase);
  playing.restore();
  playing.add(input, 0);
  for (const [index, { messages, replyPlace, onFail }] of lines.entries()) {
    if (index < recorded.replies.length) {
      if (onFail === 'stop' && playing.input.hasFailed(index)) return;
      continue;
    }
    assertNoOpenCalls(playing);
    for (const { message, place } of messages) playing.add([message], place);
    const { failed } = await playing.answer(replyPlace);
    if (failed && onFail === 'stop') return;
  }
}
