import { definedOnly } from '../base/defined-only.ts';
import type { EvalCase, PlayMode } from '../conversation/case.ts';
import type { Item, Turn } from '../conversation/item/item.ts';
import { hasUserLine, listAssistantTurns } from '../conversation/known-conversation.ts';
import type { Message } from '../conversation/message.ts';
import { isSystemRole } from '../conversation/role.ts';
import { toComputedTags } from '../curate/computed-tags.ts';
import { toTurns } from '../curate/conversation-view.ts';
import type { CaseDefaults } from '../files/eval/case-reader.ts';

/** The case, if there is one, and what it lacks of what the file wants, in words that follow "The item …". */
interface ItemCase {
  readonly evalCase?: EvalCase;
  readonly flaw?: string;
}

const mute = 'is skipped because it has no user turn.';
const unscripted = 'is not played as a script because its user turns are empty.';

/**
 * A curated item as a case: its turns with their refs, tags and answer keys, every assistant turn asked for unless
 * `play` says otherwise. Its last answer stands apart as the expected reply, so that all ways of playing find what they
 * want.
 */
export function toItemCase(item: Item, { eval: evalName, graders, play }: CaseDefaults): ItemCase {
  const turns = toTurns(item);
  const messages = turns.map(toMessage);
  const end = messages.findLastIndex(({ role }) => role !== 'assistant') + 1;
  const input = messages.slice(0, end);
  if (input.every(({ role }) => isSystemRole(role))) return { flaw: mute };
  const wanted = listWantedModes(messages, play);
  const modes = hasUserLine(messages) ? wanted : wanted.filter((mode) => mode !== 'script');
  const flaw = modes.length < wanted.length ? unscripted : undefined;
  if (modes.length === 0) return definedOnly({ flaw });
  const keys = turns.flatMap(({ answerKey }, turnIndex) => (answerKey === undefined ? [] : [{ turnIndex, answerKey }]));
  const evalCase: EvalCase = definedOnly({
    id: item.id,
    eval: evalName,
    tags: [...item.manualTags, ...toComputedTags(item)],
    input_messages: input,
    expected_messages: end < messages.length ? messages.slice(end) : undefined,
    answer_keys: keys.length === 0 ? undefined : keys,
    play: modes,
    graders: [...graders],
  });
  return definedOnly({ evalCase, flaw });
}

/** Where the assistant has not answered yet, the one thing to ask for is its reply. */
function listWantedModes(messages: readonly Message[], wanted: CaseDefaults['play'] = 'every-turn'): PlayMode[] {
  return listAssistantTurns(messages).length === 0 ? ['reply'] : [wanted].flat();
}

function toMessage({ id, role, msg, refs, tags, name, tool_calls: calls, tool_call_id }: Turn): Message {
  const isCallAlone = msg === '' && (calls ?? []).length > 0;
  return definedOnly({
    role,
    content: isCallAlone ? undefined : msg,
    name,
    tool_calls: calls,
    tool_call_id,
    refs,
    tags: tags.length === 0 ? undefined : tags,
    id,
  });
}
