import { CopyButton } from '../CopyButton.tsx';

/** Text in letters of one width. Scrolls sideways in its own box. */
export function CodeBlock({ text, language }: { readonly text: string; readonly language: string }) {
  return (
    <div className="group/code relative min-w-0 rounded-md bg-shade text-ink" dir="ltr">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable with the keyboard */}
      <pre className="overflow-x-auto px-3 py-2.5 font-mono text-[0.86em] leading-relaxed" tabIndex={0}>
        <code>{text}</code>
      </pre>
      {language !== '' && (
        <span className="pointer-events-none absolute end-2.5 top-2 max-w-40 truncate rounded bg-shade ps-1 text-quiet text-xs">
          {language}
        </span>
      )}
      <span className="absolute end-1 top-1 rounded-md bg-shade opacity-0 focus-within:opacity-100 group-hover/code:opacity-100">
        <CopyButton text={text} />
      </span>
    </div>
  );
}
