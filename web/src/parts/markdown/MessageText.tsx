import type { Turn } from '../../../../src/conversation/item/item.ts';
import { FoldedCode } from './FoldedCode.tsx';
import { Markdown } from './Markdown.tsx';
import { findPrettyJson } from './pretty-json.ts';

/** The text of a turn: Markdown, or data where a tool speaks. */
export function MessageText({ turn }: { readonly turn: Pick<Turn, 'role' | 'msg'> }) {
  const json = turn.role === 'tool' ? findPrettyJson(turn.msg) : undefined;
  return json === undefined ? <Markdown text={turn.msg} /> : <FoldedCode language="json" text={json} />;
}
