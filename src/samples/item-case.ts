import { definedOnly } from '../base/defined-only.ts';
import type { EvalCase, PlayMode } from '../conversation/case.ts';
import type { Item, Turn } from '../conversation/item/item.ts';
import { hasUserLine, listAssistantTurns } from '../conversation/known-conversation.ts';
import type { Message } from '../conversation/message.ts';
import { isSystemRole } from '../conversation/role.ts';
import { toComputedTags } from '../curate/computed-tags.ts';
import { toTurns } from '../curate/conversation-view.ts';
import type { CaseDefaults } from '../files/eval/case-reader.ts';

/**
 * The case of an item, and a flaw as words that follow "The item …". An item that cannot be asked anything has no case.
 */
interface ItemCase {
  readonly evalCase?: EvalCase;
  readonly flaw?: string;
}

const mute = 'is skipped because it has no user turn.';
const unscripted = 'is not played as a script because its user turns are empty.';

/**
 * A curated item with its assistant roles (`withAssistantRoles`) as a case: its turns with refs, tags and answer keys. It plays every assistant turn unless `play` says
 * otherwise. The last answer is also the expected reply, so that every play mode has what it needs.
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

/** If no assistant turn exists yet, the only play mode is to ask for the reply. */
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
