import { defaultMaxTurns, type Simulation } from '../conversation/case.ts';
import { isSystemRole } from '../conversation/role.ts';
import type { PlayedMessage, SimulationRecord } from '../conversation/run/run-record.ts';
import { TargetError } from '../target/port.ts';
import { assertNoOpenCalls, type Playing } from './playing.ts';

type End = SimulationRecord['end'];

/**
 * A model plays the user until it reaches its goal or gives up, a reply meets the stop rule, or the maximum number of
 * turns is reached. Its messages are checked before the target gets them. Its failures never count as failures of the
 * target.
 */
export async function playSimulation(playing: Playing): Promise<SimulationRecord> {
  const { evalCase } = playing.input;
  const simulation = evalCase.simulate;
  if (simulation === undefined) throw new Error('The case has no simulated user.');
  playing.restore();
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

/** Plays one user message and the reply to it. Returns how the conversation ended, if it did. */
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

/** A failed call of the simulated user is not a failure of the target. */
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

/** Whether the user or a tool spoke last, in the case's own messages or before the run was stopped. */
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

/** What is wrong with a message of the simulated user. Undefined: nothing. `before`: its earlier messages. */
export function findLineProblem(line: string, before: readonly string[]): string | undefined {
  if (line.trim() === '') return 'it said nothing';
  const slip = roleSlips.find(({ pattern }) => pattern.test(line));
  if (slip !== undefined) return `broke character: ${slip.what}`;
  const same = before.filter((earlier) => toPlainWords(earlier) === toPlainWords(line)).length;
  return same >= 2 ? 'loop: it said the same line three times' : undefined;
}

const roleSlips: readonly { readonly pattern: RegExp; readonly what: string }[] = [
  { pattern: /^\s*\[?(?:assistant|agent|system|tool)\]?\s*:/i, what: 'it wrote an assistant line' },
  {
    pattern: /(?:^|\n)\s*\[?(?:user|customer|human)\]?\s*:[^\n]*\n+\s*\[?(?:assistant|agent)\]?\s*:/i,
    what: 'it wrote both sides',
  },
  { pattern: /\bas an? (?:ai|language model|ai language model|virtual assistant)\b/i, what: 'it spoke as a model' },
  { pattern: /\bhow (?:can|may) i (?:help|assist) you\b/i, what: 'it offered help' },
];

const farewell =
  /^(?:(?:ok(?:ay)?|great|perfect|alright|all right|thanks?(?: you)?(?: (?:so|very) much| a lot| again)?|that(?:'s| is) (?:all|it|everything)|have a (?:nice|good|great|lovely|wonderful) (?:day|one|evening|weekend)|good ?bye|bye(?: bye)?|take care|see you|you too|cheers|for (?:your|the) help)[\s,.!–-]*(?:and |for (?:your|the|all your) help)?[\s,.!–-]*)+$/i;

/** Whether a message has only thanks and goodbyes. */
export function isFarewell(line: string): boolean {
  return farewell.test(line.trim());
}

function toPlainWords(line: string): string {
  return line
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** The simulated user writes one of these marks, and nothing else, when it is done. */
export const goalMark = '<goal-reached>';
export const giveUpMark = '<give-up>';

/**
 * The conversation from the view of the simulated user: its own messages are the assistant's, the target's are the
 * user's.
 */
export function toSimulatorHistory(
  { persona, goal }: Simulation,
  history: readonly PlayedMessage[],
): readonly PlayedMessage[] {
  const turns = history.flatMap(({ message, texts }): PlayedMessage[] => {
    if (isSystemRole(message.role) || message.role === 'tool') return [];
    const role = message.role === 'assistant' ? 'user' : 'assistant';
    const content = texts?.join('\n\n') ?? message.content ?? '';
    return content === '' ? [] : [{ message: { role, content } }];
  });
  const opening: readonly PlayedMessage[] =
    turns[0]?.message.role === 'user'
      ? []
      : [{ message: { role: 'user', content: '(The conversation begins. You speak first.)' } }];
  return [{ message: { role: 'system', content: toInstructions(persona, goal) } }, ...opening, ...turns];
}

function toInstructions(persona: string, goal: string): string {
  return [
    'You play a person who talks to an assistant. You are not the assistant, and you never help, offer help or answer for it.',
    `Who you are: ${persona.trim()}`,
    `What you want: ${goal.trim()}`,
    'Write only what this person says next: one short message, no quotation marks, no role name before it, no stage directions.',
    'Share what you know only when asked, or when it is needed. Do not repeat a message you have sent before.',
    `When you get what you want, write ${goalMark} and nothing else. When it is clear that you will not get it, write ${giveUpMark} and nothing else. Do not say goodbye instead.`,
  ].join('\n');
}

/** Whether a reply ends the conversation. */
type StopRule = (reply: string) => boolean;

export async function openStopRule({ stop_when: rule }: Simulation): Promise<StopRule> {
  if (rule === undefined) return () => false;
  if ('contains' in rule) return (reply) => reply.includes(rule.contains);
  const { RE2JS } = await import('re2js');
  const pattern = RE2JS.compile(rule.regex);
  return (reply) => pattern.matcher(reply).find();
}
