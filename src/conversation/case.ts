import { z } from 'zod';
import { AnswerKey } from './answer-key.ts';
import { GraderSpec } from './grader-spec.ts';
import { Content, Message } from './message.ts';

export const PlayMode = z.enum(['reply', 'every-turn', 'script', 'simulate']);
export type PlayMode = z.infer<typeof PlayMode>;

export const Play = z
  .union([PlayMode, z.array(PlayMode).min(1)])
  .describe(
    'How the conversation is played: a mode, or a list of modes. Default: script with turns, simulate with simulate, else reply.',
  );

/** One scripted user line, and what is wanted of the reply to it. */
export const ScriptTurn = z.strictObject(
  {
    user: Content.describe('What the user says.'),
    expect: Content.optional().describe('A good reply.'),
    outcome: z.string().optional().describe('What a good reply achieves.'),
    graders: z.array(GraderSpec).optional().describe('Graders for this reply.'),
    tags: z.array(z.string()).optional().describe('Words for this turn, for reports and `when`.'),
    on_fail: z
      .enum(['continue', 'stop'])
      .optional()
      .describe('Whether the script continues after a reply that fails. Default: continue.'),
  },
  {
    error: ({ input }) => {
      if (typeof input !== 'string') return undefined;
      return `A turn is a mapping, and this is a text.\nWrite: - user: ${toYamlText(input)}`;
    },
  },
);

/** A text as a value of YAML: in quotes, unless it is plain words. */
function toYamlText(text: string): string {
  const isPlain = /^\p{L}[\p{L}\p{N} ,.!?'-]*$/u.test(text) && !/^(?:true|false|null|yes|no|on|off)$/i.test(text);
  return isPlain ? text : JSON.stringify(text);
}

export type ScriptTurn = z.infer<typeof ScriptTurn>;

/** A model that plays the user until goal, limit or stop rule. */
export const Simulation = z.strictObject({
  persona: z.string().describe('Who the simulated user is.'),
  goal: z.string().describe('What the simulated user wants.'),
  target: z.string().describe('Id of the target that plays the user.'),
  max_turns: z.number().int().positive().optional().describe('Most user turns.'),
  stop_when: z
    .union([z.strictObject({ contains: z.string() }), z.strictObject({ regex: z.string() })])
    .optional()
    .describe('Ends the conversation when a reply contains this text, or matches this RE2 expression.'),
});
export type Simulation = z.infer<typeof Simulation>;

/** What a good reply at one place of the conversation is. */
export const TurnAnswerKey = z.strictObject({
  turnIndex: z.number().int().nonnegative().describe('0-based over all messages.'),
  answerKey: AnswerKey,
});
export type TurnAnswerKey = z.infer<typeof TurnAnswerKey>;

/** A conversation put to a target, with what a good reply is. Defaults are filled in. */
export const EvalCase = z.strictObject({
  id: z.string(),
  eval: z.string().describe('Name of the eval the case belongs to.'),
  tags: z.array(z.string()),
  outcome: z.string().optional(),
  input_messages: z.array(Message),
  expected_messages: z.array(Message).optional(),
  /** Of curated conversations: by the place where the reply stands. */
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
