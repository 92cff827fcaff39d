import { hasSeveralPlays, hasSeveralSends } from '../../conversation/run/run-record.ts';
import type { RunTarget } from '../../conversation/run/run-spec.ts';
import { describeSent, readsSend } from '../../conversation/target-request.ts';
import type { VariantMetrics } from '../run-metrics.ts';

/** What is public about a target: no address, no header, no setting. */
export interface TargetFacts {
  readonly id: string;
  readonly provider: string;
  readonly model?: string;
  /** What it is sent, as text, where its own keys decide that and not `send`. */
  readonly sent?: string;
}

export function listTargetFacts(targets: readonly RunTarget[]): readonly TargetFacts[] {
  return targets.map(({ spec }) => ({
    id: spec.id,
    provider: spec.provider,
    ...('model' in spec ? { model: spec.model } : {}),
    ...(readsSend(spec) ? {} : { sent: describeSent(spec, []) }),
  }));
}

type VariantKey = Pick<VariantMetrics, 'target' | 'send' | 'play'>;

/** Each variant by its target, and by what else distinguishes it from the others. */
export function toVariantLabels(variants: readonly VariantKey[]): readonly string[] {
  const [hasSends, hasPlays] = [hasSeveralSends(variants), hasSeveralPlays(variants)];
  return variants.map(({ target, send, play }) =>
    [target, ...(hasSends ? [send] : []), ...(hasPlays ? [`play: ${play}`] : [])].join(' · '),
  );
}

/** What was tested in each variant: `openai · gpt-5 · input: chat messages`. Targets of one name in several files are all listed. */
export function toVariantFacts(variants: readonly VariantKey[], targets: readonly TargetFacts[]): readonly string[] {
  const hasSends = hasSeveralSends(variants);
  return variants.map(({ target, send }) => {
    const known = targets.filter(({ id }) => id === target);
    const kinds = known.map(({ provider, model }) => [provider, ...(model === undefined ? [] : [model])].join(' · '));
    const own = known.map(({ sent }) => sent ?? describeSent(undefined, [send]));
    const sent = own.length === 0 ? [describeSent(undefined, [send])] : [...new Set(own)];
    return [...new Set(kinds), ...(hasSends ? [] : sent.map((words) => `input: ${words}`))].join(' · ');
  });
}
