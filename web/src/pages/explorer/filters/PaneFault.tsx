import { Button } from '../../../parts/button/Button.tsx';

export interface PaneFaultProps {
  readonly text: string;
  readonly onRetry: () => void;
}

/** A loading error in a pane with little room. */
export function PaneFault({ text, onRetry }: PaneFaultProps) {
  return (
    <div className="flex flex-col items-start gap-1.5 text-fail text-sm" role="alert">
      {text}
      <Button icon="restore" onClick={onRetry}>
        Retry
      </Button>
    </div>
  );
}
