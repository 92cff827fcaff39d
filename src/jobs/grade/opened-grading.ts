import { Fault, type Problem } from '../../base/fault.ts';
import { hashJson } from '../../base/hash.ts';
import type { Deck } from '../../conversation/judge/deck.ts';
import type { GradingSpec } from '../../conversation/run/run-spec.ts';
import { type AddedDeck, isDeckFile, readAddedDecks, toAddedGraders } from '../../judges/added-decks.ts';
import { readJudgeCertificates, toKeptCertificates } from '../../judges/judge-certificates.ts';
import { type GradingPlan, GradingSurvey } from '../../judges/judging-plan.ts';
import { assertCertified, type JudgeNote, toCertificateNotes } from '../../report/certificate-notes.ts';
import { checkChosenTargets, openStoredSources } from '../../samples/eval-sources.ts';
import type { RunRecord } from '../../store/port.ts';
import { findStoreRoot } from '../../wiring/open-store.ts';
import type { Surroundings } from '../run/opened-run.ts';
import type { GradeSessionRequest } from './options.ts';
import { type PreparedGrading, prepareGrading } from './plan.ts';

/** A later grading of a run with everything read: nothing is recorded and nobody asked yet. */
export interface OpenedGrading {
  readonly record: RunRecord;
  readonly spec: GradingSpec;
  readonly prepared: PreparedGrading;
  readonly plan: GradingPlan;
  readonly survey: GradingSurvey;
  /** Id of the target that judges by default; absent: as each file says. */
  readonly judge?: string;
  /** Decks that no file names, as their graders name them. */
  readonly decks: ReadonlyMap<string, Deck>;
  readonly warnings: readonly Problem[];
  /** On the certificates of judges, a line each. */
  readonly notes: readonly JudgeNote[];
}

/** Reads the files of a run as they are now, and finds out what grading it again would take. */
export async function openGrading(
  record: RunRecord,
  request: GradeSessionRequest,
  around: Surroundings,
): Promise<OpenedGrading> {
  const { cwd, env, store } = around;
  const root = findStoreRoot({ path: request.db, cwd, file: request.file });
  const words = request.graders ?? [];
  const { decks: added, warnings } = readAddedDecks(words.filter(isDeckFile), { root, cwd, when: request.when });
  if (request.when !== undefined && added.length === 0) throw whenWithoutDeck();
  const sources = await openStoredSources(record.spec, { root, cwd, store: store.curation });
  const judge = request.judge ?? record.spec.options.judge;
  checkChosenTargets(sources, judge === undefined ? [] : [judge]);
  const decks = new Map(added.map(({ written, deck }) => [written, deck]));
  const survey = new GradingSurvey({ cwd, judge, decks, chosen: request.judge });
  const prepared = await prepareGrading(record, sources, {
    cwd,
    env,
    store: store.runs,
    words: words.filter((word) => !isDeckFile(word)),
    addGraders: (taken) => toAddedGraders(added, taken),
    visit: survey.visit,
    ...(request.again === undefined ? {} : { again: request.again.isChosen }),
  });
  const standings = await readJudgeCertificates(survey.judges.asked, { root, cwd, env, store });
  assertCertified(standings, request);
  // Judges that are measured against themselves need no certificate.
  const certified = request.again === undefined ? toCertificateNotes(standings) : { notes: [], warnings: [] };
  const spec = toSpec({ record, prepared, survey, judge, added, isAgain: request.again !== undefined });
  return {
    record,
    spec: { ...spec, ...toKeptCertificates(standings) },
    prepared,
    plan: survey.toPlan(),
    survey,
    ...(judge === undefined ? {} : { judge }),
    decks,
    warnings: [...warnings, ...prepared.warnings, ...survey.warnings, ...certified.warnings],
    notes: certified.notes,
  };
}

type SpecParts = Pick<OpenedGrading, 'record' | 'prepared' | 'survey'> & {
  readonly judge: string | undefined;
  readonly added: readonly AddedDeck[];
  readonly isAgain: boolean;
};

/** Two gradings of equal hash give the same verdicts: the same cases, decks and judges, on the run as it was played. */
function toSpec({ record, prepared, survey, judge, added, isAgain }: SpecParts): GradingSpec {
  const base = record.grading?.number ?? 0;
  const graders = prepared.selected === undefined ? undefined : [...prepared.selected].sort();
  const { casesHash } = prepared;
  const again = isAgain ? ({ again: true } as const) : {};
  const decks = added.map(({ written, when }) => ({ written, when }));
  return {
    base,
    ...(graders === undefined ? {} : { graders }),
    ...(added.length === 0 ? {} : { decks: added.map(({ written }) => written.slice(1)) }),
    ...(judge === undefined ? {} : { judge }),
    ...again,
    hash: hashJson({ base, graders, decks, casesHash, asked: survey.hashed, played: record.endedAt ?? null, ...again }),
  };
}

function whenWithoutDeck(): Fault {
  const message = '--when needs a deck from --grader, but there is none.';
  return new Fault({ code: 'CLI_USAGE', message, hint: 'Add --grader my.deck.md, or remove --when.' });
}
