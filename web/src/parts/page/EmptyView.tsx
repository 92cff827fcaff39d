import type { ReactNode } from 'react';
import { Icon, type IconName } from '../Icon.tsx';

export interface EmptyViewProps {
  readonly title: string;
  /** What to do next. */
  readonly children?: ReactNode;
  readonly icon?: IconName;
  /** It is all there is on the page: its title is the title of the page. */
  readonly isPage?: boolean;
}

/** What stands where a list has nothing to show: why, and the next step. */
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
