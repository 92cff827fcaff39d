import { compareText } from '../base/compare-text.ts';
import { definedOnly } from '../base/defined-only.ts';
import { type LabelPick, type StrataName, toDrawnId, toTurnBucket } from '../conversation/label-request.ts';
import { listPlayedBefore } from '../conversation/run/run-record.ts';
import { type SampleMessage, type SampleSelection, toConversationHash } from '../conversation/sample.ts';
import type { StoredConversation } from '../conversation/stored-conversation.ts';
import { isDeciding, type Verdict } from '../conversation/verdict.ts';
import { type Random, seededRandom } from '../statistics/resampling/seeded-random.ts';
import type { RunStore } from '../store/port.ts';
import { toTurn } from './run-item.ts';

/** A reply that people could score, named so that it can be found again after the draw. */
export interface LabelCandidate extends Pick<LabelPick, 'unit' | 'frame' | 'stratum' | 'strata' | 'replyShare'> {
  /** A hash of its text: the same conversation has the same id, wherever it comes from. */
  readonly id: string;
}

/** The text of a candidate. */
export interface LabelWork {
  readonly id: string;
  /** Turns of an item, as in an item file. */
  readonly turns: readonly Readonly<Record<string, unknown>>[];
  /** A sentence about its origin. */
  readonly origin: string;
  readonly meta: Readonly<Record<string, unknown>>;
}

/** How many of the newest runs are drawn from. */
const mostRuns = 20;

/** The frame of samples without a score. Other frames are ids of runs. */
const samplesFrame = 'samples';

/** A sample of a calibration. */
export interface ScoredRow {
  readonly sample: string;
  /** null: no human score. */
  readonly human: number | null;
  readonly tags: readonly string[];
  readonly turns: number;
  /** Absent: a person chose it. */
  readonly selection?: SampleSelection;
  readonly messages: readonly SampleMessage[];
}

interface CandidateOptions {
  readonly rows: readonly ScoredRow[];
  readonly runs: Pick<RunStore, 'list' | 'conversations' | 'findConversation'>;
  /** The hash of the deck with everything it includes. */
  readonly deckHash: string;
  readonly seed: number;
  readonly strata?: StrataName;
  /** Conversations that must not be drawn, by `toConversationHash`. */
  readonly reserved?: ReadonlySet<string>;
  /** Items that earlier requests drew. */
  readonly drawn?: ReadonlySet<string>;
}

export interface LabelFrame {
  readonly candidates: readonly LabelCandidate[];
  /**
   * All frames that were searched, even if all of their candidates were drawn before: those could have been drawn here
   * too.
   */
  readonly frames: readonly string[];
}

/**
 * Everything that people could be asked to score: samples without a score, and one random reply of every conversation
 * in recent runs that the deck graded or could not grade. The judge's verdict plays no part.
 */
export async function listCandidates(options: CandidateOptions): Promise<LabelFrame> {
  const { rows, runs, seed, strata, drawn } = options;
  const candidates = new Map<string, LabelCandidate>();
  const frames = new Set<string>();
  for (const row of rows) {
    const id = toWorkId(row.messages.map(toSampleTurn));
    // A sample that was scored after it was drawn belonged to the frame until then.
    if (row.human === null || drawn?.has(id) === true) frames.add(samplesFrame);
    if (row.human !== null) continue;
    const named = nameStrata({ tags: row.tags, turns: row.turns, target: '' }, strata);
    candidates.set(id, { id, unit: row.sample, frame: samplesFrame, ...named, replyShare: 1 });
  }
  // Another random stream than that of the draw, so that both are independent.
  const random = seededRandom(-1 - seed);
  for (const { id: run } of await runs.list({ limit: mostRuns })) {
    for await (const conversation of runs.conversations(run)) {
      const candidate = findCandidate(conversation, run, { ...options, random });
      if (candidate === undefined) continue;
      frames.add(run);
      // The same text in an older run belongs to that run, because an earlier draw may have been from it.
      if (candidates.get(candidate.id)?.frame !== samplesFrame) candidates.set(candidate.id, candidate);
    }
  }
  return {
    candidates: [...candidates.values()].sort((one, other) => compareText(one.id, other.id)),
    frames: [...frames],
  };
}

