import { Fault, type Problem, toError } from '../base/fault.ts';
import type { Scale } from '../conversation/judge/deck.ts';
import { findScaleFlaw } from '../conversation/judge/scale.ts';
import { type Label, type LabelSubject, overallScale } from '../conversation/label.ts';
import { toTurns } from '../curate/conversation-view.ts';
import { fromBody } from '../curate/item-content.ts';
import type { IdempotencyKey, NewLabel } from '../store/curation-port.ts';
import type { ItemKey } from '../store/item-port.ts';
import type { ReviewContext } from './review-context.ts';

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
  const problems: Problem[] = [];
  const ready: NewLabel[] = [];
  const subjects = new Subjects(context);
  for (const [index, label] of labels.entries()) {
    const found = [...checkScore(label)];
    const subject = await subjects.resolve(label.subject, found);
    problems.push(...found.map((problem) => ({ ...problem, path: `${toPath(index)}${problem.path ?? ''}` })));
    if (subject !== undefined) ready.push(toNewLabel(label, subject));
  }
  const [first, ...rest] = problems;
  if (first !== undefined) throw new Fault([first, ...rest]);
  return context.store.labels.add(ready, idempotencyKey === undefined ? {} : { idempotencyKey });
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
  readonly #known = new Map<string, Promise<Labeled>>();

  constructor(context: ReviewContext) {
    this.#context = context;
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
    if (turnIndex !== null && turnIndex >= found.turns) {
      problems.push(toNoTurn(turnIndex, found.turns));
      return undefined;
    }
    return { dataset, item, revision: found.revision, turnIndex };
  }

  #find(key: ItemKey, revision: number | undefined): Promise<Labeled> {
    const name = JSON.stringify([key.dataset, key.id, revision]);
    const found = this.#known.get(name) ?? findLabeled(this.#context, key, revision);
    this.#known.set(name, found);
    return found;
  }
}

type Labeled = { readonly revision: number; readonly turns: number } | { readonly problem: Problem };

async function findLabeled({ store }: ReviewContext, key: ItemKey, revision?: number): Promise<Labeled> {
  const found = revision === undefined ? await store.items.find(key) : await store.items.findRevision(key, revision);
  if (found !== undefined) {
    return { revision: found.revision, turns: toTurns(fromBody(found.body, found.status)).length };
  }
  const isKnown = revision !== undefined && (await store.items.find(key)) !== undefined;
  if (isKnown) {
    const message = `The item "${key.id}" has no revision ${revision}.`;
    return { problem: toError({ code: 'ITEM_BAD_REVISION', path: 'subject.revision', message }) };
  }
  const message = `There is no item "${key.id}" in dataset "${key.dataset}".`;
  return { problem: toError({ code: 'ITEM_UNKNOWN', path: 'subject.item', message }) };
}

function toNoTurn(turnIndex: number, turns: number): Problem {
  const range = turns === 0 ? 'has no turns' : `has turnIndex 0 to ${turns - 1}`;
  const message = `There is no turn with turnIndex ${turnIndex}. The item ${range}.`;
  return toError({ code: 'API_BAD_VALUE', path: 'subject.turnIndex', message, hint: 'turnIndex counts from 0.' });
}
