import { KeyCaps } from '../../../../parts/KeyCaps.tsx';

export interface CardKeysProps {
  readonly keys: string;
  readonly isKeyed: boolean;
}

/** A key of the card where keys act. The others keep its room: a button must not move away under the press that goes there. */
export function CardKeys({ keys, isKeyed }: CardKeysProps) {
  return (
    <span className={isKeyed ? 'flex' : 'invisible flex'}>
      <KeyCaps keys={keys} />
    </span>
  );
}
