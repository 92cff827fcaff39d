import type { ReactNode } from 'react';
import type { Inline } from './markdown-tree.ts';

/** The inline content of a block. */
export function InlineList({ inlines }: { readonly inlines: readonly Inline[] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: a text that changes is another tree; nothing in it has a state
  return inlines.map((inline, place) => <InlineView inline={inline} key={place} />);
}

function InlineView({ inline }: { readonly inline: Inline }) {
  switch (inline.kind) {
    case 'text':
      return inline.text;
    case 'break':
      return <br />;
    case 'code':
      return (
        <code className="rounded bg-shade px-1 py-0.5 font-mono text-[0.86em]" dir="ltr">
          {inline.text}
        </code>
      );
    case 'strong':
      return (
        <strong className="font-semibold">
          <InlineList inlines={inline.children} />
        </strong>
      );
    case 'emphasis':
      return (
        <em>
          <InlineList inlines={inline.children} />
        </em>
      );
    case 'deleted':
      return (
        <del className="text-quiet">
          <InlineList inlines={inline.children} />
        </del>
      );
    case 'link':
      return <WebLink {...inline} />;
    case 'image':
      return <ImageLink {...inline} />;
  }
}

const textLook = 'underline decoration-accent/40 underline-offset-2 group-hover/link:decoration-accent';

interface OutwardProps {
  readonly href: string;
  readonly host: string | undefined;
  readonly children: ReactNode;
}

/** An external link, inline in the text. The host is shown after it, so that the text cannot disguise the target. */
function Outward({ href, host, children }: OutwardProps) {
  return (
    <a className="group/link text-accent" href={href} rel="noopener noreferrer nofollow" target="_blank">
      <span className={textLook}>{children}</span>
      {host !== undefined && (
        <bdi className="text-quiet text-xs" dir="ltr">
          {' '}
          {host}
        </bdi>
      )}
      <span className="sr-only">, opens in a new tab</span>
    </a>
  );
}

function WebLink({ href, host, isBare, children }: Extract<Inline, { readonly kind: 'link' }>) {
  return (
    <Outward host={isBare ? undefined : host} href={href}>
      <InlineList inlines={children} />
    </Outward>
  );
}

function ImageLink({ href, host, text }: Extract<Inline, { readonly kind: 'image' }>) {
  return (
    <Outward host={host} href={href}>
      Image{text === '' ? '' : ': '}
      <bdi>{text}</bdi>
    </Outward>
  );
}
