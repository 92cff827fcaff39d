import { useNavigate } from '@tanstack/react-router';
import { themeChoice, toNextTheme } from '../theme/theme-choice.ts';
import { useAction } from './keys/use-action.ts';

export interface ShellActions {
  readonly onFind: () => void;
  readonly onHelp: () => void;
  readonly onToggleRail: () => void;
}

/** What can be done on every page. */
export function useShellActions({ onFind, onHelp, onToggleRail }: ShellActions): void {
  const navigate = useNavigate();
  useAction('app.palette', onFind);
  useAction('app.help', onHelp);
  useAction('app.theme', () => themeChoice.set(toNextTheme(themeChoice.get())));
  useAction('app.menu', onToggleRail);
  useAction('go.home', () => void navigate({ to: '/' }));
  useAction('go.review', () => void navigate({ to: '/review' }));
  useAction('go.explorer', () => void navigate({ to: '/items' }));
  useAction('go.datasets', () => void navigate({ to: '/datasets' }));
  useAction('go.import', () => void navigate({ to: '/import' }));
  useAction('go.tags', () => void navigate({ to: '/tags' }));
  useAction('go.snapshots', () => void navigate({ to: '/snapshots' }));
}
