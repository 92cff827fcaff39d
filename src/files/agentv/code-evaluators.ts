import type { ConvertEvaluator } from './evaluator.ts';

/** Evaluators that run a program. */
export const codeEvaluators: Readonly<Record<string, ConvertEvaluator>> = { code: toCommand };

function toCommand({ script, cwd }: Record<string, unknown>) {
  if (typeof script !== 'string' && !Array.isArray(script)) return undefined;
  const run = Array.isArray(script) ? script.map(String) : script.trim().split(/\s+/);
  return { grader: { command: { run, input: 'agentv', ...(typeof cwd === 'string' ? { cwd } : {}) } } };
}
