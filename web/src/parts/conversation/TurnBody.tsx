import type { Turn } from '../../../../src/conversation/item/item.ts';
import { type ToolCall, toCallParts } from '../../../../src/conversation/message.ts';
import { Icon } from '../Icon.tsx';
import { FoldedCode } from '../markdown/FoldedCode.tsx';
import { Markdown } from '../markdown/Markdown.tsx';

export interface TurnBodyProps {
  readonly turn: Turn;
  /** Starts editing a turn without text. */
  readonly onWrite?: () => void;
}

/** The text of a turn, its tool calls, and its answer key. */
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

/** The text of a turn: Markdown, or JSON for a tool. */
function MessageText({ turn }: { readonly turn: Pick<Turn, 'role' | 'msg'> }) {
  const json = turn.role === 'tool' ? findPrettyJson(turn.msg) : undefined;
  return json === undefined ? <Markdown text={turn.msg} /> : <FoldedCode language="json" text={json} />;
}

/** The tool calls of a turn, with their arguments. */
function ToolCalls({ calls }: { readonly calls: readonly ToolCall[] }) {
  return (
    <ul className="flex flex-col gap-1.5">
      {calls.map((call, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two calls may be the same to the letter
        <CallLine call={call} key={place} />
      ))}
    </ul>
  );
}

function CallLine({ call }: { readonly call: ToolCall }) {
  const { name, arguments: given } = toCallParts(call);
  const text = toArgumentText(given);
  return (
    <li className="flex flex-col gap-1">
      <p className="flex min-h-6 min-w-0 items-center gap-1.5 text-sm">
        <span className="text-quiet">
          <Icon name="bolt" size={14} />
        </span>
        <span className="text-quiet">Calls</span>
        <code className="min-w-0 truncate font-medium font-mono text-xs" dir="ltr">
          {name}
        </code>
      </p>
      {text !== '' && <FoldedCode language="" text={text} />}
    </li>
  );
}

function toArgumentText(given: unknown): string {
  if (given === undefined) return '';
  return typeof given === 'string' ? (findPrettyJson(given) ?? given) : JSON.stringify(given, null, 2);
}

const mostLength = 200_000;

/** Formatted JSON. Undefined if the text is not an object or an array. */
export function findPrettyJson(text: string): string | undefined {
  if (text.length > mostLength || !/^\s*[[{]/u.test(text)) return undefined;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return undefined;
  }
}
