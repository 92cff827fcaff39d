import type { ConvertEvaluator } from './evaluators.ts';

/** Evaluators that need neither a model nor a program. */
export const checkEvaluators: Readonly<Record<string, ConvertEvaluator>> = {};