/** A judge, as verdicts name it. */
export interface NamedJudge {
  readonly deckHash: string;
  /** Id of the target. */
  readonly target: string;
}

function isOfJudge({ provenance }: Verdict, { deckHash, target }: NamedJudge): boolean {
  return provenance?.hash === deckHash && provenance.target === target;
}

/**
 * One judge's verdicts on the conversations of recent runs. A conversation fails if any of its replies failed. Earlier
 * versions selected conversations for labels by this verdict.
 */
export async function countJudged(
  runs: Pick<RunStore, 'list' | 'conversations'>,
  { pass, ...judge }: NamedJudge & { readonly pass: number },
): Promise<{ readonly pass: number; readonly fail: number }> {
  const totals = { pass: 0, fail: 0 };
  for (const { id } of await runs.list({ limit: mostRuns })) {
    for await (const { verdicts } of runs.conversations(id)) {
      const scores = verdicts.flatMap((verdict) =>
        verdict.status === 'graded' && isOfJudge(verdict, judge) ? [verdict.score] : [],
      );
      if (scores.length > 0) totals[scores.every((score) => score >= pass) ? 'pass' : 'fail'] += 1;
    }
  }
  return totals;
}

/** Whether this judge alone decides the status of a run's conversations, because no other grader has a verdict. */
export async function isOnlyJudge(
  runs: Pick<RunStore, 'conversations'>,
  run: string,
  judge: NamedJudge,
): Promise<boolean> {
  let count = 0;
  for await (const { verdicts } of runs.conversations(run)) {
    const deciding = verdicts.filter(isDeciding);
    if (!deciding.every((verdict) => isOfJudge(verdict, judge))) return false;
    count += deciding.length;
  }
  return count > 0;
}

/**
 * Ids of the samples with a usable score. A score of a conversation that was selected by a verdict is not usable:
 * without those conversations, the rest would be selected by the verdict too.
 */
export function listScoredIds(rows: readonly ScoredRow[]): readonly string[] {
  const scored = rows.filter(({ human, selection }) => human !== null && selection?.by !== 'verdict');
  return scored.map(({ messages }) => toWorkId(messages.map(toSampleTurn)));
}

/** The text of what was drawn. Undefined: its run was removed. */
export async function findWork(
  { unit, frame, id }: Pick<LabelCandidate, 'unit' | 'frame' | 'id'>,
  { rows, runs }: Pick<CandidateOptions, 'rows' | 'runs'>,
): Promise<LabelWork | undefined> {
  if (frame === samplesFrame) {
    const row = rows.find(({ sample }) => sample === unit);
    if (row === undefined) return undefined;
    const turns = row.messages.map(toSampleTurn);
    const meta = { sample: unit, ...(row.tags.length === 0 ? {} : { tags: row.tags }) };
    return { id, turns, origin: `It is the sample "${unit}".`, meta };
  }
  const { number, turnIndex } = parseUnit(unit);
  const conversation = await runs.findConversation(frame, number);
  if (conversation === undefined) return undefined;
  const { id: caseId, eval: evalName, target, send, play, repeat, conversationId } = conversation.start;
  const tags = conversation.start.tags.length === 0 ? undefined : conversation.start.tags;
  return {
    id,
    turns: listShown(conversation, turnIndex),
    origin: `It comes from run ${frame}, case "${caseId}", target "${target}".`,
    meta: {
      run: definedOnly({ run: frame, case: caseId, eval: evalName, target, send, play, repeat, conversationId, tags }),
    },
  };
}

/** The conversation of a unit, without its reply. One reply is drawn per conversation. */
export function toConversationUnit({ unit, frame }: Pick<LabelPick, 'unit' | 'frame'>): string {
  return frame === samplesFrame ? `${frame} ${unit}` : `${frame} ${parseUnit(unit).number}`;
}

