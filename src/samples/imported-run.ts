import { definedOnly } from '../base/defined-only.ts';
import { hashText } from '../base/hash.ts';
import type { Turn } from '../conversation/item/item.ts';
import type { Message } from '../conversation/message.ts';
import type { CallRecord, ReplyEntry, TurnEntry, Usage } from '../conversation/run/run-record.ts';
import type { RunSpec } from '../conversation/run/run-spec.ts';
import type { StoredConversation } from '../conversation/stored-conversation.ts';
import type { Verdict } from '../conversation/verdict.ts';
import type { Trajectories, Trajectory } from '../files/foreign/tau-bench.ts';
import { toPlayed } from '../format/chat.ts';
import { toAggregate, toCaseStatus } from '../grade/aggregate.ts';

/** A run that another program played: what the record of a run says, and its conversations. */
export interface ImportedRun {
  readonly spec: RunSpec;
  /** Numbers the conversations when they are recorded. */
  readonly conversations: readonly FinishedConversation[];
}

export type FinishedConversation = Pick<StoredConversation, 'start' | 'turns' | 'replies' | 'verdicts'> &
  Required<Pick<StoredConversation, 'end'>>;

interface RunSource {
  /** Path of the file from the project root, as runs record it. */
  readonly path: string;
  /** The file's own name without its extension. Absent for standard input. */
  readonly name?: string | undefined;
  /** The dataset of `--dataset`. */
  readonly dataset?: string | undefined;
}

/** The one grader of an imported run. Runs with the same rule can be compared. */
const rewardGrader = { id: 'reward', hash: hashText('tau-bench reward') };

/**
 * The run of a file of trajectories: its tasks are cases, its trials repeats, and its rewards verdicts on the whole
 * conversation. Its users were simulated.
 */
export function toImportedRun({ list, identity }: Trajectories, source: RunSource): ImportedRun {
  const { target, evalName } = nameRun(list[0], source);
  const positions = new Map([...new Set(list.map(({ task }) => task))].map((task, position) => [task, position]));
  const repeats = Math.max(1, ...list.map(({ trial }) => trial + 1));
  const hash = hashText(identity);
  const spec: RunSpec = {
    files: [{ path: source.path, hash: '', name: evalName, graders: [rewardGrader], send: { [target]: ['messages'] } }],
    attachments: [],
    targets: [],
    options: { targets: [target], repeat: repeats },
    conversations: list.length,
    ...(list.length === positions.size * repeats ? { conversationsPerCase: repeats } : {}),
    imported: { from: source.path, format: 'tau-bench', target, hash },
  };
  const conversations = list.map((trajectory) => {
    const position = positions.get(trajectory.task) ?? 0;
    return toConversation(trajectory, { target, evalName, position });
  });
  return { spec, conversations };
}

/** The domains that both benchmarks name their files after. */
const domainWords = /(?:^|[-_])(airline|retail|telecom|banking|mock)(?=$|[-_])/i;

/** `gpt-4o-airline`: the target `gpt-4o` in the eval `airline`, so that files of one domain can be compared. */
function nameRun(first: Trajectory | undefined, { name, dataset }: RunSource) {
  const domain = first?.domain ?? domainWords.exec(name ?? '')?.[1]?.toLowerCase();
  const ending = domain === undefined ? undefined : [`-${domain}`, `_${domain}`].find((end) => name?.endsWith(end));
  const short = ending === undefined ? name : name?.slice(0, -ending.length);
  return {
    target: first?.agent ?? (short || 'imported'),
    evalName: domain ?? dataset ?? name ?? 'tau-bench',
  };
}

interface ConversationPlace {
  readonly target: string;
  readonly evalName: string;
  readonly position: number;
}

function toConversation(trajectory: Trajectory, place: ConversationPlace): FinishedConversation {
  const { task, trial, turns } = trajectory;
  const verdicts = [toVerdict(trajectory)];
  const said = turns.map(toEntry);
  return {
    start: {
      ...{ file: 0, position: place.position, id: `task-${task}`, eval: place.evalName, target: place.target },
      ...{ send: 'messages', play: 'simulate', repeat: trial, tags: [] },
    },
    turns: said.filter((entry) => !('by' in entry)),
    replies: said.filter((entry) => 'by' in entry),
    verdicts,
    end: { status: toCaseStatus(verdicts, { hasError: false }), aggregate: toAggregate(verdicts, []) },
  };
}

/** The agent and the simulated user wrote replies. System texts and tool results were put in. */
function toEntry(turn: Turn, turnIndex: number): TurnEntry | ReplyEntry {
  const played = toPlayed(toMessage(turn), {});
  if (turn.role !== 'assistant' && turn.role !== 'user') return { turnIndex, played };
  const by = turn.role === 'assistant' ? 'target' : 'simulator';
  return { turnIndex, played, by, guidelines: '', call: toCall(turn) };
}

function toMessage({ role, msg, name, tool_calls: calls, tool_call_id: answered }: Turn): Message {
  const content = msg === '' && calls !== undefined && calls.length > 0 ? null : msg;
  return { role, content, ...definedOnly({ name, tool_calls: calls, tool_call_id: answered }) };
}

/** What the file says about a call. What it does not say is unknown, not 0. */
function toCall({ meta }: Turn): CallRecord {
  const { cost, usage } = Object(meta?.tau2);
  const told = toUsage(Object(usage));
  return {
    latencyMs: null,
    costUsd: typeof cost === 'number' && cost >= 0 ? cost : null,
    ...(Object.keys(told).length === 0 ? {} : { usage: told }),
  };
}

function toUsage(usage: Readonly<Record<string, unknown>>): Usage {
  const toCount = (value: unknown) => (Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : undefined);
  return definedOnly({ inputTokens: toCount(usage.prompt_tokens), outputTokens: toCount(usage.completion_tokens) });
}

/** The benchmark adds rewards as floating-point numbers, and counts a trial as passed within this distance of 1. */
const tolerance = 1e-6;

function toVerdict({ reward, error }: Trajectory): Verdict {
  const subject = { grader: rewardGrader.id, turnIndex: null };
  const why = error === undefined ? '' : ` The trial ended with an error: ${error}`;
  if (reward === undefined) {
    return { ...subject, status: 'ungraded', cause: 'no-reward', reason: `The file has no reward.${why}` };
  }
  const pass = reward >= 1 - tolerance;
  const reason = `The benchmark gave the reward ${reward}.${why}`;
  return { ...subject, status: 'graded', score: reward, normalizedScore: Math.min(reward, 1), pass, reason };
}
