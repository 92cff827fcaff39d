import { CopyButton } from '../button/CopyButton.tsx';
import { joinClasses } from '../join-classes.ts';

/** A code block that scrolls sideways. */
export function CodeBlock({ text, language }: { readonly text: string; readonly language: string }) {
  return (
    <div className="group/code relative min-w-0 rounded-md bg-shade text-ink" dir="ltr">
      {/* On its own line, because a long first line of code would run under it. */}
      {language !== '' && <p className="truncate ps-3 pe-24 pt-1.5 text-quiet text-xs leading-6">{language}</p>}
      <pre
        className={joinClasses(
          'overflow-x-auto px-3 pb-2.5 font-mono text-[0.86em] leading-relaxed',
          language === '' ? 'pt-2.5' : 'pt-0.5',
        )}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable with the keyboard
        tabIndex={0}
      >
        <code>{text}</code>
      </pre>
      <span className="absolute end-1 top-1 rounded-md bg-shade opacity-0 focus-within:opacity-100 group-hover/code:opacity-100">
        <CopyButton text={text} />
      </span>
    </div>
  );
}
