import { AssistantRoles } from '../../conversation/assistant-roles.ts';

/** The roles in the column `assistant_roles` of a dataset. A thread that summarizes items reads it without the table. */
export function toRoles(column: string): readonly string[] {
  return column === '[]' ? [] : AssistantRoles.parse(JSON.parse(column));
}
