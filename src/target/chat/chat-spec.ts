import type { TargetSpec } from '../../conversation/target-spec.ts';

/** A target that is a model behind the interface of a provider. */
export type ChatSpec = Extract<
  TargetSpec,
  { provider: 'openai' | 'anthropic' | 'google' | 'azure' | 'openai-compatible' }
>;
