import { useState } from 'react';
import { CodeBlock } from './CodeBlock.tsx';
import { toFirstLines } from './first-lines.ts';

/** Data of some length: its first lines, and the rest when asked. */
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
