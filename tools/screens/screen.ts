import type { Page } from 'playwright-core';
import type { TurnChange } from './tell-story.ts';

export type Device = 'desktop' | 'phone';
export type Theme = 'light' | 'dark';

/** A signed-in page of the Studio that a picture is taken of. */
export interface Sitter {
  readonly page: Page;
  readonly device: Device;
  /** Another reviewer changes a turn of an item at the same time. */
  readonly editBeside: (change: TurnChange) => Promise<void>;
}

export interface Screen {
  /** The picture's file name, before its device and theme. */
  readonly name: string;
  readonly title: string;
  readonly path: string;
  /** Text or place that has to be there before the picture is taken. */
  readonly waitFor: string;
  readonly prepare?: (sitter: Sitter) => Promise<void>;
  /** Default: both. */
  readonly devices?: readonly Device[];
}
