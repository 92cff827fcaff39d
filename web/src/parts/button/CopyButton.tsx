import { useState } from 'react';
import { Button } from './Button.tsx';

/** Copies a text and confirms it. */
export function CopyButton({ text, label = 'Copy' }: { readonly text: string; readonly label?: string }) {
  const [copied, setCopied] = useState<string>();
  const isCopied = copied === text;
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(text);
  };
  return (
    <Button
      aria-live="polite"
      icon={isCopied ? 'approve' : 'copy'}
      kind="quiet"
      onBlur={() => setCopied(undefined)}
      onClick={copy}
    >
      {isCopied ? 'Copied' : label}
    </Button>
  );
}
