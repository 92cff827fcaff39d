import type { PlayMode } from '../conversation/case.ts';
import { nameTurn, toTurnNumber, withoutTurn } from '../conversation/turn-number.ts';
import type { Verdict } from '../conversation/verdict.ts';
import type { StoredConversation } from '../store/port.ts';

const ways: Readonly<Record<PlayMode, string>> = {
  reply: 'asked for its last turn',
  'every-turn': 'asked for every turn on its own',
  script: 'played line by line',
  simulate: 'played with a simulated user',
};

const mostLines = 20;
const longestReason = 600;

/** Why a conversation of a run is under review, in plain words: what failed, turn by turn. */
export function renderRunComment({ start, end, verdicts }: StoredConversation, run: string): string {
  const { target, play, id, repeat } = start;
  const again = repeat === 0 ? '' : ` (repeat ${repeat})`;
  const head = `Run ${run}, case "${id}", target "${target}", ${ways[play]}${again}: ${end?.status ?? 'unfinished'}.`;
  const error = end?.error;
  const at = error?.turnIndex === undefined ? '' : ` at ${nameTurn(error.turnIndex)}`;
  const failed = error === undefined ? [] : [`There is no reply${at} (${error.cause}): ${cut(error.message)}`];
  const said = verdicts.flatMap(renderVerdict);
  const more = said.length > mostLines ? [`… and ${said.length - mostLines} more.`] : [];
  return [head, ...failed, ...said.slice(0, mostLines), ...more].join('\n');
}

/** Nothing is said of what passed. */
function renderVerdict(verdict: Verdict): readonly string[] {
  if (verdict.status === 'graded' && verdict.pass) return [];
  const { turnIndex, grader } = verdict;
  const name = turnIndex === null ? grader : withoutTurn(grader);
  const where = turnIndex === null ? 'The conversation' : `Turn ${toTurnNumber(turnIndex)}`;
  if (verdict.status === 'graded') return [`${where}, ${name}: ${cut(verdict.reason)}`];
  const reason = verdict.reason === undefined ? '' : `: ${cut(verdict.reason)}`;
  return [`${where}, ${name}: not graded (${verdict.cause})${reason}`];
}

function cut(text: string): string {
  return text.length > longestReason ? `${text.slice(0, longestReason - 1).toWellFormed()}…` : text;
}
