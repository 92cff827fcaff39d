import { useEffect, useState } from 'react';
import { StateLine } from './StateLine.tsx';

export interface OfflineLineProps {
  readonly nextTryAt: number | undefined;
  readonly onTryNow: () => void;
}

/** A line below the page while the server is unreachable. */
export function OfflineLine({ nextTryAt, onTryNow }: OfflineLineProps) {
  return (
    <StateLine text="Offline. Your changes are kept on this computer.">
      <span className="ml-auto flex items-center gap-2 text-warn">
        {nextTryAt !== undefined && <Countdown to={nextTryAt} />}
        <button
          className="min-h-6 rounded px-1.5 font-medium underline underline-offset-2 hover:no-underline"
          onClick={onTryNow}
          type="button"
        >
          Retry now
        </button>
      </span>
    </StateLine>
  );
}

/** Hidden from screen readers, which would read it every second. */
function Countdown({ to }: { readonly to: number }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.ceil((to - now) / 1000);
  return (
    <span aria-hidden="true" className="tabular-nums">
      {seconds > 0 ? `Retrying in ${seconds} s` : 'Retrying'}
    </span>
  );
}
