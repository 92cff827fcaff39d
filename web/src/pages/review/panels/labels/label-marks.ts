import type { Question } from '../../../../../../src/contract/workspace.ts';
import { findRevision, type LabelSources } from './label-view.ts';
import { renderScore, toPassMark } from './scale-steps.ts';

/** My score of a turn. */
export interface LabelMark {
  /** `null`: the whole conversation. */
  readonly turnIndex: number | null;
  readonly question: string;
  /** The name of the question. */
  readonly title: string;
  readonly score: number;
  /** The score as it is shown: "+2". */
  readonly text: string;
  /** Whether it reaches the passing score. Undefined if the scale is no longer known. */
  readonly passes: boolean | undefined;
  /** Not on the server yet. */
  readonly isPending: boolean;
  /** The revision that was scored. Undefined for the current one. */
  readonly revision: number | undefined;
}

type Given = Pick<LabelMark, 'turnIndex' | 'question' | 'score' | 'isPending' | 'revision'>;

/** My latest score of each place and question, those on their way before those on the server. */
export function toLabelMarks(
  { labels, pending, me }: LabelSources,
  questions: readonly Question[],
): readonly LabelMark[] {
  const given: Given[] = labels.flatMap((label) => {
    const { subject, question, score, rater } = label;
    if (rater !== me || !('turnIndex' in subject)) return [];
    return [{ turnIndex: subject.turnIndex, question, score, isPending: false, revision: findRevision(label) }];
  });
  for (const { label, state } of pending) {
    if (state.kind === 'refused') continue;
    const { turnIndex, question, score, revision } = label;
    given.push({ turnIndex, question, score, isPending: true, revision });
  }
  const newest = new Map(given.map((mark) => [JSON.stringify([mark.turnIndex, mark.question]), mark]));
  return [...newest.values()].map((mark) => toMark(mark, questions));
}

function toMark(given: Given, questions: readonly Question[]): LabelMark {
  const asked = questions.find(({ question }) => question === given.question);
  if (asked === undefined) return { ...given, title: given.question, text: String(given.score), passes: undefined };
  const { score } = given;
  return { ...given, title: asked.title, text: renderScore(score, asked), passes: score >= toPassMark(asked) };
}
