import { definedOnly } from '../base/defined-only.ts';
import { hashJson } from '../base/hash.ts';
import type { CalibratedRow } from '../calibrate/calibration.ts';
import type { SampleMessage } from '../conversation/sample.ts';
import type { Verdict } from '../conversation/verdict.ts';
import { listPlayedBefore } from '../run/conversation-log.ts';
import type { RunStore, StoredConversation } from '../store/port.ts';
import { toTurn } from './run-item.ts';

/** What the judge said of a conversation: nobody has scored it yet. */
export type FiledClass = 'pass' | 'fail' | 'ungraded';

/** A conversation that people could score. */
export interface LabelCandidate {
  /** Made of what is said in it: the same conversation has the same name, wherever it comes from. */
  readonly id: string;
  readonly judged: FiledClass;
  /** Turns of an item, as they would be written into a file. */
  readonly turns: readonly Readonly<Record<string, unknown>>[];
  /** Where it comes from, a sentence. */
  readonly origin: string;
  readonly meta: Readonly<Record<string, unknown>>;
}

/** Runs that are looked through, the newest ones. */
const mostRuns = 20;

/** Samples that nobody has scored. */
export function listOpenSamples(rows: readonly CalibratedRow[], pass: number): readonly LabelCandidate[] {
  return rows
    .filter(({ human }) => human === null)
    .map(({ sample, messages, judge }) => {
      const turns = messages.map(toSampleTurn);
      return {
        id: toId(turns),
        judged: judge === null ? 'ungraded' : toClass(judge, pass),
        turns,
        origin: `It is the sample "${sample}".`,
        meta: { sample },
      };
    });
}

/** What the rows are found by, so that a conversation that is among them is not filed. */
export function listKnownIds(rows: readonly CalibratedRow[]): readonly string[] {
  return rows.map(({ messages }) => toId(messages.map(toSampleTurn)));
}

function toSampleTurn({ role, content, tool_calls, name, tool_call_id }: SampleMessage) {
  return definedOnly({ role, msg: content, tool_calls, name: toText(name), tool_call_id: toText(tool_call_id) });
}

/** Other keys of a sample's message are anything. */
function toText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

export interface JudgedDeck {
  /** Of the deck with everything it includes. */
  readonly hash: string;
  readonly pass: number;
}

/** Conversations of recent runs that a deck graded, the newest run first: each up to a reply that it graded. */
export async function* listJudged(
  runs: Pick<RunStore, 'list' | 'conversations'>,
  deck: JudgedDeck,
): AsyncGenerator<LabelCandidate> {
  for (const { id } of await runs.list({ limit: mostRuns })) {
    for await (const conversation of runs.conversations(id)) {
      const candidate = findJudged(conversation, id, deck);
      if (candidate !== undefined) yield candidate;
    }
  }
}

type Graded = Extract<Verdict, { readonly status: 'graded' }>;

/** One a conversation, since its replies are not independent; one that fails before the others, which are more. */
function findJudged(conversation: StoredConversation, run: string, deck: JudgedDeck): LabelCandidate | undefined {
  const own = conversation.verdicts.filter(
    (verdict): verdict is Graded => verdict.status === 'graded' && verdict.provenance?.hash === deck.hash,
  );
  const verdict = own.findLast(({ score }) => toClass(score, deck.pass) === 'fail') ?? own.at(-1);
  const turns = verdict === undefined ? [] : listShown(conversation, verdict.turnIndex);
  if (verdict === undefined || turns.length === 0) return undefined;
  const { id: caseId, dataset, target, send, play, repeat } = conversation.start;
  return {
    id: toId(turns),
    judged: toClass(verdict.score, deck.pass),
    turns,
    origin: `It comes from run ${run}, case "${caseId}", target "${target}".`,
    meta: { run: { run, case: caseId, dataset, target, send, play, repeat } },
  };
}

/** What the judge was shown: up to the reply, which stands at the end; or all of it. */
function listShown({ turns, replies, start }: StoredConversation, turnIndex: number | null) {
  if (turnIndex === null) {
    const said = [...turns, ...replies].sort((one, other) => one.turnIndex - other.turnIndex);
    return said.map(({ played }) => withoutId(toTurn(played)));
  }
  const reply = replies.find((entry) => entry.turnIndex === turnIndex);
  if (reply === undefined) return [];
  const before = listPlayedBefore(turnIndex, { play: start.play, turns, replies });
  return [...before, reply.played].map((played) => withoutId(toTurn(played)));
}

/** Ids of messages need not be unique. */
function withoutId({ id: _, ...turn }: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return turn;
}

function toClass(score: number, pass: number): 'pass' | 'fail' {
  return score >= pass ? 'pass' : 'fail';
}

function toId(turns: LabelCandidate['turns']): string {
  const said = turns.map(({ role, msg, tool_calls: calls = [] }) => [role, msg, calls]);
  return `unlabelled-${hashJson(said).slice(0, 12)}`;
}
