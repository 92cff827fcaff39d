import type { CSSProperties } from 'react';

/** Where a row stands. */
export interface RowBox {
  /** From the top of the list. */
  readonly top: number;
  readonly height: number;
  /** Of its columns. */
  readonly tracks?: string;
}

export function isSameBox(one: RowBox, other: RowBox): boolean {
  return one.top === other.top && one.height === other.height && one.tracks === other.tracks;
}

export function toRowStyle({ top, height, tracks }: RowBox): CSSProperties {
  return {
    height,
    transform: `translateY(${top}px)`,
    ...(tracks === undefined ? {} : { gridTemplateColumns: tracks }),
  };
}
