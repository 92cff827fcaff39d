import { formatMarked } from '../../format/marked.ts';
import type { TargetRequest } from '../../target/port.ts';
import type { DeckMessage } from '../deck/render-deck.ts';

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
  /** Which reply of the conversation it is, from 0. */
  readonly replyIndex: number;
  readonly repeat: number;
}

/** The request of a deck as a target takes it. Commands and http services that read a question get all of it marked. */
export function toJudgeRequest(
  messages: readonly DeckMessage[],
  { caseId, replyIndex, repeat }: JudgedSubject,
): TargetRequest {
  return {
    send: 'messages',
    get question() {
      return formatMarked(messages).text;
    },
    guidelines: '',
    messages,
    files: [],
    replyIndex,
    repeat,
    caseId,
    replySchema: verdictSchema,
  };
}
