import type { Simulation } from '../../conversation/case.ts';
import { isSystemRole } from '../../conversation/role.ts';
import type { SimulationRecord } from '../../conversation/run/run-record.ts';
import { TargetError } from '../../target/port.ts';
import { assertNoOpenCalls } from '../open-calls.ts';
import type { Playing } from '../playing.ts';
import { findLineProblem, isFarewell } from './check-line.ts';
import { defaultMaxTurns } from './default-max-turns.ts';
import { giveUpMark, goalMark, toSimulatorHistory } from './simulator-prompt.ts';
import { openStopRule, type StopRule } from './stop-rule.ts';

type End = SimulationRecord['end'];

/**
 * A model plays the user until it has its goal or gives up, a reply meets the stop rule, or the turns are over. What it
 * says is looked at before the target gets it; a failure of the simulated user is its own, never the target's.
 */
export async function playSimulation(playing: Playing): Promise<SimulationRecord> {
  const { evalCase } = playing.input;
  const simulation = evalCase.simulate;
  if (simulation === undefined) throw new Error('The case has no simulated user.');
  playing.takeUp();
  playing.add(evalCase.input_messages, 0);
  const stopRule = await openStopRule(simulation);
  const problems: string[] = [];
  for (;;) {
    const end = await playRound(playing, simulation, { stopRule, problems });
    if (end !== undefined) return { end, problems };
  }
}

interface Round {
  readonly stopRule: StopRule;
  readonly problems: string[];
}

/** One line of the user and the reply to it; or how the conversation ended. */
async function playRound(playing: Playing, simulation: Simulation, round: Round): Promise<End | undefined> {
  if (!awaitsReply(playing)) {
    const lines = listLines(playing);
    if (hasReply(playing) && round.stopRule(lastText(playing))) return 'stop-when';
    if (lines.length >= (simulation.max_turns ?? defaultMaxTurns)) return 'max-turns';
    assertNoOpenCalls(playing);
    const end = await playLine(playing, simulation, { lines, problems: round.problems });
    if (end !== undefined) return end;
  }
  await playing.answer();
  return undefined;
}

interface SoFar {
  readonly lines: readonly string[];
  readonly problems: string[];
}

async function playLine(
  playing: Playing,
  simulation: Simulation,
  { lines, problems }: SoFar,
): Promise<End | undefined> {
  const answer = await askLine(playing, simulation);
  const line = answer.text.trim();
  if (line.includes(goalMark)) return 'goal';
  if (line.includes(giveUpMark)) return 'gave-up';
  const problem = findLineProblem(line, lines);
  if (problem !== undefined) {
    problems.push(problem);
    return 'failed';
  }
  if (isFarewell(line) && lines.some(isFarewell)) {
    problems.push('goodbye chatter: it said goodbye twice instead of ending');
    return 'goodbye';
  }
  await playing.recordLine(line, answer);
  return undefined;
}

/** A call of the simulator that fails is its failure, not the target's. */
async function askLine(playing: Playing, simulation: Simulation) {
  const { simulator } = playing.input;
  if (simulator === undefined) throw new Error('No target is set for the simulated user.');
  try {
    return await playing.askSimulator(simulator, toSimulatorHistory(simulation, playing.history));
  } catch (error) {
    if (!(error instanceof TargetError) || error.info.cause === 'limit') throw error;
    const message = `The simulated user "${simulator.id}" failed: ${error.message}`;
    throw new TargetError({ ...error.info, cause: 'simulator', message }, { cause: error });
  }
}

/** The user, or a tool, spoke last, in the case's own messages or in a run that stopped then: the reply is wanted. */
function awaitsReply(playing: Playing): boolean {
  const role = playing.history.at(-1)?.message.role;
  return role !== undefined && role !== 'assistant' && !isSystemRole(role);
}

function hasReply(playing: Playing): boolean {
  return playing.history.length > playing.input.evalCase.input_messages.length;
}

function listLines(playing: Playing): readonly string[] {
  const spoken = playing.history.slice(playing.input.evalCase.input_messages.length);
  return spoken.filter(({ message }) => message.role === 'user').map(({ message }) => String(message.content));
}

function lastText(playing: Playing): string {
  const content = playing.history.at(-1)?.message.content;
  return typeof content === 'string' ? content : '';
}
