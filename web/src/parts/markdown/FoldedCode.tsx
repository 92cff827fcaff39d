import { useState } from 'react';
import { CodeBlock } from './CodeBlock.tsx';

/** A long code block: its first lines, and the rest on request. */
export function FoldedCode({ text, language }: { readonly text: string; readonly language: string }) {
  const [isWhole, setWhole] = useState(false);
  const { first, hidden } = toFirstLines(text);
  if (isWhole || hidden === 0) return <CodeBlock language={language} text={text} />;
  return (
    <div className="flex flex-col gap-1">
      <CodeBlock language={language} text={first} />
      <button
        className="min-h-6 self-start rounded-md px-1 text-accent text-sm hover:bg-hover"
        onClick={() => setWhole(true)}
        type="button"
      >
        Show {hidden.toLocaleString('en')} more lines
      </button>
    </div>
  );
}

const shown = 14;
/** Hiding only two lines is not worth it. */
const leastHidden = 4;

interface FirstLines {
  readonly first: string;
  readonly hidden: number;
}

/** The first lines of a text, and the number of lines after them. */
export function toFirstLines(text: string): FirstLines {
  const lines = text.split('\n');
  const hidden = lines.length - shown;
  return hidden < leastHidden ? { first: text, hidden: 0 } : { first: lines.slice(0, shown).join('\n'), hidden };
}
