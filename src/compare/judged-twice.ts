import { toCanonicalJson } from '../base/hash.ts';
import { toCluster } from '../conversation/cluster.ts';
import { isJudgeKind } from '../conversation/judge/judgment.ts';
import type { ConversationStart, StoredConversation } from '../conversation/stored-conversation.ts';
import type { CaseStatus, Verdict } from '../conversation/verdict.ts';
import type { RunStore } from '../store/port.ts';
import { isOnSide } from './compared-side.ts';
import type { TargetNoise } from './measure-noise.ts';
import type { ComparedRun } from './run-comparison.ts';
import { type JudgedTwice, splitNoise } from './split-noise.ts';

/** The replies that are judged a second time: those of the first repeat. One is enough, and the cheapest. */
function isJudgedAgain({ repeat }: { readonly repeat: number }): boolean {
  return repeat === 0;
}

/** Conversations of a side as they were judged first, and a second time by this grading. */
async function readJudgedTwice(
  runs: Pick<RunStore, 'conversations'>,
  side: ComparedRun,
  grading: number,
): Promise<readonly JudgedTwice[]> {
  const firsts = new Map<number, Judged>();
  for await (const conversation of runs.conversations(side.run, { grading: side.grading ?? 0 })) {
    if (!isOnSide(side, conversation.start) || !isJudgedAgain(conversation.start)) continue;
    firsts.set(conversation.number, toJudged(conversation));
  }
  const twice: JudgedTwice[] = [];
  for await (const conversation of runs.conversations(side.run, { grading })) {
    const first = firsts.get(conversation.number);
    // What this grading did not come to still reads as it was judged first, and would agree with itself.
    const isGraded = conversation.verdicts.some(({ provenance }) => provenance?.grading === grading);
    if (first !== undefined && isGraded) twice.push(toTwice(first, conversation, grading));
  }
  return twice;
}

/** What is kept of a conversation until its second judging comes by. */
interface Judged {
  readonly status: CaseStatus;
  readonly judgments: ReadonlyMap<string, Judgment>;
}

interface Judgment {
  readonly isPass: boolean | null;
  /** Identifies the request and the judge: a deck that changed since is another question. */
  readonly asked: string;
}

function toTwice(first: Judged, conversation: StoredConversation, grading: number): JudgedTwice {
  const { start, verdicts } = conversation;
  const second = toJudged({
    ...conversation,
    verdicts: verdicts.filter(({ provenance }) => provenance?.grading === grading),
  });
  const pairs = [...first.judgments].map(([key, before]) => {
    const after = second.judgments.get(key);
    return after?.asked === before.asked ? ([before.isPass, after.isPass] as const) : undefined;
  });
  return {
    cluster: toCluster(start),
    // Where something was asked in another way, the case says nothing about the judge.
    status: pairs.includes(undefined) ? ['ungraded', 'ungraded'] : [first.status, second.status],
    judgments: pairs.map((pair) => pair ?? [null, null]),
  };
}

function toJudged({ verdicts, end }: StoredConversation): Judged {
  const judgments = verdicts.filter(isJudgment).map((verdict) => [toKey(verdict), toJudgment(verdict)] as const);
  return { status: end?.status ?? 'skipped', judgments: new Map(judgments) };
}

function isJudgment({ provenance }: Verdict): boolean {
  return isJudgeKind(provenance?.kind);
}

function toKey({ grader, turnIndex }: Verdict): string {
  return `${turnIndex} ${grader}`;
}

function toJudgment(verdict: Verdict): Judgment {
  const { hash, target, settings } = verdict.provenance ?? {};
  const isPass = verdict.status === 'graded' ? verdict.pass : null;
  return { isPass, asked: toCanonicalJson({ hash, target, settings: settings ?? {} }) };
}

/** Whether a conversation has to be judged again, to measure the judge's part of this noise. */
export function needsSecondJudging(noises: readonly TargetNoise[], start: ConversationStart): boolean {
  return isJudgedAgain(start) && noises.some((noise) => isOnSide(noise, start));
}

/** The noise with the judge's part of it, once the grading has asked the judges a second time. */
export async function measureJudgeNoise(
  runs: Pick<RunStore, 'conversations'>,
  noises: readonly TargetNoise[],
  grading: number,
): Promise<readonly TargetNoise[]> {
  const split: TargetNoise[] = [];
  for (const noise of noises) split.push({ ...noise, judge: splitNoise(await readJudgedTwice(runs, noise, grading)) });
  return split;
}
