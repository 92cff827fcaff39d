import { Button } from './Button.tsx';

export interface MoreButtonProps {
  readonly rest: number;
  /** Of what: "sources". */
  readonly what: string;
  readonly onClick: () => void;
}

/** Behind a list that is not shown whole. */
export function MoreButton({ rest, what, onClick }: MoreButtonProps) {
  if (rest === 0) return null;
  return (
    <Button kind="quiet" onClick={onClick}>
      Show {rest.toLocaleString('en')} more {what}
    </Button>
  );
}
