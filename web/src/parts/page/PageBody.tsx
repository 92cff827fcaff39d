import type { ReactNode } from 'react';

/** A page that scrolls as a whole, with a readable width. Pages with panes fill the height instead. */
export function PageBody({ children, isWide = false }: { readonly children: ReactNode; readonly isWide?: boolean }) {
  return (
    <div className={`mx-auto w-full px-4 pt-6 pb-16 sm:px-8 sm:pt-8 ${isWide ? 'max-w-7xl' : 'max-w-5xl'}`}>
      {children}
    </div>
  );
}
