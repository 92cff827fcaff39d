import type { Item } from '../conversation/item/item.ts';
import type { Ref } from '../conversation/ref.ts';
import { findLastTurn } from './conversation-view.ts';
import { toQuestionKey } from './question-key.ts';

interface ComputedParts {
  readonly computedTags: readonly string[];
  readonly totalReferences: number;
}

/** What an item is found by: an `ItemIndex`. */
export function toItemIndex(item: Item, computed: ComputedParts) {
  const turnTags = new Set<string>();
  const refUrls = new Set<string>();
  const texts = listOwnTexts(item);
  addRefs(item.refs, refUrls, texts);
  for (const turn of item.history ?? []) {
    if (turn.msg !== '') texts.push(turn.msg);
    for (const tag of turn.tags) turnTags.add(tag);
    if (turn.refs !== undefined) addRefs(turn.refs, refUrls, texts);
  }
  return {
    manualTags: item.manualTags,
    ...computed,
    turnTags: [...turnTags],
    refUrls: [...refUrls],
    texts,
    questionKeys: listQuestionKeys(item),
  };
}

/** The texts beside the turns; one that repeats its turn would be indexed twice. */
function listOwnTexts({ history, editedQuestion, synthQuestion, answer, comment }: Item): string[] {
  const texts: string[] = [];
  if (synthQuestion) texts.push(synthQuestion);
  if (editedQuestion && editedQuestion !== findLastTurn(history, 'user')?.msg) texts.push(editedQuestion);
  if (answer && answer !== findLastTurn(history, 'assistant')?.msg) texts.push(answer);
  if (comment) texts.push(comment);
  return texts;
}

function addRefs(refs: readonly Ref[], urls: Set<string>, texts: string[]): void {
  for (const { url, title } of refs) {
    urls.add(url);
    if (title) texts.push(title);
  }
}

/** The question as it was edited, as it was generated, and all that the user says. */
function listQuestionKeys({ history, editedQuestion, synthQuestion }: Item): readonly string[] {
  const asked = (history ?? []).flatMap((turn) => (turn.role === 'user' ? [turn.msg] : [])).join('\n');
  const keys = new Set<string>();
  for (const question of new Set([editedQuestion, synthQuestion, asked])) {
    const key = question === undefined ? undefined : toQuestionKey(question);
    if (key !== undefined) keys.add(key);
  }
  return [...keys];
}
