import type { ReactNode } from 'react';
import { Icon, type IconName } from './Icon.tsx';

export interface EmptyViewProps {
  readonly title: string;
  /** What to do next. */
  readonly children?: ReactNode;
  readonly icon?: IconName;
}

/** What stands where a list has nothing to show: why, and the next step. */
export function EmptyView({ title, children, icon = 'chat' }: EmptyViewProps) {
  return (
    <div className="mx-auto flex max-w-md flex-col items-center gap-3 px-6 py-12 text-center">
      <span className="rounded-full bg-shade p-3 text-quiet">
        <Icon name={icon} size={22} />
      </span>
      <h2 className="font-semibold text-lg">{title}</h2>
      <div className="flex flex-col items-center gap-3 text-quiet">{children}</div>
    </div>
  );
}
