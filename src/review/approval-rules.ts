import { type FindPattern, Patterns } from '../base/patterns.ts';
import type { ApprovalRules } from '../curate/approval.ts';
import type { ReviewContext } from './review-context.ts';

/** The rules of approval as the server has them: patterns are always tested. */
export interface LoadedRules extends ApprovalRules {
  readonly findPattern: FindPattern;
}

export async function loadApprovalRules({ store }: Pick<ReviewContext, 'store'>): Promise<LoadedRules> {
  const [{ value: schema }, findPattern] = await Promise.all([store.tags.schema(), new Patterns().load()]);
  return { schema, findPattern };
}
