import { definedOnly } from '../base/defined-only.ts';
import type { Label } from '../conversation/label.ts';
import {
  type DrawnLabels,
  type DrawnPick,
  type DrawnReply,
  isPickOf,
  type LabelPick,
  type LabelRequest,
  listDrawnPicks,
  type QuestionLabels,
  toInclusionProbability,
} from '../conversation/label-request.ts';
import { toHumanScore } from '../conversation/sample.ts';
import type { CurationStore } from '../store/curation-port.ts';
import { parseUnit } from './label-candidates.ts';
import { readLabels, toRatings } from './sources/all-labels.ts';

/** The stores of labels and of label requests. */
export type LabelStores = Pick<CurationStore, 'labels' | 'labelRequests'>;

/** The labels of a run by question: of drawn replies, and of replies that no draw asked for. */
export async function readRunLabels(curation: LabelStores, run: string): Promise<readonly QuestionLabels[]> {
  const draws = await curation.labelRequests.list({ run });
  const labels = await readLabels(curation, { run });
  const questions = new Set([...draws.map(({ request }) => request.question), ...labels.map((each) => each.question)]);
  return [...questions].map((question) =>
    toQuestionLabels(
      question,
      draws.filter(({ request }) => request.question === question),
      labels.filter((label) => label.question === question),
    ),
  );
}

function toQuestionLabels(question: string, draws: readonly DrawnLabels[], labels: readonly Label[]): QuestionLabels {
  const requests = draws.map(({ request }) => request);
  const drawnLabels = labels.filter(isAskedFor);
  const drawn = listDrawnPicks(draws).map((pick) => toDrawnReply(pick, { requests, labels: drawnLabels }));
  const chosen = labels.filter((label) => !isAskedFor(label));
  return {
    question,
    drawn,
    chosen: chosen.flatMap(({ subject }) => ('run' in subject ? [subject.target] : [])),
    ...definedOnly({ eligible: findEligible(requests) }),
  };
}

/** Conversations that were in every draw. A run that is resumed after a draw has others too. */
function findEligible(requests: readonly LabelRequest[]): readonly number[] | undefined {
  const known = requests.flatMap(({ conversations }) => (conversations === undefined ? [] : [conversations]));
  const [first, ...rest] = known;
  if (first === undefined) return undefined;
  const others = rest.map((numbers) => new Set(numbers));
  return first.filter((number) => others.every((numbers) => numbers.has(number)));
}

/** Labels from before the draw were a person's own choice. */
function isAskedFor({ inclusionProbability }: Label): boolean {
  return inclusionProbability !== null;
}

function toDrawnReply(
  pick: DrawnPick,
  { requests, labels }: { readonly requests: readonly LabelRequest[]; readonly labels: readonly Label[] },
): DrawnReply {
  const { number: conversation, turnIndex } = parseUnit(pick.unit);
  const ratings = toRatings(labels.filter(({ subject }) => isPickOf(pick, subject)));
  // Later draws raise the probability of every reply, so the one stored with the label is outdated.
  const conversationChance = toInclusionProbability({ ...pick, replyShare: 1 }, requests);
  return {
    ...{ conversation, turnIndex, conversationChance },
    inclusionProbability: conversationChance * pick.replyShare,
    score: toHumanScore({ ratings }) ?? null,
  };
}

/** Drawn replies that a rater has not scored yet, starting with those without any score. */
export async function listOpenPicks(
  curation: LabelStores,
  { run, question, rater }: { readonly run: string; readonly question: string; readonly rater: string },
): Promise<readonly LabelPick[]> {
  const draws = await curation.labelRequests.list({ run, question });
  const labels = (await readLabels(curation, { run, question })).filter(isAskedFor);
  const open = draws
    .flatMap(({ picks }) => picks)
    .map((pick) => ({
      pick,
      raters: labels.filter(({ subject }) => isPickOf(pick, subject)).map((each) => each.rater),
    }))
    .filter(({ raters }) => !raters.includes(rater));
  return open
    .toSorted((one, other) => Math.sign(one.raters.length) - Math.sign(other.raters.length))
    .map(({ pick }) => pick);
}
