import type { Turn } from '../../../../src/conversation/item/item.ts';
import { MessageText } from '../markdown/MessageText.tsx';
import { ToolCalls } from './ToolCalls.tsx';

export interface TurnBodyProps {
  readonly turn: Turn;
  /** Where a turn without text can be written. */
  readonly onWrite?: () => void;
}

/** What is said in a turn, the tools it calls, and what was expected of it. */
export function TurnBody({ turn, onWrite }: TurnBodyProps) {
  const calls = turn.tool_calls ?? [];
  const expected = turn.expectedBehavior ?? [];
  const isBlank = turn.msg.trim() === '';
  return (
    <div className="flex min-w-0 flex-col gap-2">
      {!isBlank && <MessageText turn={turn} />}
      {isBlank && calls.length === 0 && <NoText onWrite={onWrite} />}
      {calls.length > 0 && <ToolCalls calls={calls} />}
      {expected.length > 0 && (
        <p className="text-quiet text-xs">
          Expected: <span dir="auto">{expected.join(', ')}</span>
        </p>
      )}
    </div>
  );
}

function NoText({ onWrite }: { readonly onWrite: TurnBodyProps['onWrite'] | undefined }) {
  if (onWrite === undefined) return <p className="text-quiet italic">No text yet</p>;
  return (
    <button
      className="-mx-1.5 min-h-7 cursor-text rounded px-1.5 text-start text-quiet italic hover:bg-hover hover:text-ink"
      onClick={onWrite}
      type="button"
    >
      No text yet. Write it
    </button>
  );
}
