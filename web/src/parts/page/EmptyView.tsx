import type { ReactNode } from 'react';
import { Icon, type IconName } from '../Icon.tsx';

export interface EmptyViewProps {
  readonly title: string;
  /** What to do next. */
  readonly children?: ReactNode;
  readonly icon?: IconName;
  /** It is the whole page, so its title is the page's h1. */
  readonly isPage?: boolean;
}

/** Shown instead of an empty list: why it is empty, and the next step. */
export function EmptyView({ title, children, icon = 'chat', isPage = false }: EmptyViewProps) {
  const Title = isPage ? 'h1' : 'h2';
  return (
    <div className="mx-auto flex max-w-md flex-col items-center gap-3 px-6 py-12 text-center">
      <span className="rounded-full bg-shade p-3 text-quiet">
        <Icon name={icon} size={22} />
      </span>
      <Title className="break-words font-semibold text-lg" dir="auto">
        {title}
      </Title>
      <div className="flex flex-col items-center gap-3 text-quiet">{children}</div>
    </div>
  );
}
