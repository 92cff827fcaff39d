import type { PlayMode } from '../conversation/case.ts';
import type { Message } from '../conversation/message.ts';
import type { Send } from '../conversation/target-spec.ts';
import type { Verdict } from '../conversation/verdict.ts';
import type { Comparison, FlippedCase } from './comparison.ts';

/** One side of a comparison: a target of a run. `send` and `play` only where they were asked for by name. */
export interface ComparedRun {
  readonly run: string;
  readonly target: string;
  readonly send?: Send;
  readonly play?: PlayMode;
  /** The later grading whose verdicts were compared; absent: those given while it was played. */
  readonly grading?: number;
}

/** How a pair came out in one of the two runs. */
export interface FlippedSide {
  readonly status: FlippedCase['a']['status'];
  /** Number of the conversation in its run. */
  readonly conversation: number;
  /** The first thing that was wrong; absent when nothing was. */
  readonly reason?: string;
  /** What was said, in order. If a reply and its reference are at one place, the reply. Absent: transcripts were not requested. */
  readonly messages?: readonly Message[];
  /** Present when `messages` is. */
  readonly verdicts?: readonly Verdict[];
}

/** A pair whose status is not the same in both runs. */
export interface FlippedPair extends Omit<FlippedCase, 'a' | 'b'> {
  readonly a: FlippedSide;
  readonly b: FlippedSide;
}

/** Two recorded runs compared with each other: what changed, and whether it is significant. B is the new one. */
export interface RunComparison extends Omit<Comparison, 'flipped'> {
  readonly runs: { readonly a: ComparedRun; readonly b: ComparedRun };
  readonly flipped: readonly FlippedPair[];
  /** What else changed between the runs: graders, judges, files. Where it did, a difference may come from that. */
  readonly notes: readonly string[];
}
