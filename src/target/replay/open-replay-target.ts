import { basename } from 'node:path';
import type { Clock } from '../../base/clock.ts';
import { definedOnly } from '../../base/defined-only.ts';
import type { SpecOf } from '../../conversation/target-spec.ts';
import { type Target, TargetError, type TargetReply } from '../port.ts';
import { type CassetteEntry, toRequestKey } from './cassette-entry.ts';
import { MissExplainer } from './explain-miss.ts';
import { readCassette } from './read-cassette.ts';

interface ReplayOptions {
  /** The file of the recording. */
  readonly path: string;
  readonly clock: Clock;
}

/**
 * Answers from a recording: the same request and repeat always gets the same reply, in whatever order calls come.
 * Nothing is called, so nothing is spent; the time is the one it took to look.
 */
export async function openReplayTarget(spec: SpecOf<'replay'>, { path, clock }: ReplayOptions): Promise<Target> {
  const cassette = await readCassette(path);
  const explainer = new MissExplainer(cassette.entries);
  return {
    id: spec.id,
    async ask(request, { signal }) {
      const start = clock.elapsed();
      signal.throwIfAborted();
      const entry = cassette.find(toRequestKey(request, request.repeat), spec.id);
      if (entry === undefined) throw toNoRecording(explainer.explain(request, spec.id), basename(path));
      return toReply(entry, clock.elapsed() - start);
    },
  };
}

function toReply({ reply }: CassetteEntry, latencyMs: number): TargetReply {
  const { text, toolCalls, trace, isStructured } = reply;
  const { attempts: _attempts, rateLimited: _refused, cached: _cached, recorded: _recorded, ...call } = reply.call;
  return {
    text,
    ...definedOnly({ toolCalls, trace, isStructured }),
    call: { ...call, latencyMs, costUsd: 0 },
  };
}

function toNoRecording(why: string, name: string): TargetError {
  const message = `The cassette has no reply for this request. ${why} Record it: turnwise run … --record ${name}`;
  return new TargetError({ cause: 'no-recording', message, retryable: false });
}
