import { createContext, useContext } from 'react';
import { isAssistantRole } from '../../../../src/conversation/role.ts';
import { type RoleLook, toRoleLook } from './turn-looks.ts';

/** The roles besides `assistant` that speak for the assistant in the dataset of the conversation. */
export const AssistantRoles = createContext<readonly string[]>([]);

/** The look of a turn. Every role that speaks for the assistant looks like the assistant. */
export function useRoleLook(role: string): RoleLook {
  return toRoleLook(isAssistantRole(role, useContext(AssistantRoles)) ? 'assistant' : role);
}
