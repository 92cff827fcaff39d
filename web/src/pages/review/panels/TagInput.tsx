import { lazy } from 'react';
import { loadCode } from '../../../data/load-code.ts';
import type { TagReading } from './tags/read-tags.ts';

export interface TagInputProps {
  /** What is edited: "Tags of turn 3". */
  readonly label: string;
  readonly isLabelHidden?: boolean;
  readonly tags: readonly string[];
  readonly onChange: (tags: readonly string[]) => void;
  /** Offers while typing. */
  readonly suggestions?: readonly string[];
  /** The one spelling of what was typed, or what is wrong with it. Default: plain words, as turns have them. */
  readonly toTag?: (written: string) => TagReading;
  /** Leads the focus here: see focus-place.ts. */
  readonly place?: string;
}

/** `TagField`, loaded on the first edit of tags. Its parent needs a `Suspense`. */
export const TagInput = lazy(async () => ({ default: (await loadCode(() => import('./TagField.tsx'))).TagField }));
