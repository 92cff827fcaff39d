import type { Item, Turn } from '../conversation/item/item.ts';
import { toItemTag } from '../conversation/item/item-tags.ts';
import { countReferences } from './aggregate-refs.ts';
import { findLastTurn, toTurns } from './conversation-view.ts';

/** What computed tags are made of. */
interface TaggedItem {
  readonly item: Item;
  readonly turns: readonly Turn[];
  readonly totalReferences: number;
}

/** A tag that follows from the item, or none. Pure: the same item gives the same tag. */
type ComputedTag = (tagged: TaggedItem) => string | undefined;

/** Every computed tag, in the order they are shown. */
const computedTags: readonly ComputedTag[] = [turnsTag, questionLengthTag, retrievalTag, datasetTag, answerTag];

/** The groups whose tags are computed. */
export const computedGroups = ['turns', 'question_length', 'retrieval_behavior', 'dataset', 'answer'] as const;

/** The tags that follow from an item with its assistant roles (`withAssistantRoles`). `totalReferences`: where it was counted already. */
export function toComputedTags(item: Item, totalReferences: number = countReferences(item)): readonly string[] {
  const tagged = { item, turns: toTurns(item), totalReferences };
  const tags: string[] = [];
  for (const toTag of computedTags) {
    const tag = toTag(tagged);
    if (tag !== undefined) tags.push(tag);
  }
  return tags;
}

function turnsTag({ turns }: TaggedItem): string {
  return turns.length <= 2 ? 'turns:singleturn' : 'turns:multiturn';
}

/** The question is the edited one, else the last turn of the user, else the one that was generated. */
function questionLengthTag({ item, turns }: TaggedItem): string | undefined {
  const question = item.editedQuestion ?? findLastTurn(turns, 'user')?.msg ?? item.synthQuestion;
  if (question === undefined) return undefined;
  const words = countWords(question, 31);
  if (words <= 10) return 'question_length:short';
  return words <= 30 ? 'question_length:medium' : 'question_length:long';
}

/** Counts up to `limit` words, without reading the rest of a long text. */
function countWords(text: string, limit: number): number {
  const word = /\S+/g;
  let count = 0;
  while (count < limit && word.test(text)) count++;
  return count;
}

const retrievalNames = ['no_refs', 'single', 'two_refs'];

function retrievalTag({ totalReferences }: TaggedItem): string {
  return `retrieval_behavior:${retrievalNames[totalReferences] ?? 'rich'}`;
}

function datasetTag({ item }: TaggedItem): string | undefined {
  return toItemTag(`dataset:${item.datasetName}`);
}

function answerTag({ item, turns }: TaggedItem): string | undefined {
  const isAnswered = hasText(item.answer) || turns.some((turn) => turn.role === 'assistant' && hasText(turn.msg));
  return isAnswered ? undefined : 'answer:no_answer';
}

function hasText(text: string | undefined): boolean {
  return text !== undefined && /\S/.test(text);
}
