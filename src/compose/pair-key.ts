import type { ConversationName } from '../conversation/run/run-record.ts';

/** What decides which conversations of two runs are set against each other. `file`: its path. */
export interface PairedName extends Pick<ConversationName, 'eval' | 'id' | 'send' | 'play' | 'repeat'> {
  readonly file: string;
}

const parts = ['send', 'play', 'file'] as const;

/**
 * How a conversation finds its pair: by eval name and case id. Form, mode and file count only where one of the
 * runs has a case more than once in them: then like goes with like. So a question is set against messages when each
 * run has one of them, and an eval file may be renamed.
 */
export function toPairKey(...runs: readonly (readonly PairedName[])[]): (name: PairedName) => string {
  const counted = parts.filter((part) => runs.some((names) => tellsApart(names, part)));
  return (name) => JSON.stringify([name.eval, name.id, ...counted.map((part) => name[part])]);
}

function tellsApart(names: readonly PairedName[], part: (typeof parts)[number]): boolean {
  const seen = new Map<string, string>();
  return names.some((name) => {
    const key = JSON.stringify([name.eval, name.id, name.repeat]);
    const before = seen.get(key);
    if (before === undefined) seen.set(key, name[part]);
    return before !== undefined && before !== name[part];
  });
}
