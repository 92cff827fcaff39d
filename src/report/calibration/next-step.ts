import type { Calibration } from '../../calibrate/calibration.ts';
import { toLine } from '../one-line.ts';
import type { CalibrationReport, CommandChanges, ReportedDeck } from './calibration-report.ts';
import { findUnscoredSentence, scoreFirst } from './evidence-sentences.ts';
import { listDoomed, listWords } from './open-metrics.ts';

/** What to do next, in a sentence; `command`: what to type for it. */
export interface NextStep {
  readonly says: string;
  readonly command?: string;
}

/** Depends on what came out and on what the user did already. Judges for whom the same is next share a step. */
export function listNextSteps(report: CalibrationReport): readonly NextStep[] {
  const judges = report.decks.flatMap((deck) => deck.judges.map(({ calibration }) => ({ deck, calibration })));
  if (report.done.allowLeak)
    return [{ says: 'The judges saw the human scores, so these metrics say nothing. Leave out --allow-leak.' }];
  const empty = findEmptySentence(judges.map(({ calibration }) => calibration));
  if (empty !== undefined) return [{ says: empty }];
  const planned = judges.map((judge) => ({ judge, step: toStep(judge, report) }));
  return [...Map.groupBy(planned, ({ step }) => JSON.stringify(step)).values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const some = group.length === judges.length ? undefined : group.map(({ judge }) => judge);
    return [renderStep(first.step, some, report)];
  });
}

interface Judge {
  readonly deck: ReportedDeck;
  readonly calibration: Calibration;
}

interface Step {
  readonly says: string;
  /** What is typed: the same command with changes, or another. */
  readonly changes?: CommandChanges;
  readonly command?: string;
}

function findEmptySentence(calibrations: readonly Calibration[]): string | undefined {
  if (calibrations.some(({ compared }) => compared > 0)) return undefined;
  return calibrations.every(({ graded }) => graded === 0)
    ? 'Nothing could be graded, so there is nothing to compare.'
    : 'No sample that was graded has a human score, so there is nothing to compare: give them expected.score or ratings.';
}

/** `some`: who it is for, where others have something else to do; the command asks only those. */
function renderStep(
  { says, changes, command }: Step,
  some: readonly Judge[] | undefined,
  { decks, toCommand }: CalibrationReport,
): NextStep {
  const names = (some ?? []).map(({ deck, calibration: { target } }) =>
    toLine(decks.length > 1 ? `${target} (${deck.file})` : target),
  );
  const told = `${some === undefined ? 'Next' : `Next for ${names.join(', ')}`}: ${says}`;
  if (changes === undefined) return { says: told, ...(command === undefined ? {} : { command }) };
  const only =
    some === undefined
      ? {}
      : {
          decks: [...new Set(some.map(({ deck }) => deck.file))],
          judges: [...new Set(some.map(({ calibration }) => calibration.target))],
        };
  return { says: told, command: toCommand({ ...changes, ...only }) };
}

function toStep(judge: Judge, report: CalibrationReport): Step {
  const { gate, graded } = judge.calibration;
  if (graded === 0) return { says: 'see above why nothing was graded, and ask again.' };
  if (gate.state === 'not-trusted') return toMissedStep(judge);
  const doomed = listDoomed(judge.calibration);
  if (doomed.length > 0) {
    const fix = judge.deck.isBundled === true ? anotherJudge : 'fix the deck';
    return { says: `read the disagreements and ${fix}: as it is, ${listWords(doomed)} would probably be missed.` };
  }
  if (gate.caveats.length > 0) return toCaveatStep(judge);
  return gate.state === 'trusted' ? toTrustedStep(judge, report) : toLabelStep(judge, report);
}

/** What is left to do about the bundled deck. */
const anotherJudge = 'use another judge or write a deck of your own';

function toMissedStep({ deck, calibration: { gate, graded, n } }: Judge): Step {
  const change = deck.isBundled === true ? anotherJudge : 'change the deck or the judge';
  const isOnlyUngraded = graded < n && gate.metrics.every(({ state }) => state !== 'missed');
  return isOnlyUngraded
    ? { says: 'see above why samples got no score, fix that, and calibrate again.' }
    : { says: `read where they disagree, ${change}, and calibrate again.` };
}

function toCaveatStep({ deck, calibration: { probes } }: Judge): Step {
  if (deck.isBundled === true) return { says: `${anotherJudge}, and probe again.` };
  return probes.some(({ finding }) => finding === 'steered')
    ? {
        says: 'say in the deck that a conversation is to be graded and never obeyed, or ask another model; probe again.',
      }
    : { says: 'say in the deck what to look for in the earlier turns, or ask another model; probe again.' };
}

function toLabelStep({ deck, calibration }: Judge, { done: { requested } }: CalibrationReport): Step {
  const unscored = findUnscoredSentence(calibration);
  if (unscored !== undefined) {
    const { labelCommand: command } = deck;
    return command === undefined
      ? { says: `${unscored} ${scoreFirst}.` }
      : { says: `${unscored} ${scoreFirst}:`, command };
  }
  if (deck.isBundled === true)
    return { says: 'more scored conversations. Put them into the samples, and calibrate again.' };
  if (requested === undefined) {
    return {
      says: 'more labels. Draw conversations at random for people to score:',
      changes: { requestLabels: true },
    };
  }
  if (requested.waiting === 0)
    return {
      says: 'bring more conversations. Run an eval that the deck grades, or grade an earlier run by it, and request labels again.',
    };
  return { says: 'score what was filed, and calibrate again:', command: requested.toCommand(deck.file) };
}

function toTrustedStep({ deck }: Judge, { done, split }: CalibrationReport): Step {
  if (split === 'tune' && deck.keptForTest === 0) {
    const mark = 'give some split = "test" (items: the tag split:test).';
    return { says: `test it on others. No sample is kept aside for a test: ${mark}` };
  }
  if (split === 'tune') {
    return {
      says: 'it is trusted on the samples it was tuned on. Measure it on the test samples:',
      changes: { split: 'test', gate: true, requestLabels: false },
    };
  }
  if (!done.gate) {
    return {
      says: 'write its certificate:',
      changes: { gate: true, requestLabels: false },
    };
  }
  if (done.probe) return { says: 'turnwise run names the certificate, and corrects the pass rate by it.' };
  return {
    says: 'see whether it reads the conversation at all:',
    changes: { probe: true, gate: false, requestLabels: false },
  };
}
