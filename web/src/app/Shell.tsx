import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, Outlet, useNavigate, useRouter } from '@tanstack/react-router';
import { lazy, type RefObject, Suspense, useContext, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { myItemsQuery } from '../data/assignments.ts';
import { loadCode } from '../data/load-code.ts';
import { openPendingLabels } from '../data/pending-labels/pending-labels.ts';
import { CountBadge } from '../parts/CountBadge.tsx';
import { openQuestion } from '../parts/dialog/confirmed.ts';
import { toasts } from '../parts/feedback/toasts.ts';
import { Icon } from '../parts/Icon.tsx';
import { themeChoice, toNextTheme } from '../theme/theme-choice.ts';
import { destinations } from './frame/destinations.ts';
import { Rail } from './frame/Rail.tsx';
import { startKeyEngine } from './keys/key-engine.ts';
import { startTypingAhead, typingAhead } from './keys/typing-ahead.ts';
import { ActionContext, useAction } from './keys/use-action.ts';
import { useTyping } from './keys/use-typing.ts';
import { OfflineLine } from './states/OfflineLine.tsx';
import { StateLine } from './states/StateLine.tsx';
import { useReconnect } from './states/use-reconnect.ts';
import { Toasts } from './Toasts.tsx';
import { TipLayer } from './tip/TipLayer.tsx';
import { useWarmUp } from './use-warm-up.ts';

const Palette = lazy(async () => ({ default: (await loadCode(() => import('./palette/Palette.tsx'))).Palette }));
const ConfirmView = lazy(async () => ({ default: (await loadCode(() => import('./ConfirmView.tsx'))).ConfirmView }));
const SignedOutView = lazy(async () => ({
  default: (await loadCode(() => import('./states/SignedOutView.tsx'))).SignedOutView,
}));
const HelpDialog = lazy(async () => ({ default: (await loadCode(() => import('./help/HelpDialog.tsx'))).HelpDialog }));

/** The frame of every page: navigation, the page, and whatever opens over it. */
export function Shell() {
  const main = useRef<HTMLElement>(null);
  const palette = useLazyDialog();
  const help = useLazyDialog();
  const [isNarrow, toggleRail] = useRailWidth();
  const waiting = useWaiting();
  const hasNotes = useSyncExternalStore(toasts.subscribe, toasts.hasShown);
  const question = useSyncExternalStore(openQuestion.subscribe, openQuestion.get);
  const { state, nextTryAt, tryNow } = useReconnect();
  const isTyping = useTyping();
  useKeyEngine();
  useWarmUp();
  useLeftLabels();
  useShellActions({ onFind: palette.open, onHelp: help.open, onToggleRail: toggleRail });
  useMainFocus(main);

  return (
    <div className="relative grid h-dvh grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)_auto] overflow-clip sm:grid-cols-[auto_minmax(0,1fr)]">
      <SkipLink onSkip={() => main.current?.focus()} />
      <div className="contents sm:row-span-2 sm:row-start-1 sm:flex sm:min-h-0">
        <Rail isNarrow={isNarrow} onFind={palette.open} onHelp={help.open} onToggle={toggleRail} waiting={waiting} />
      </div>
      <main
        className="relative row-start-1 min-h-0 min-w-0 overflow-auto outline-none sm:col-start-2"
        id="page"
        ref={main}
        tabIndex={-1}
      >
        <Outlet />
      </main>
      {/* At the bottom, so that the page does not jump when the line appears or disappears. */}
      <div className="sm:col-start-2">
        {state === 'unreachable' && <OfflineLine nextTryAt={nextTryAt} onTryNow={tryNow} />}
        {state === 'signed-out' && <StateLine text="Signed out. Your changes are kept on this computer." />}
        <BottomBar onFind={palette.open} waiting={waiting} />
      </div>
      {/* One boundary each: a dialog that is still loading must not hide an open one. */}
      <Suspense>{palette.isWanted && <Palette isOpen={palette.isOpen} onClose={palette.close} />}</Suspense>
      <Suspense>{help.isWanted && <HelpDialog isOpen={help.isOpen} onClose={help.close} />}</Suspense>
      <Suspense>{question !== undefined && <ConfirmView question={question} />}</Suspense>
      {/* Not in the middle of a word: the view waits until you leave the field. */}
      <Suspense>{state === 'signed-out' && !isTyping && <SignedOutView onTryAgain={tryNow} />}</Suspense>
      {hasNotes && <Toasts />}
      <TipLayer />
    </div>
  );
}

/**
 * The code of a dialog loads when it first opens. Both dialogs start in a field, so keys typed before it appears are
 * kept.
 */
function useLazyDialog() {
  const [state, setState] = useState<'never' | 'open' | 'closed'>('never');
  return {
    isWanted: state !== 'never',
    isOpen: state === 'open',
    open: () => {
      typingAhead.expect();
      setState('open');
    },
    close: () => setState('closed'),
  };
}

function SkipLink({ onSkip }: { readonly onSkip: () => void }) {
  return (
    <button
      className="sr-only rounded-md bg-ink px-3 py-2 text-paper focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-80"
      onClick={onSkip}
      type="button"
    >
      Skip to main content
    </button>
  );
}

/** How many conversations are assigned to you. Undefined until it is known. */
function useWaiting(): number | undefined {
  return useQuery({ ...myItemsQuery(), refetchInterval: 30_000, select: ({ items }) => items.length }).data;
}

/** Sends scores that a closed tab left unsent, on whichever page the Studio opens. */
function useLeftLabels(): void {
  const client = useQueryClient();
  useEffect(() => void openPendingLabels(client), [client]);
}

/** Runs once, in the shell. */
function useKeyEngine(): void {
  const registry = useContext(ActionContext);
  useEffect(() => startTypingAhead(typingAhead, window), []);
  useEffect(() => startKeyEngine(registry, window, navigator.platform.startsWith('Mac')), [registry]);
}

/**
 * Moves the focus to a new page, so that a screen reader continues there and not in the menu. A page that has already
 * set the focus keeps it. A change of the search parameters alone moves nothing.
 */
function useMainFocus(main: RefObject<HTMLElement | null>): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (fromLocation === undefined || !pathChanged || main.current === null) return;
        if (!main.current.contains(document.activeElement)) main.current.focus({ preventScroll: true });
      }),
    [router, main],
  );
}

