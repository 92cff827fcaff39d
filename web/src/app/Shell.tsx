import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useRef, useState, useSyncExternalStore } from 'react';
import { loadCode } from '../data/load-code.ts';
import { openQuestion } from '../parts/confirmed.ts';
import { notes } from '../parts/toasts.ts';
import { BottomBar } from './frame/BottomBar.tsx';
import { Rail } from './frame/Rail.tsx';
import { useRailWidth } from './frame/use-rail-width.ts';
import { useWaiting } from './frame/use-waiting.ts';
import { typingAhead } from './keys/typing-ahead.ts';
import { useKeyEngine } from './keys/use-key-engine.ts';
import { useTyping } from './keys/use-typing.ts';
import { OfflineLine } from './states/OfflineLine.tsx';
import { StateLine } from './states/StateLine.tsx';
import { useReconnect } from './states/use-reconnect.ts';
import { TipLayer } from './tip/TipLayer.tsx';
import { useLeftLabels } from './use-left-labels.ts';
import { useMainFocus } from './use-main-focus.ts';
import { useShellActions } from './use-shell-actions.ts';
import { useWarmUp } from './use-warm-up.ts';

const Palette = lazy(async () => ({ default: (await loadCode(() => import('./palette/Palette.tsx'))).Palette }));
const Toasts = lazy(async () => ({ default: (await loadCode(() => import('./Toasts.tsx'))).Toasts }));
const ConfirmView = lazy(async () => ({ default: (await loadCode(() => import('./ConfirmView.tsx'))).ConfirmView }));
const SignedOutView = lazy(async () => ({
  default: (await loadCode(() => import('./states/SignedOutView.tsx'))).SignedOutView,
}));
const HelpDialog = lazy(async () => ({ default: (await loadCode(() => import('./help/HelpDialog.tsx'))).HelpDialog }));

/** The frame of every page: where one can go, the page, and what may lie over it. */
export function Shell() {
  const main = useRef<HTMLElement>(null);
  const palette = useLazyDialog();
  const help = useLazyDialog();
  const [isNarrow, toggleRail] = useRailWidth();
  const waiting = useWaiting();
  const hasNotes = useSyncExternalStore(notes.subscribe, notes.hasSpoken);
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
      {/* At the bottom, so that what one reads does not jump when the line comes or goes. */}
      <div className="sm:col-start-2">
        {state === 'unreachable' && <OfflineLine nextTryAt={nextTryAt} onTryNow={tryNow} />}
        {state === 'signed-out' && <StateLine text="Signed out. Your changes are kept on this computer." />}
        <BottomBar onFind={palette.open} waiting={waiting} />
      </div>
      {/* Each in its own: what is still loading must not hide what is open. */}
      <Suspense>{palette.isWanted && <Palette isOpen={palette.isOpen} onClose={palette.close} />}</Suspense>
      <Suspense>{help.isWanted && <HelpDialog isOpen={help.isOpen} onClose={help.close} />}</Suspense>
      <Suspense>{question !== undefined && <ConfirmView question={question} />}</Suspense>
      {/* Not in the middle of a word: who types ends that first. */}
      <Suspense>{state === 'signed-out' && !isTyping && <SignedOutView onTryAgain={tryNow} />}</Suspense>
      <Suspense>{hasNotes && <Toasts />}</Suspense>
      <TipLayer />
    </div>
  );
}

/** Its code is loaded when it is opened for the first time. Both begin with a field: who opens one goes on typing. */
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
