import { Fault, type Problem, toError } from '../../base/fault.ts';
import type { Scale } from '../../conversation/judge/deck.ts';
import { findScaleFlaw } from '../../conversation/judge/scale.ts';
import { type Label, type LabelSubject, overallScale } from '../../conversation/label.ts';
import { isSystemRole, isToolRole } from '../../conversation/role.ts';
import { nameTurn } from '../../conversation/turn-number.ts';
import { toTurns } from '../../curate/conversation-view.ts';
import { fromBody } from '../../curate/item-content.ts';
import type { IdempotencyKey, NewLabel } from '../../store/curation-port.ts';
import type { ItemKey } from '../../store/item-port.ts';
import type { ReviewContext } from '../review-context.ts';

type TurnIndex = number | null | undefined;

/** The subject of a label, as a caller names it. `revision` defaults to the current one, `turnIndex` to the whole item. */
export type NamedSubject =
  | { readonly dataset: string; readonly item: string; readonly revision?: number; readonly turnIndex?: TurnIndex }
  | {
      readonly run: string;
      readonly case: string;
      readonly target: string;
      readonly repeat?: number;
      readonly turnIndex?: TurnIndex;
    }
  | { readonly sample: string };

export interface GivenLabel {
  readonly subject: NamedSubject;
  /** Path of a deck, or "overall". */
  readonly question: string;
  readonly rater: string;
  readonly score: number;
  readonly reason?: string;
  readonly blind?: boolean;
  /** The scale of the question, if the caller knows it. */
  readonly scale?: Scale;
}

export interface LabelRequest {
  readonly labels: readonly GivenLabel[];
  /** How a problem names a label: `labels[0].` for one of a list. Default: nothing. */
  readonly toPath?: (index: number) => string;
  readonly idempotencyKey?: IdempotencyKey;
}

/** Appends labels, all or none. */
export async function addLabels(
  context: ReviewContext,
  { labels, toPath = () => '', idempotencyKey }: LabelRequest,
): Promise<readonly Label[]> {
  const checked = await checkLabels(context, labels);
  const [first, ...rest] = checked.flatMap(({ problems }, index) =>
    problems.map((problem) => ({ ...problem, path: `${toPath(index)}${problem.path ?? ''}` })),
  );
  if (first !== undefined) throw new Fault([first, ...rest]);
  const ready = checked.flatMap(({ label }) => label ?? []);
  return context.store.labels.add(ready, idempotencyKey === undefined ? {} : { idempotencyKey });
}

/** A label that can be added, or what is wrong with it. Problems have paths inside the label. */
interface CheckedLabel {
  readonly label?: NewLabel;
  readonly problems: readonly Problem[];
}

/** The rules for labels that come from a file. */
export interface FileRules {
  /** The number of the first turn in the file, for messages. */
  readonly turnsFrom: 0 | 1;
}

/** Checks labels without adding them, in their order. From a file, only replies of items that exist can be scored. */
export async function checkLabels(
  context: ReviewContext,
  labels: readonly GivenLabel[],
  rules?: FileRules,
): Promise<readonly CheckedLabel[]> {
  const subjects = new Subjects(context, rules);
  const checked: CheckedLabel[] = [];
  for (const given of labels) {
    const problems = [...checkScore(given)];
    const subject = await subjects.resolve(given.subject, problems);
    const isReady = subject !== undefined && problems.length === 0;
    checked.push({ problems, ...(isReady ? { label: toNewLabel(given, subject) } : {}) });
  }
  return checked;
}

function toNewLabel(
  { question, rater, score, reason = '', blind = false }: GivenLabel,
  subject: LabelSubject,
): NewLabel {
  return { subject, question, rater, score, reason, blind };
}

const anyNumber: Scale = { min: Number.NEGATIVE_INFINITY, max: Number.POSITIVE_INFINITY, step: 0 };

function checkScore({ question, score, scale }: GivenLabel): readonly Problem[] {
  const wanted = question === 'overall' ? overallScale : (scale ?? anyNumber);
  const flaw = findScaleFlaw(score, wanted);
  if (flaw === undefined) return [];
  return [toError({ code: 'LABEL_BAD_SCORE', path: 'score', message: `The score ${score} ${flaw}.` })];
}

/** Resolves the subjects of labels. Looks up each item once. */
class Subjects {
  readonly #context: ReviewContext;
  readonly #rules: FileRules | undefined;
  readonly #known = new Map<string, Promise<Labeled>>();

  constructor(context: ReviewContext, rules: FileRules | undefined) {
    this.#context = context;
    this.#rules = rules;
  }

