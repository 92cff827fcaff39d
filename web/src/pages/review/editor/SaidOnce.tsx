import { useState } from 'react';
import type { SavingText } from './saving-texts.ts';

/**
 * Says a change of meaning to screen readers: offline, refused, saved again after trouble. That somebody typed and it
 * was saved, as always, is not said.
 */
export function SaidOnce({ text }: { readonly text: SavingText }) {
  const [said, setSaid] = useState(text);
  if (text.isSaid && text.short !== said.short) setSaid(text);
  return (
    <span aria-live="polite" className="sr-only">
      {said.kind === 'quiet' ? said.short : said.long}
    </span>
  );
}
