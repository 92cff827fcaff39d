import { useState } from 'react';
import { AssistantRoles, toNamedRoles } from '../../../../src/conversation/assistant-roles.ts';
import { TextField } from '../../parts/fields/TextField.tsx';

export interface AssistantRolesFieldProps {
  readonly roles: readonly string[];
  readonly onChange: (roles: string[]) => void;
}

/** The assistant roles of a dataset, edited in place. Enter or leaving the field saves them, Escape discards the edit. */
export function AssistantRolesField({ roles, onChange }: AssistantRolesFieldProps) {
  const [text, setText] = useState<string>();
  const shown = roles.join(', ');
  const parsed = parseRoles(text ?? shown);
  const take = () => {
    if ('problem' in parsed) return;
    setText(undefined);
    if (parsed.roles.join('\n') !== roles.join('\n')) onChange(parsed.roles);
  };
  return (
    <TextField
      autoComplete="off"
      isLabelHidden
      label="Assistant roles"
      onBlur={take}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') take();
        if (event.key === 'Escape') setText(undefined);
      }}
      placeholder="output-agent"
      problem={'problem' in parsed ? parsed.problem : undefined}
      value={text ?? shown}
    />
  );
}

/** Parses roles that commas separate, or says what is wrong with them. */
export function parseRoles(text: string): { readonly roles: string[] } | { readonly problem: string } {
  const written = text.split(',').filter((role) => role.trim() !== '');
  const { data, error } = AssistantRoles.safeParse(written);
  if (data !== undefined) return { roles: [...toNamedRoles(data)] };
  return { problem: error.issues[0]?.message ?? 'Enter roles with commas between them.' };
}
