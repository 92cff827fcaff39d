import type { PlayMode } from '../conversation/case.ts';
import type { StoredConversation } from '../conversation/stored-conversation.ts';
import { nameTurn, toTurnNumber, withoutTurn } from '../conversation/turn-number.ts';
import { isDeciding, type Verdict } from '../conversation/verdict.ts';

const ways: Readonly<Record<PlayMode, string>> = {
  reply: 'last turn only',
  'every-turn': 'every-turn',
  script: 'script',
  simulate: 'simulated user',
};

const mostLines = 20;
const longestReason = 600;

/**
 * Why a conversation of a run is under review: what failed, turn by turn. Turns are numbered as in the item, which
 * leaves out reference turns that a script skipped.
 */
export function renderRunComment(conversation: StoredConversation, run: string): string {
  const { start, end, verdicts } = conversation;
  const toPlace = toItemPlaces(conversation);
  const { target, play, id, repeat } = start;
  const again = repeat === 0 ? '' : ` (repeat ${repeat})`;
  const head = `Run ${run}, case "${id}", target "${target}", ${ways[play]}${again}: ${end?.status ?? 'unfinished'}.`;
  const error = end?.error;
  const at = error?.turnIndex === undefined ? '' : ` at ${nameTurn(toPlace(error.turnIndex))}`;
  const failed = error === undefined ? [] : [`There is no reply${at} (${error.cause}): ${cut(error.message)}`];
  const lines = verdicts.filter(isDeciding).flatMap((verdict) => renderVerdict(verdict, toPlace));
  const more = lines.length > mostLines ? [`… and ${lines.length - mostLines} more.`] : [];
  return [head, ...failed, ...lines.slice(0, mostLines), ...more].join('\n');
}

/** The turn index in the item for a turn of the run. */
function toItemPlaces({ turns, replies }: StoredConversation): (turnIndex: number) => number {
  const places = [...new Set([...turns, ...replies].map(({ turnIndex }) => turnIndex))];
  return (turnIndex) => places.filter((place) => place < turnIndex).length;
}

/** Passing verdicts are not mentioned. */
function renderVerdict(verdict: Verdict, toPlace: (turnIndex: number) => number): readonly string[] {
  if (verdict.status === 'graded' && verdict.pass) return [];
  const { turnIndex, grader } = verdict;
  const name = turnIndex === null ? grader : withoutTurn(grader);
  const where = turnIndex === null ? 'The conversation' : `Turn ${toTurnNumber(toPlace(turnIndex))}`;
  if (verdict.status === 'graded') return [`${where}, ${name}: ${cut(verdict.reason)}`];
  const reason = verdict.reason === undefined ? '' : `: ${cut(verdict.reason)}`;
  return [`${where}, ${name}: not graded (${verdict.cause})${reason}`];
}

function cut(text: string): string {
  return text.length > longestReason ? `${text.slice(0, longestReason - 1).toWellFormed()}…` : text;
}
