import { ApiFault, UnreachableFault } from '../../data/api-fault.ts';
import { Button } from '../button/Button.tsx';
import { ButtonLink } from '../button/ButtonLink.tsx';
import { Icon } from '../Icon.tsx';

export interface FaultViewProps {
  readonly error: unknown;
  /** What failed: "Couldn't load datasets." */
  readonly title: string;
  readonly onRetry?: () => void;
}

/** An error: what happened, where, and what to do next. Never a stack trace. */
export function FaultView({ error, title, onRetry }: FaultViewProps) {
  const problems = error instanceof ApiFault ? error.problems : [];
  return (
    <div className="m-4 flex flex-col gap-1.5 rounded-md border-fail border-l-4 bg-fail-soft px-4 py-3" role="alert">
      <p className="flex items-center gap-2 font-semibold text-fail">
        <Icon name="warn" /> {title}
      </p>
      <p>{toSentence(error)}</p>
      {problems.length > 0 && (
        <ul className="list-disc pl-5 text-sm">
          {problems.map(({ path, message }) => (
            <li key={`${path} ${message}`}>
              <code className="font-mono text-xs">{path}</code> {message}
            </li>
          ))}
        </ul>
      )}
      {isNotFound(error) && (
        <div className="pt-1.5">
          <ButtonLink icon="search" to="/items">
            Browse conversations
          </ButtonLink>
        </div>
      )}
      {onRetry !== undefined && !isNotFound(error) && (
        <div className="pt-1.5">
          <Button icon="restore" onClick={onRetry}>
            Retry
          </Button>
        </div>
      )}
    </div>
  );
}

/** An error message for users. */
export function toSentence(error: unknown): string {
  if (error instanceof UnreachableFault) return "Can't reach the server. Is `turnwise serve` still running?";
  if (error instanceof ApiFault) return withoutCalls(error.message);
  return 'Something went wrong on this page. Reload it. Your changes are kept.';
}

/** Retrying would give the same answer. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiFault && error.status === 404;
}

/** Leaves out hints for programmers, unless the message has nothing else. */
function withoutCalls(detail: string): string {
  const sentences = detail.split(/(?<=[.!?])\s+/);
  const plain = sentences.filter((sentence) => !/\b(GET|POST|PUT|DELETE) \/|`turnwise /.test(sentence));
  return (plain.length === 0 ? sentences : plain).join(' ');
}
