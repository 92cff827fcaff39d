import { type KeyboardEvent, useId, useRef, useState } from 'react';
import type { FindPattern } from '../../../../../src/base/patterns.ts';
import type { KeyFinding, KeyPart } from '../../../../../src/conversation/answer-key.ts';
import { KeptMark, keyLabels, toKeptText } from '../../../parts/conversation/KeySummary.tsx';
import { Icon } from '../../../parts/Icon.tsx';

export interface PhraseListProps {
  readonly part: KeyPart;
  /** Each text or pattern, and whether the turn does what it says. */
  readonly findings: readonly KeyFinding[];
  readonly onChange: (phrases: readonly string[]) => void;
  /** Undefined until the engine is loaded. */
  readonly findPattern: FindPattern | undefined;
}

/** Texts or patterns one under the other, with a field for the next. Enter adds, Backspace in the empty field takes the last back. */
export function PhraseList({ part, findings, onChange, findPattern }: PhraseListProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [written, setWritten] = useState('');
  const [problem, setProblem] = useState<string>();
  const isPattern = part === 'mustMatch' || part === 'mustNotMatch';
  const phrases = findings.map(({ wanted }) => wanted);
  const write = (text: string) => {
    setWritten(text);
    setProblem(undefined);
  };
  const add = () => {
    const phrase = isPattern ? written : written.trim();
    const flaw = isPattern && phrase !== '' ? findPattern?.(phrase) : undefined;
    if (typeof flaw === 'string') {
      setProblem(`Not a valid RE2 pattern: ${flaw}.`);
      return;
    }
    if (phrase.trim() !== '' && !phrases.includes(phrase)) onChange([...phrases, phrase]);
    write('');
  };
  const remove = (phrase: string) => {
    onChange(phrases.filter((other) => other !== phrase));
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const last = phrases.at(-1);
    if (event.key === 'Enter') {
      event.preventDefault();
      add();
    } else if (event.key === 'Backspace' && written === '' && last !== undefined) {
      event.preventDefault();
      onChange(phrases.slice(0, -1));
      write(last);
    }
  };
  return (
    <div className="flex flex-col gap-1">
      <label className="font-medium text-quiet text-xs" htmlFor={id}>
        {keyLabels[part]}
      </label>
      {findings.length > 0 && (
        <ul className="flex flex-col">
          {findings.map((finding) => (
            <Phrase finding={finding} key={finding.wanted} onRemove={remove} />
          ))}
        </ul>
      )}
      <input
        aria-describedby={problem === undefined ? undefined : `${id}-problem`}
        aria-invalid={problem !== undefined}
        className={`min-h-8 w-full rounded-md border border-field/70 bg-card px-2.5 py-1 text-sm ${isPattern ? 'font-mono' : ''}`}
        dir="auto"
        id={id}
        onBlur={add}
        onChange={(event) => write(event.target.value)}
        onKeyDown={onKeyDown}
        placeholder={isPattern ? 'RE2 pattern, then Enter' : 'Phrase, then Enter'}
        ref={field}
        value={written}
      />
      {problem !== undefined && (
        <p className="text-fail text-xs" id={`${id}-problem`} role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

interface PhraseProps {
  readonly finding: KeyFinding;
  readonly onRemove: (phrase: string) => void;
}

function Phrase({ finding, onRemove }: PhraseProps) {
  const { wanted, isKept, isPattern } = finding;
  return (
    <li className="flex min-h-7 items-center gap-2 text-sm">
      <KeptMark isKept={isKept} />
      <span className={`min-w-0 break-words ${isPattern ? 'font-mono text-[0.8125rem]' : ''}`} dir="auto">
        {wanted}
      </span>
      <span className="shrink-0 text-quiet text-xs">· {toKeptText(finding)}</span>
      <button
        aria-label={`Remove ${wanted}`}
        className="ms-auto flex size-6 shrink-0 items-center justify-center rounded text-quiet hover:bg-hover hover:text-ink"
        onClick={() => onRemove(wanted)}
        type="button"
      >
        <Icon name="close" size={12} />
      </button>
    </li>
  );
}