interface ShellActions {
  readonly onFind: () => void;
  readonly onHelp: () => void;
  readonly onToggleRail: () => void;
}

/** Actions that work on every page. */
function useShellActions({ onFind, onHelp, onToggleRail }: ShellActions): void {
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

const storageKey = 'turnwise.rail';

/** Whether the rail is narrow. Default on medium-sized screens: narrow, to leave room for the page. */
function useRailWidth(): readonly [isNarrow: boolean, toggle: () => void] {
  const [isNarrow, setNarrow] = useState(readNarrow);
  const toggle = () => {
    setNarrow(!isNarrow);
    try {
      localStorage.setItem(storageKey, isNarrow ? 'wide' : 'narrow');
    } catch {
      // A browser without storage forgets it on reload.
    }
  };
  return [isNarrow, toggle];
}

function readNarrow(): boolean {
  try {
    const kept = localStorage.getItem(storageKey);
    if (kept !== null) return kept === 'narrow';
  } catch {
    // As above.
  }
  return window.innerWidth < 1200;
}

const MoreSheet = lazy(async () => ({ default: (await loadCode(() => import('./frame/MoreSheet.tsx'))).MoreSheet }));

const place =
  'relative flex min-h-14 min-w-0 flex-1 flex-col items-center justify-center gap-0.5 text-quiet text-xs -outline-offset-2 data-[status=active]:font-medium data-[status=active]:text-accent';

/** The navigation at the bottom of narrow screens. */
function BottomBar({ waiting, onFind }: { readonly waiting: number | undefined; readonly onFind: () => void }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <nav aria-label="Pages" className="flex border-line border-t bg-card pb-[env(safe-area-inset-bottom)] sm:hidden">
      {destinations
        .filter(({ isInBar }) => isInBar)
        .map(({ to, label, icon }) => (
          <Link activeOptions={{ exact: to === '/', includeSearch: false }} className={place} key={to} to={to}>
            <Icon name={icon} size={20} />
            {label}
            {to === '/review' && waiting !== undefined && waiting > 0 && (
              <span className="absolute top-0.5 left-1/2 ml-2.5">
                <CountBadge count={waiting} kind="accent" unit="assigned to you" />
              </span>
            )}
          </Link>
        ))}
      <button aria-haspopup="dialog" className={place} onClick={() => setOpen(true)} type="button">
        <Icon name="menu" size={20} />
        More
      </button>
      <Suspense>{isOpen && <MoreSheet onClose={() => setOpen(false)} onFind={onFind} />}</Suspense>
    </nav>
  );
}
