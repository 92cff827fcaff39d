import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { hasPatterns } from '../../../src/conversation/answer-key.ts';
import type { Item } from '../../../src/conversation/item/item.ts';
import type { ApprovalRules } from '../../../src/curate/approval.ts';
import { usePatterns } from './patterns.ts';
import { tagSchemaQuery } from './tags.ts';

/** What approval of these items is decided by; undefined: not loaded yet. */
export function useApprovalRules(items: readonly Pick<Item, 'history'>[]): ApprovalRules | undefined {
  const schema = useQuery(tagSchemaQuery()).data;
  const findPattern = usePatterns(
    items.some(({ history }) => history?.some(({ answerKey }) => hasPatterns(answerKey))),
  );
  return useMemo(() => (schema === undefined ? undefined : { schema, findPattern }), [schema, findPattern]);
}