  /** Adds to `problems` what keeps the subject from being one. */
  async resolve(subject: NamedSubject, problems: Problem[]): Promise<LabelSubject | undefined> {
    if ('sample' in subject) return { sample: subject.sample };
    const turnIndex = subject.turnIndex ?? null;
    if ('run' in subject) return { ...subject, repeat: subject.repeat ?? 0, turnIndex };
    const { dataset, item, revision } = subject;
    const found = await this.#find({ dataset, id: item }, revision);
    if ('problem' in found) {
      problems.push(found.problem);
      return undefined;
    }
    const flaw = this.#findFlaw(found, { id: item, turnIndex });
    if (flaw !== undefined) {
      problems.push(flaw);
      return undefined;
    }
    return { dataset, item, revision: found.revision, turnIndex };
  }

  #findFlaw({ roles, isDeleted }: LabeledItem, { id, turnIndex }: LabeledTurn): Problem | undefined {
    const rules = this.#rules;
    if (rules !== undefined && isDeleted) {
      const message = `The item "${id}" is deleted.`;
      return toError({
        code: 'ITEM_DELETED',
        path: 'subject.item',
        message,
        hint: 'Restore it first, or remove the row.',
      });
    }
    if (turnIndex === null) return undefined;
    const role = roles[turnIndex];
    if (role === undefined) return toNoTurn(turnIndex, roles.length, rules);
    return rules === undefined || isReplyRole(role) ? undefined : toNoReply({ id, turnIndex }, roles, rules);
  }

  #find(key: ItemKey, revision: number | undefined): Promise<Labeled> {
    const name = JSON.stringify([key.dataset, key.id, revision]);
    const found = this.#known.get(name) ?? findLabeled(this.#context, key, revision);
    this.#known.set(name, found);
    return found;
  }
}

interface LabeledItem {
  readonly revision: number;
  /** The role of each turn. */
  readonly roles: readonly string[];
  readonly isDeleted: boolean;
}

interface LabeledTurn {
  readonly id: string;
  readonly turnIndex: number | null;
}

type Labeled = LabeledItem | { readonly problem: Problem };

async function findLabeled({ store }: ReviewContext, key: ItemKey, revision?: number): Promise<Labeled> {
  const found = revision === undefined ? await store.items.find(key) : await store.items.findRevision(key, revision);
  if (found !== undefined) {
    const roles = toTurns(fromBody(found.body, found.status)).map(({ role }) => role);
    return { revision: found.revision, roles, isDeleted: found.status === 'deleted' };
  }
  const isKnown = revision !== undefined && (await store.items.find(key)) !== undefined;
  if (isKnown) {
    const message = `The item "${key.id}" has no revision ${revision}.`;
    return { problem: toError({ code: 'ITEM_BAD_REVISION', path: 'subject.revision', message }) };
  }
  const message = `There is no item "${key.id}" in dataset "${key.dataset}".`;
  return { problem: toError({ code: 'ITEM_UNKNOWN', path: 'subject.item', message }) };
}

function toNoTurn(turnIndex: number, turns: number, rules?: FileRules): Problem {
  if (rules?.turnsFrom === 1) {
    const range = turns === 0 ? 'has no turns' : turns === 1 ? 'has only turn 1' : `has turns 1 to ${turns}`;
    const message = `There is no ${nameTurn(turnIndex)}. The item ${range}.`;
    const hint = 'Turns count from 1 over all messages.';
    return toError({ code: 'LABEL_BAD_TURN', path: 'subject.turnIndex', message, hint });
  }
  const range = turns === 0 ? 'has no turns' : `has turnIndex 0 to ${turns - 1}`;
  const message = `There is no turn with turnIndex ${turnIndex}. The item ${range}.`;
  const code = rules === undefined ? 'API_BAD_VALUE' : 'LABEL_BAD_TURN';
  return toError({ code, path: 'subject.turnIndex', message, hint: 'turnIndex counts from 0.' });
}

/** Other roles than those of the prompt may answer under a name of their own. */
export function isReplyRole(role: string): boolean {
  return role !== 'user' && !isSystemRole(role) && !isToolRole(role);
}

function toNoReply({ id, turnIndex }: LabeledTurn, roles: readonly string[], { turnsFrom }: FileRules): Problem {
  const shown = (index: number) => (turnsFrom === 1 ? nameTurn(index) : `turnIndex ${index}`);
  const replies = roles.flatMap((role, index) => (isReplyRole(role) ? [shown(index)] : []));
  const role = roles[turnIndex ?? 0];
  const message = `In "${id}", ${shown(turnIndex ?? 0)} has the role ${role}. A label scores a reply.`;
  const hint = replies.length === 0 ? 'The item has no reply.' : `Its replies: ${replies.slice(0, 10).join(', ')}.`;
  return toError({ code: 'LABEL_BAD_TURN', path: 'subject.turnIndex', message, hint });
}