/** The unit of a run's reply: the number of the conversation and the turn, or -1 for the whole conversation. */
export function toUnit(number: number, turnIndex: number | null): string {
  return `${number}:${turnIndex ?? -1}`;
}

export function parseUnit(unit: string): { readonly number: number; readonly turnIndex: number | null } {
  const [number = 0, turnIndex = -1] = unit.split(':').map(Number);
  return { number, turnIndex: turnIndex < 0 ? null : turnIndex };
}

/** One random reply, because replies of one conversation are not independent. */
function findCandidate(
  conversation: StoredConversation,
  run: string,
  options: Pick<CandidateOptions, 'deckHash' | 'strata' | 'reserved'> & { readonly random: Random },
): LabelCandidate | undefined {
  const { deckHash, strata, reserved = new Set(), random } = options;
  const own = conversation.verdicts.filter(({ provenance }) => provenance?.hash === deckHash);
  const graded = [...new Set(own.map(({ turnIndex }) => turnIndex))].filter(
    (turnIndex) => reserved.size === 0 || !reserved.has(toShownHash(conversation, turnIndex)),
  );
  const turnIndex = graded[Math.floor(random() * graded.length)];
  const turns = turnIndex === undefined ? [] : listShown(conversation, turnIndex);
  if (turnIndex === undefined || turns.length === 0) return undefined;
  const { tags, target } = conversation.start;
  // Counted over the whole conversation, because another draw may pick another reply of it.
  const userTurns = listShown(conversation, null).filter(({ role }) => role === 'user').length;
  return {
    id: toWorkId(turns),
    unit: toUnit(conversation.number, turnIndex),
    frame: run,
    ...nameStrata({ tags, turns: userTurns, target }, strata),
    replyShare: 1 / graded.length,
  };
}

/** A pick keeps the names of all strata, so that draws with different strata can be combined. */
function nameStrata(
  { tags, turns, target }: { readonly tags: readonly string[]; readonly turns: number; readonly target: string },
  by: StrataName | undefined,
): Pick<LabelCandidate, 'stratum' | 'strata'> {
  const strata = {
    tags: tags.length === 0 ? 'no tag' : [...tags].sort(compareText).join(', '),
    turns: `${toTurnBucket(turns)} turns`,
    target,
  };
  return { stratum: by === undefined ? '' : strata[by], strata };
}

/** What the judge saw: the conversation up to the reply, or all of it. */
export function listShown({ turns, replies, start }: StoredConversation, turnIndex: number | null) {
  if (turnIndex === null) {
    const entries = [...turns, ...replies].sort((one, other) => one.turnIndex - other.turnIndex);
    return entries.map(({ played }) => withoutId(toTurn(played)));
  }
  const reply = replies.find((entry) => entry.turnIndex === turnIndex);
  if (reply === undefined) return [];
  const before = listPlayedBefore(turnIndex, { play: start.play, turns, replies });
  return [...before, reply.played].map((played) => withoutId(toTurn(played)));
}

function toShownHash(conversation: StoredConversation, turnIndex: number | null): string {
  const shown = listShown(conversation, turnIndex);
  return toConversationHash({ messages: shown.map(({ msg, ...turn }) => ({ ...turn, content: msg })) });
}

/** Ids of messages may repeat. */
function withoutId<Turn extends object>({ id: _, ...turn }: Turn & { readonly id?: string }) {
  return turn;
}

function toSampleTurn({ role, content, tool_calls, name, tool_call_id }: SampleMessage) {
  return definedOnly({ role, msg: content, tool_calls, name: toText(name), tool_call_id: toText(tool_call_id) });
}

/** Other keys of a sample's message may have any type. */
function toText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function toWorkId(turns: LabelWork['turns']): string {
  return toDrawnId(turns.map(({ role, msg, tool_calls }) => ({ role, content: msg, tool_calls })));
}
