import type { ShownTurn } from '../../../parts/conversation/shown-turns.ts';

const lineHeight = 23;
const letters = 78;
const mostLines = 300;

const known = new WeakMap<ShownTurn, number>();

/** About how high a turn will be: the nearer, the less the scroll bar moves when it is measured. Asked for very often. */
export function estimateHeight(turn: ShownTurn): number {
  const height = known.get(turn) ?? toHeight(turn);
  known.set(turn, height);
  return height;
}

function toHeight({ msg, refs, tags, answerKey, tool_calls }: ShownTurn): number {
  const lines = msg.slice(0, 20_000).split('\n');
  const textLines = lines.reduce((sum, line) => sum + Math.max(0.5, Math.ceil(line.length / letters)), 0);
  const calls = tool_calls?.length ?? 0;
  const rows = (refs !== undefined && refs.length > 0 ? 34 : 0) + (tags.length > 0 ? 30 : 0);
  return 56 + Math.min(textLines, mostLines) * lineHeight + rows + (answerKey === undefined ? 0 : 44) + calls * 90;
}
