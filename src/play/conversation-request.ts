import type { PlayedMessage } from '../conversation/run/run-record.ts';
import type { Send } from '../conversation/target-spec.ts';
import type { ImageData, PlayFiles } from '../format/attachment.ts';
import { type ChatMessage, toChatMessages, toQuestion, toRecordedMessages } from '../format/chat.ts';
import { listAttachedFiles, listFilePaths } from '../format/first-call.ts';
import { listGuidelines } from '../format/question.ts';
import type { AttachedFile, TargetRequest } from '../target/port.ts';

export interface RequestInput {
  readonly send: Send;
  readonly history: readonly PlayedMessage[];
  readonly files: PlayFiles;
  readonly replyIndex: number;
  readonly repeat: number;
  readonly caseId: string;
  readonly runId: string;
  readonly conversationId: string;
}

/** The conversation so far in the forms that targets take. Each form is computed on first use. */
export class ConversationRequest implements TargetRequest {
  readonly send: Send;
  readonly replyIndex: number;
  readonly repeat: number;
  readonly caseId: string;
  readonly runId: string;
  readonly conversationId: string;
  readonly readImage?: (written: string) => ImageData;
  readonly #input: RequestInput;
  #question: string | undefined;
  #guidelines: string | undefined;
  #messages: readonly ChatMessage[] | undefined;

  constructor(input: RequestInput) {
    this.send = input.send;
    this.replyIndex = input.replyIndex;
    this.repeat = input.repeat;
    this.caseId = input.caseId;
    this.runId = input.runId;
    this.conversationId = input.conversationId;
    if (input.files.readImage !== undefined) this.readImage = input.files.readImage;
    this.#input = input;
  }

  get question(): string {
    this.#question ??= toQuestion(this.#input.history);
    return this.#question;
  }

  get guidelines(): string {
    this.#guidelines ??= listGuidelines(this.#listMessages(), this.#input.files.format).join('\n\n');
    return this.#guidelines;
  }

  get messages(): readonly ChatMessage[] {
    this.#messages ??= toChatMessages(this.#listMessages(), this.#input.files.format);
    return this.#messages;
  }

  get files(): readonly AttachedFile[] {
    return listAttachedFiles(this.#listMessages(), this.#input.files.format);
  }

  get filePaths(): readonly string[] {
    return listFilePaths(this.#listMessages(), this.#input.files.format);
  }

  #listMessages() {
    return this.#input.history.map(({ message }) => message);
  }
}

interface RecordedCall {
  readonly send: Send;
  readonly history: readonly PlayedMessage[];
  readonly guidelines: string;
  readonly replyIndex: number;
  readonly repeat: number;
  readonly caseId: string;
  readonly runId: string;
  /** Absent: the target was not sent one, or an earlier version made the call. */
  readonly conversationId: string | undefined;
}

/** An earlier request, rebuilt from its records: attached files are as they were then. */
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
