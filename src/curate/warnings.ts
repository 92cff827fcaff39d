import type { FaultCode } from '../base/fault-codes.ts';
import { renderJsonPath } from '../base/json-value.ts';
import type { PathSegment } from '../base/schema-check.ts';
import { listKeyRules } from '../conversation/answer-key.ts';
import type { Item } from '../conversation/item/item.ts';
import type { Ref } from '../conversation/ref.ts';
import { findLastTurn, hasHistory } from './conversation-view.ts';

/** Something worth a look, at a JSON path of the item. */
export interface ItemRemark {
  readonly path: string;
  readonly code: FaultCode;
  readonly message: string;
}

/**
 * What is worth a look in an item, with its assistant roles (`withAssistantRoles`). None of it keeps the item from being saved or approved.
 */
export function listWarnings(item: Item): readonly ItemRemark[] {
  const warnings: ItemRemark[] = [];
  if (item.status === 'approved' && !canBeGraded(item)) warnings.push(toUngradable(item));
  checkStep(item, warnings);
  checkExcerpts(item.refs, ['refs'], warnings);
  for (const [index, { role, refs }] of (item.history ?? []).entries()) {
    if (refs === undefined || refs.length === 0) continue;
    const path = ['history', index, 'refs'];
    if (role === 'user') warnings.push(toWarning('REF_ON_USER_TURN', path, 'A user turn has references.'));
    checkExcerpts(refs, path, warnings);
  }
  return warnings;
}

/** Whether some answer key says what a good reply is. Without one, a run has only the graders of its eval file. */
export function canBeGraded({ history = [] }: Pick<Item, 'history'>): boolean {
  return history.some(({ role, answerKey }) => {
    const { reference = '', outcome = '' } = answerKey ?? {};
    return role === 'assistant' && (listKeyRules(answerKey).length > 0 || `${reference}${outcome}`.trim() !== '');
  });
}

function toUngradable(item: Item): ItemRemark {
  const path = hasHistory(item) ? 'history' : 'answer';
  const message =
    'No assistant turn has an answer key, so nothing can grade a reply to this item. Add a key, or add graders to the eval file.';
  return toWarning('APPROVAL_NOTHING_GRADES', [path], message);
}

/** `synthQuestion` is not compared: it is what was generated, whatever became of it. */
function checkStep({ history, editedQuestion, answer }: Item, warnings: ItemRemark[]): void {
  if (isOutOfStep(editedQuestion, findLastTurn(history, 'user')?.msg)) {
    const message = 'The edited question differs from the last user turn.';
    warnings.push(toWarning('ANSWER_OUT_OF_STEP', ['editedQuestion'], message));
  }
  if (isOutOfStep(answer, findLastTurn(history, 'assistant')?.msg)) {
    warnings.push(toWarning('ANSWER_OUT_OF_STEP', ['answer'], 'The answer differs from the last assistant turn.'));
  }
}

function isOutOfStep(field: string | undefined, turn: string | undefined): boolean {
  return field !== undefined && turn !== undefined && field !== turn;
}

function checkExcerpts(refs: readonly Ref[], path: readonly PathSegment[], warnings: ItemRemark[]): void {
  for (const [index, { content, keyExcerpt }] of refs.entries()) {
    if (content === undefined || keyExcerpt === undefined || holdsExcerpt(content, keyExcerpt)) continue;
    const message = 'The key excerpt does not appear in the content of the reference.';
    warnings.push(toWarning('EXCERPT_NOT_FOUND', [...path, index, 'keyExcerpt'], message));
  }
}

/** White space differs between a page and what is copied from it. */
function holdsExcerpt(content: string, excerpt: string): boolean {
  return content.includes(excerpt) || foldSpace(content).includes(foldSpace(excerpt));
}

function foldSpace(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

function toWarning(code: FaultCode, path: readonly PathSegment[], message: string): ItemRemark {
  return { path: renderJsonPath(path), code, message };
}
