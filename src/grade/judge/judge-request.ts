import { formatMarked } from '../../format/marked.ts';
import type { TargetRequest } from '../../target/port.ts';
import type { DeckMessage } from '../deck/render-deck.ts';
import type { JudgeMaterial } from './judge-values.ts';

/** What a judge answers with, for providers that can be held to it. The reason comes first: who thinks first grades better. */
const verdictSchema = {
  name: 'verdict',
  schema: {
    type: 'object',
    properties: {
      reason: { type: 'string', description: 'Why, in one or two sentences.' },
      score: { anyOf: [{ type: 'number' }, { type: 'null' }], description: 'null when it cannot be graded.' },
      ungradable: { type: 'boolean', description: 'True when there is nothing that could be graded.' },
    },
    required: ['reason', 'score', 'ungradable'],
    additionalProperties: false,
  },
} as const;

/** What a judge speaks of, as far as targets look at it. */
export interface JudgedSubject {
  readonly noun: 'reply' | 'sample';
  readonly caseId: string;
  readonly repeat: number;
}

/** The request of a deck as a target takes it. Commands and http services that read a question get all of it marked. */
export function toJudgeRequest(
  messages: readonly DeckMessage[],
  { caseId, repeat }: JudgedSubject,
  { turns }: Pick<JudgeMaterial, 'turns'>,
): TargetRequest {
  const replies = turns.filter(({ message }) => message.role === 'assistant').length;
  return {
    send: 'messages',
    get question() {
      return formatMarked(messages).text;
    },
    guidelines: '',
    messages,
    files: [],
    replyIndex: Math.max(0, replies - 1),
    repeat,
    caseId,
    replySchema: verdictSchema,
  };
}
