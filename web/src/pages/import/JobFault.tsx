import { Button } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { toFaultText } from './import-words.ts';

export interface JobFaultProps {
  readonly error: unknown;
  readonly title: string;
  readonly onRetry: () => void;
}

/** Why a file came to nothing, and what to do next. */
export function JobFault({ error, title, onRetry }: JobFaultProps) {
  return (
    <div className="flex flex-col items-start gap-2 rounded-xl bg-fail-soft p-5" role="alert">
      <p className="flex items-center gap-2 font-semibold text-fail">
        <Icon name="warn" /> {title}
      </p>
      <p className="break-words" dir="auto">
        {toFaultText(error)}
      </p>
      <Button icon="restore" onClick={onRetry}>
        Retry
      </Button>
    </div>
  );
}
