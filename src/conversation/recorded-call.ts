import type { Message } from './message.ts';
import type { CallRecord } from './run-record.ts';

interface AnsweredCall {
  readonly call: CallRecord;
  /** What an agent did on the way to its reply. */
  readonly trace?: readonly Message[];
}

/** A call as it is recorded. Latency to a tenth of a millisecond: what is finer is noise. */
export function toRecordedCall({ call, trace }: AnsweredCall): CallRecord {
  const latencyMs = Math.round(call.latencyMs * 10) / 10;
  return trace === undefined ? { ...call, latencyMs } : { ...call, latencyMs, trace: [...trace] };
}
