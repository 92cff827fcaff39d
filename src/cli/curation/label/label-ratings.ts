import { resolve } from 'node:path';
import { definedOnly } from '../../../base/defined-only.ts';
import { Fault } from '../../../base/fault.ts';
import type { UnitRating } from '../../../calibrate/agreement/coded-ratings.ts';
import type { Scale } from '../../../conversation/judge/deck.ts';
import { findScaleFlaw } from '../../../conversation/judge/scale.ts';
import type { Label } from '../../../conversation/label.ts';
import { toTurnUnit } from '../../../conversation/turn-number.ts';
import { listLabels } from '../../../samples/sources/all-labels.ts';
import type { CurationStore } from '../../../store/curation-port.ts';
import { type LabelQuestion, readQuestion } from './label-question.ts';

/** The labels of a dataset as ratings, and the question they answer. */
interface LabelRatings {
  readonly question: string;
  readonly scale?: Scale;
  readonly ratings: readonly UnitRating[];
  /** Why another question was taken than the usual one. */
  readonly note?: string;
}

interface RatingsRequest {
  readonly dataset: string;
  /** As it was typed. */
  readonly question?: string;
  /** Scores have to be on it; that of the question when absent. */
  readonly scale?: Scale;
  readonly cwd: string;
  /** The root of the project: decks are named from here. */
  readonly root: string;
}

/**
 * A unit is an item, or one of its turns, whatever its revision; of several labels that a rater gave, the newest counts.
 * Without a question it is "overall", or the only one that has labels.
 */
export async function readLabelRatings(store: CurationStore, wanted: RatingsRequest): Promise<LabelRatings> {
  const byQuestion = await groupLabels(store, wanted.dataset);
  const { question, note } = await chooseQuestion(wanted, [...byQuestion.keys()]);
  const labels = byQuestion.get(question.name) ?? [];
  const scale = wanted.scale ?? question.scale;
  if (scale !== undefined) checkScores(labels, scale);
  return {
    question: question.name,
    ...definedOnly({ scale }),
    ratings: labels.map(toRating),
    ...definedOnly({ note }),
  };
}

async function groupLabels(store: CurationStore, dataset: string): Promise<ReadonlyMap<string, readonly Label[]>> {
  const newest = new Map<string, Map<string, Label>>();
  for await (const label of listLabels(store, { dataset })) {
    const labels = newest.get(label.question) ?? new Map<string, Label>();
    newest.set(label.question, labels);
    labels.set(JSON.stringify([toUnit(label), label.rater]), label);
  }
  return new Map([...newest].map(([question, labels]) => [question, [...labels.values()]]));
}

type Question = Pick<LabelQuestion, 'name'> & { readonly scale?: Scale };

async function chooseQuestion(
  wanted: RatingsRequest,
  answered: readonly string[],
): Promise<{ readonly question: Question; readonly note?: string }> {
  const named = await readQuestion(wanted.question, wanted);
  if (answered.includes(named.name)) return { question: named };
  const [only] = answered;
  if (wanted.question !== undefined || only === undefined || answered.length > 1) {
    throw noLabels(wanted, named.name, answered);
  }
  const note = `There are no labels for "overall". These are the labels for ${only}.`;
  return { question: await readAnsweredQuestion(only, wanted), note };
}

/** A deck that no longer exists has no scale, but still has labels. */
async function readAnsweredQuestion(name: string, { root }: RatingsRequest): Promise<Question> {
  try {
    const { scale } = await readQuestion(resolve(root, name), { cwd: root, root });
    return { name, scale };
  } catch (error) {
    if (error instanceof Fault) return { name };
    throw error;
  }
}

function noLabels({ dataset }: RatingsRequest, question: string, answered: readonly string[]): Fault {
  const message = `Dataset "${dataset}" has no labels for "${question}".`;
  const hint =
    answered.length === 0
      ? `Run: turnwise label ${dataset}`
      : `There are labels for ${answered.join(', ')}. Choose one with --deck.`;
  return new Fault({ code: 'AGREEMENT_NO_LABELS', message, hint });
}

function checkScores(labels: readonly Label[], scale: Scale): void {
  for (const label of labels) {
    const flaw = findScaleFlaw(label.score, scale);
    if (flaw === undefined) continue;
    const message = `${label.rater}'s score ${label.score} for "${toUnit(label)}" ${flaw}.`;
    const hint = 'Set the scale of the labels, such as --scale 1..5.';
    throw new Fault({ code: 'RATINGS_BAD_SCORE', message, hint });
  }
}

function toRating(label: Label): UnitRating {
  const { subject, rater, score } = label;
  const conversation = 'item' in subject ? { conversation: subject.item } : {};
  return { unit: toUnit(label), rater, score, ...conversation };
}

function toUnit({ subject }: Label): string {
  if ('sample' in subject) return subject.sample;
  const name = 'item' in subject ? subject.item : subject.case;
  return subject.turnIndex === null ? name : toTurnUnit(name, subject.turnIndex);
}
