import type { CalibratedRow, Calibration } from '../../calibrate/calibration.ts';
import type { Scale } from '../../conversation/judge/deck.ts';
import type { Split } from '../../conversation/sample.ts';
import type { Palette } from '../palette.ts';

/** A judge with its verdict on each sample. */
export interface ReportedJudge {
  readonly calibration: Calibration;
  readonly rows: readonly Pick<CalibratedRow, 'judge' | 'cause' | 'judgeReason' | 'probed'>[];
}

/** A deck with every judge that was asked by it. */
export interface ReportedDeck {
  /** As it is typed where the command was. */
  readonly file: string;
  /** The deck that comes with Turnwise: you cannot change it, nor score by it. */
  readonly isBundled?: boolean;
  readonly scale: Scale;
  readonly pass: number;
  /** It shows its judges no more than the last turn. */
  readonly seesTurnOnly: boolean;
  /** Samples that are kept aside for a test, whether or not they were asked about now. */
  readonly keptForTest: number;
  /** Samples asked about that the deck itself includes, which `turnwise show` finds by their id. */
  readonly ownSamples: ReadonlySet<string>;
  /** What asks people to score what was drawn before and has no score yet, as it is typed. Absent: all of it has. */
  readonly labelCommand?: string;
  readonly judges: readonly ReportedJudge[];
}

/** What a calibration came to, for people. */
export interface CalibrationReport {
  readonly split: Split;
  readonly decks: readonly ReportedDeck[];
  /** Answers of judges since the command began, and how many of them came from the cache. */
  readonly answers?: { readonly of: number; readonly cached: number };
  /** Samples that could not be used. */
  readonly skipped: number;
  /** What the command did besides, on which the next step depends. */
  readonly done: {
    readonly gate: boolean;
    readonly probe: boolean;
    readonly allowLeak: boolean;
    /** Where labels were asked for. */
    readonly requested?: RequestedLabels;
  };
  /** The same command with these options changed, as it is typed. */
  readonly toCommand: (changes: CommandChanges) => string;
}

export interface RequestedLabels {
  /** Conversations that wait for labels now. */
  readonly waiting: number;
  /** What asks for those labels by a deck, as it is typed. */
  readonly toCommand: (deckFile: string) => string;
}

/** What is left out stays as it was typed. */
export interface CommandChanges {
  readonly gate?: boolean;
  readonly probe?: boolean;
  readonly split?: Split;
  /** true: files the labels that are needed. */
  readonly requestLabels?: boolean;
  /** Only these judges. */
  readonly decks?: readonly string[];
  readonly judges?: readonly string[];
}

export interface CalibrationStyle {
  readonly palette: Palette;
  /** How long a line may be. */
  readonly width: number;
  /** Every table, instead of what fits on one screen. */
  readonly verbose?: boolean;
  /** Prints every metric there is. */
  readonly everyMetric?: boolean;
  /** A page with every conversation was asked for. */
  readonly hasPage?: boolean;
}
