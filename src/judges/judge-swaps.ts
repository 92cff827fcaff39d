import { checkCertificate, renderStale } from '../calibrate/certificate/check-certificate.ts';
import { countUnanswered } from '../calibrate/gate/evidence.ts';
import { type JudgeSwap, swapJudges } from '../calibrate/swap-judges.ts';
import { gateStateTitles, type ReplacedJudge } from '../conversation/certificate.ts';
import type { JudgeCalibration } from './assemble-calibrations.ts';
import type { DeckJudge } from './calibrated-deck.ts';

interface Judges {
  readonly judges: readonly DeckJudge[];
}

/** The new judges beside the old one, deck by deck. `ids`: the old one first. */
export function listSwaps(
  { judges }: Judges,
  calibrations: readonly JudgeCalibration[],
  ids: readonly string[],
): readonly JudgeSwap[] {
  const [oldId, ...newIds] = ids;
  return calibrations
    .filter(({ judge }) => judge.target.id === oldId)
    .flatMap(({ judge, calibration, rows }) => {
      const samples = judges.find((planned) => planned.judge === judge)?.deck.samples ?? [];
      const candidates = newIds.flatMap((id) => {
        const found = calibrations.find((other) => other.judge.deck === judge.deck && other.judge.target.id === id);
        return found === undefined ? [] : [{ target: id, rows: found.rows }];
      });
      const clusters = new Map(samples.map(({ sample, cluster }) => [sample.id, sample.group ?? cluster]));
      const old = { target: judge.target.id, rows };
      const unanswered = countUnanswered(calibration.evidence.draws);
      return swapJudges({ deck: judge.deck, pass: calibration.pass, clusters, old, candidates, unanswered });
    });
}

/** What a certificate message of the judge that its own judge replaces. */
export function toReplaced({ judges }: Judges, { deck, old, verdict }: JudgeSwap): ReplacedJudge | undefined {
  const planned = judges.find(({ judge }) => judge.deck === deck && judge.target.id === old);
  if (planned === undefined) return undefined;
  const { judge, previous } = planned;
  return {
    target: judge.target,
    ...(previous === undefined ? {} : { at: previous.at, state: previous.state }),
    verdict,
  };
}

/** For each deck whose old judge is not known to be good, why: a new judge is then compared with something unproven. */
export function noteUntrustedOld({ judges }: Judges, [old]: readonly string[]): readonly string[] {
  return judges
    .filter(({ judge }) => judge.target.id === old)
    .flatMap(({ judge, deck, previous }) => {
      const { certificateStatus, changed } = checkCertificate(previous, {
        deckHash: judge.deckHash,
        target: judge.target,
      });
      if (certificateStatus === 'current' && previous?.state === 'trusted') return [];
      const why =
        previous === undefined
          ? 'it has none'
          : certificateStatus === 'stale'
            ? renderStale(changed, { since: 'it was issued' })
            : `its state is "${gateStateTitles[previous.state]}"`;
      const message = `${old} has no trusted certificate for ${deck.deck.file}: ${why}.`;
      return [`${message} A judge that is not worse than ${old} can still be a bad one.`];
    });
}
