import type { Turn } from '../../../../src/conversation/item.ts';
import { MessageText } from '../markdown/MessageText.tsx';
import { ToolCalls } from './ToolCalls.tsx';

/** What is said in a turn, the tools it calls, and what was expected of it. */
export function TurnBody({ turn }: { readonly turn: Turn }) {
  const calls = turn.tool_calls ?? [];
  const expected = turn.expectedBehavior ?? [];
  const isBlank = turn.msg.trim() === '';
  return (
    <div className="flex min-w-0 flex-col gap-2">
      {!isBlank && <MessageText turn={turn} />}
      {isBlank && calls.length === 0 && <p className="text-quiet italic">No text yet</p>}
      {calls.length > 0 && <ToolCalls calls={calls} />}
      {expected.length > 0 && (
        <p className="text-quiet text-xs">
          Expected: <span dir="auto">{expected.join(', ')}</span>
        </p>
      )}
    </div>
  );
}
