import { z } from 'zod';
import { AnswerKey } from './answer-key.ts';
import { GraderSpec } from './grader-spec.ts';
import { Content, Message } from './message.ts';

export const PlayMode = z.enum(['reply', 'every-turn', 'script', 'simulate']);
export type PlayMode = z.infer<typeof PlayMode>;

export const Play = z
  .union([PlayMode, z.array(PlayMode).min(1)])
  .describe(
    'Play mode, or a list of modes. Default: script if the case has turns, simulate if it has simulate, otherwise reply.',
  );

/** One user message of a script, and what you expect of the reply to it. */
export const ScriptTurn = z.strictObject(
  {
    user: Content.describe('The user message.'),
    expect: Content.optional().describe('The reference reply.'),
    outcome: z.string().optional().describe('What a good reply achieves, for an LLM judge.'),
    graders: z.array(GraderSpec).optional().describe('Graders for the reply to this message.'),
    tags: z.array(z.string()).optional().describe('Tags of this turn, for reports and `when`.'),
    on_fail: z
      .enum(['continue', 'stop'])
      .optional()
      .describe('Whether the conversation continues after a reply that fails. Default: continue.'),
  },
  {
    error: ({ input }) => {
      if (typeof input !== 'string') return undefined;
      return `Expected a turn, got text.\nWrite: - user: ${toYamlText(input)}`;
    },
  },
);

/** Renders a text as a YAML value: in quotes, unless it is plain words. */
function toYamlText(text: string): string {
  const isPlain = /^\p{L}[\p{L}\p{N} ,.!?'-]*$/u.test(text) && !/^(?:true|false|null|yes|no|on|off)$/i.test(text);
  return isPlain ? text : JSON.stringify(text);
}

export type ScriptTurn = z.infer<typeof ScriptTurn>;

/** A target that plays the user until it reaches its goal, a limit or the stop rule. */
export const Simulation = z.strictObject({
  persona: z.string().describe('Persona of the simulated user.'),
  goal: z.string().describe('What the simulated user wants.'),
  target: z.string().describe('Id of the target that plays the user.'),
  max_turns: z.number().int().positive().optional().describe('Maximum number of user messages. Default: 10.'),
  stop_when: z
    .union([z.strictObject({ contains: z.string() }), z.strictObject({ regex: z.string() })])
    .optional()
    .describe('End the conversation when a reply contains this text, or matches this RE2 regular expression.'),
});
export type Simulation = z.infer<typeof Simulation>;

/** The answer key of one turn. */
export const TurnAnswerKey = z.strictObject({
  turnIndex: z.number().int().nonnegative().describe('Counted from 0 over all messages.'),
  answerKey: AnswerKey,
});
export type TurnAnswerKey = z.infer<typeof TurnAnswerKey>;

/** A conversation to play with a target, and what a good reply is. Defaults are filled in. */
export const EvalCase = z.strictObject({
  id: z.string(),
  eval: z.string().describe('Name of the eval the case belongs to.'),
  tags: z.array(z.string()),
  outcome: z.string().optional(),
  input_messages: z.array(Message),
  expected_messages: z.array(Message).optional(),
  /** For curated conversations: one key per reply. */
  answer_keys: z.array(TurnAnswerKey).optional(),
  turns: z.array(ScriptTurn).optional(),
  simulate: Simulation.optional(),
  play: z.array(PlayMode).min(1),
  graders: z.array(GraderSpec),
  targets: z.array(z.string()).optional(),
  conversation_id: z.string().optional(),
  note: z.string().optional(),
});
export type EvalCase = z.infer<typeof EvalCase>;

/** Maximum number of user turns of a simulated conversation if the case sets none. */
export const defaultMaxTurns = 10;
