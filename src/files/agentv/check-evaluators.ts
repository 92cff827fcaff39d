import type { ConvertEvaluator } from './evaluator.ts';

/** Evaluators that need neither a model nor a program. */
export const checkEvaluators: Readonly<Record<string, ConvertEvaluator>> = {};
