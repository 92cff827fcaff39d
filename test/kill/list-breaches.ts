import type { StoredConversation } from '../../src/conversation/stored-conversation.ts';
import type { JournalCall } from './call-journal.ts';

/**
 * What must not be after any number of kills: a conversation that is not complete, a history that was not
 * what is recorded, a call that was made again although its reply was recorded.
 */
export function listBreaches(
  stored: readonly StoredConversation[],
  calls: readonly JournalCall[],
  { turns }: { readonly turns: number },
): readonly string[] {
  const lastCalls = new Map<string, JournalCall>();
  for (const call of calls) lastCalls.set(call.line, call);
  return stored.flatMap((conversation) => listConversationBreaches(conversation, { calls, lastCalls, turns }));
}

interface Journal {
  readonly calls: readonly JournalCall[];
  readonly lastCalls: ReadonlyMap<string, JournalCall>;
  readonly turns: number;
}

function listConversationBreaches(
  { start, turns: said, replies, verdicts, end }: StoredConversation,
  journal: Journal,
): readonly string[] {
  const { id } = start;
  const breaches: string[] = [];
  if (end?.status !== 'pass') breaches.push(`${id} ended as ${end?.status}: ${end?.error?.message ?? ''}`);
  if (replies.length !== journal.turns) breaches.push(`${id} has ${replies.length} replies, wanted ${journal.turns}`);
  if (said.length !== journal.turns) breaches.push(`${id} has ${said.length} user lines, wanted ${journal.turns}`);
  if (verdicts.length !== journal.turns)
    breaches.push(`${id} has ${verdicts.length} verdicts, wanted ${journal.turns}`);
  const texts = replies.map(({ played }) => String(played.message.content));
  for (const [turn, text] of texts.entries()) {
    const call = journal.calls[Number(text.replace('reply ', ''))];
    const line = `${id} turn ${turn}`;
    if (replies[turn]?.turnIndex !== 2 * turn + 1)
      breaches.push(`${line}: its reply stands at ${replies[turn]?.turnIndex}`);
    if (call?.line !== line) breaches.push(`${line}: the reply "${text}" was given to "${call?.line}"`);
    if (call?.replies.join() !== texts.slice(0, turn).join()) breaches.push(`${line}: asked with another history`);
    if (journal.lastCalls.get(line) !== call) breaches.push(`${line}: called again after its reply was recorded`);
  }
  return breaches;
}
