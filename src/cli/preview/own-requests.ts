import { toRawRequest } from '../../compose/raw-request.ts';
import type { RawRequest } from '../../conversation/run/run-record.ts';
import { readsSend } from '../../conversation/run/send.ts';
import type { TargetSpec } from '../../conversation/target-spec.ts';
import type { ShownCall } from './case-calls.ts';

export interface OwnRequest {
  readonly target: string;
  readonly request: RawRequest;
}

/**
 * What commands and HTTP services get that their own keys put together: JSON on stdin, arguments, the body. The ids of
 * the run and of the conversation are known only when it runs.
 */
export function listOwnRequests(
  { call, replyIndex }: ShownCall,
  targets: readonly TargetSpec[],
): readonly OwnRequest[] {
  const ids = { runId: '<run-id>', conversationId: '<conversation-id>' };
  const asked = { ...call, ...ids, send: 'question', caseId: call.id, replyIndex, repeat: 0 } as const;
  return targets
    .filter((spec) => !readsSend(spec))
    .flatMap((spec) => {
      const { question: _question, guidelines: _guidelines, ...request } = toRawRequest(spec, asked);
      const [first, ...others] = Object.keys(request);
      const isQuestion = first === 'stdin' && others.length === 0 && request.stdin === call.question;
      return first === undefined || isQuestion ? [] : [{ target: spec.id, request }];
    });
}
