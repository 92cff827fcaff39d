import { type ToolCall, toCallParts } from '../../../../src/conversation/message.ts';
import { Icon } from '../Icon.tsx';
import { FoldedCode } from '../markdown/FoldedCode.tsx';
import { findPrettyJson } from '../markdown/pretty-json.ts';

/** The tools that a turn calls, and with what. */
export function ToolCalls({ calls }: { readonly calls: readonly ToolCall[] }) {
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
