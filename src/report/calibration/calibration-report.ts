import type { Calibration } from '../../calibrate/calibration.ts';
import type { Scale } from '../../conversation/deck.ts';
import type { Split } from '../../conversation/sample.ts';
import type { Palette } from '../palette.ts';

/** A deck with every judge that was asked by it. */
export interface ReportedDeck {
  /** As it is typed where the command was. */
  readonly file: string;
  readonly scale: Scale;
  readonly pass: number;
  /** How often its test samples were looked at, this time counted. */
  readonly looks: number;
  /** Samples that the deck itself includes, which `turnwise show` finds by their id. */
  readonly ownSamples: ReadonlySet<string>;
  readonly calibrations: readonly Calibration[];
}

/** What a calibration came to, for people. */
export interface CalibrationReport {
  readonly split: Split;
  readonly decks: readonly ReportedDeck[];
  /** Samples that could not be used. */
  readonly skipped: number;
  /** What the command did besides, on which the next step depends. */
  readonly done: {
    readonly gate: boolean;
    readonly probe: boolean;
    readonly allowLeak: boolean;
    /** Conversations that wait for labels, where labels were asked for. */
    readonly requested?: number;
  };
  /** The same command with these options changed, as it is typed. */
  readonly toCommand: (changes: CommandChanges) => string;
}

export interface CommandChanges {
  readonly gate?: true;
  readonly probe?: true;
  readonly split?: Split;
  /** Files the labels that are needed. */
  readonly requestLabels?: true;
}

export interface CalibrationStyle {
  readonly palette: Palette;
  /** How long a line may be. */
  readonly width: number;
}
