import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { DatasetAnswer } from '../../../src/contract/dataset.ts';
import type { AssistantRolesOf } from '../../../src/curate/conversation-view.ts';
import { datasetsQuery } from './datasets.ts';

/** The roles besides `assistant` that speak for the assistant, by dataset. Until the datasets are loaded: none. */
export function useAssistantRoles(): AssistantRolesOf {
  const list = useQuery(datasetsQuery()).data;
  return useMemo(() => toAssistantRolesOf(list), [list]);
}

/** The same outside components, as far as the datasets are loaded. */
export function findAssistantRoles(client: QueryClient): AssistantRolesOf {
  return (dataset) => toAssistantRolesOf(client.getQueryData(datasetsQuery().queryKey))(dataset);
}

type Named = Pick<DatasetAnswer, 'name' | 'assistantRoles'>;

const none: readonly string[] = [];

function toAssistantRolesOf(list: { readonly datasets: readonly Named[] } | undefined): AssistantRolesOf {
  const roles = new Map(list?.datasets.map(({ name, assistantRoles }) => [name, assistantRoles]));
  return (dataset) => roles.get(dataset) ?? none;
}
