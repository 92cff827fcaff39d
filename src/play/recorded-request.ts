import type { PlayedMessage } from '../conversation/run/run-record.ts';
import type { Send } from '../conversation/target-spec.ts';
import type { ChatMessage } from '../format/chat.ts';
import { listAttachedFiles } from '../format/first-call.ts';
import type { AttachedFile, TargetRequest } from '../target/port.ts';
import { toQuestion, toRecordedMessages } from './played-message.ts';

export interface RecordedCall {
  readonly send: Send;
  readonly history: readonly PlayedMessage[];
  readonly guidelines: string;
  readonly replyIndex: number;
  readonly repeat: number;
  readonly caseId: string;
  readonly runId: string;
  /** Absent: the target was not sent it, or by a version that had none. */
  readonly conversationId: string | undefined;
}

/** A request that was made before, from what was recorded: attached files are as they were then. */
export class RecordedRequest implements TargetRequest {
  readonly send: Send;
  readonly guidelines: string;
  readonly replyIndex: number;
  readonly repeat: number;
  readonly caseId: string;
  readonly runId: string;
  readonly conversationId: string;
  readonly #history: readonly PlayedMessage[];

  constructor({ send, history, guidelines, replyIndex, repeat, caseId, runId, conversationId = '' }: RecordedCall) {
    this.send = send;
    this.guidelines = guidelines;
    this.replyIndex = replyIndex;
    this.repeat = repeat;
    this.caseId = caseId;
    this.runId = runId;
    this.conversationId = conversationId;
    this.#history = history;
  }

  get question(): string {
    return toQuestion(this.#history);
  }

  get messages(): readonly ChatMessage[] {
    return toRecordedMessages(this.#history, this.guidelines);
  }

  get files(): readonly AttachedFile[] {
    const isGuideline = (path: string) => this.guidelines.split('\n').includes(`=== ${path} ===`);
    return listAttachedFiles(
      this.#history.map(({ message }) => message),
      { isGuideline },
    );
  }
}
