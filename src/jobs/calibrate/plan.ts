import { definedOnly } from '../../base/defined-only.ts';
import { Fault, type Problem } from '../../base/fault.ts';
import { hashJson } from '../../base/hash.ts';
import { type CalibrationSpec, type JudgeSample, Variant } from '../../conversation/judge/calibration.ts';
import type { TestSetUse } from '../../conversation/judge/test-set-use.ts';
import type { SampleMessage } from '../../conversation/sample.ts';
import type { TargetSpec, TokenPrice } from '../../conversation/target-spec.ts';
import { readCertificateFile } from '../../files/certificate-file.ts';
import { readEnvironment } from '../../files/project/environment.ts';
import { type CalledTargets, type TargetSource, toTargetsFolder } from '../../files/targets/read-targets.ts';
import { toDeckHash } from '../../grade/judge/render-deck.ts';
import type { JobTools } from '../../job/run-job.ts';
import { type CalibratedDeck, type DeckJudge, type DeckReading, readDecks } from '../../judges/calibrated-deck.ts';
import { readCertifiedTarget } from '../../judges/certified-target.ts';
import { checkSampleContexts } from '../../judges/check-sample-contexts.ts';
import { chooseTargets, DeckTargets } from '../../judges/deck-targets.ts';
import { type GradingPlan, GradingPlanner } from '../../judges/judging-plan.ts';
import { readRubricDeck, toCertificatePlace } from '../../judges/rubric-deck.ts';
import { readCertifiedUses } from '../../judges/test-set.ts';
import { readSampleSources } from '../../samples/sources/read-sample-sources.ts';
import { type DeckSamples, withoutDuplicates } from '../../samples/sources/sample-sources.ts';
import { type CalibrateDecksOptions, findSwapFault } from './options.ts';
import { listCalibrateTasks } from './tasks.ts';

export type CalibrateTools = JobTools<TargetSource>;

/** The plan of a calibration, new or resumed. */
export interface CalibrateInputs {
  /** In the order of the command line. */
  readonly decks: readonly CalibratedDeck[];
  /** In the order of `spec.judges`. */
  readonly judges: readonly DeckJudge[];
  readonly samples: readonly JudgeSample[];
  readonly spec: CalibrationSpec;
  /** `conversations`: samples, each counted once per deck. `judgeCalls`: all answers, including recorded ones. */
  readonly plan: GradingPlan;
  /** Ids of the judges' targets, by deck. */
  readonly called: CalledTargets;
  /** Earlier uses of the test samples, from certificates. */
  readonly knownUses: readonly TestSetUse[];
  readonly warnings: readonly Problem[];
}

/** Reads decks, targets and samples, and plans the questions. It records nothing. */
export async function planCalibration(
  files: readonly string[],
  options: CalibrateDecksOptions,
  tools: CalibrateTools,
): Promise<CalibrateInputs> {
  const { cwd } = tools;
  const { samples: sources = [], split = 'tune', tags, strict } = options;
  const wrong = findSwapFault(options);
  if (wrong !== undefined) throw new Fault({ code: 'LIBRARY_USAGE', ...wrong });
  const read = readPlannedDecks(files, options, tools);
  const store = await tools.database.open();
  const sampled = await readSampleSources({
    ...{ decks: read, sources, split, cwd, store },
    ...definedOnly({ tags, strict }),
  });
  const decks = read.map((one, index) => toCalibratedDeck(one, sampled[index]));
  const lacking = checkSampleContexts(decks, options.allowLeak === true);
  const judges = read.flatMap((one, index) => listJudges(one, decks[index], tools));
  const spec = toSpec(options, { judges, decks });
  return {
    decks,
    judges,
    samples: judges.flatMap(({ deck }, judge) => deck.samples.map((sample) => ({ judge, ...sample }))),
    spec,
    plan: countQuestions(judges, spec, tools.priceOf),
    called: listCalled(judges),
    knownUses: split === 'test' ? readCertifiedUses(decks) : [],
    warnings: withoutDuplicates([...decks.flatMap((deck) => deck.warnings), ...lacking]),
  };
}

/** A deck and the targets that follow it. */
interface DeckWithTargets extends DeckReading {
  readonly source: TargetSource;
  readonly targets: readonly TargetSpec[];
}

/** Throws a Fault if a deck cannot be used or has no target, before anything is opened. */
function readPlannedDecks(
  files: readonly string[],
  { samples = [], strict, rubric, judges = [], swap }: CalibrateDecksOptions,
  { cwd, root }: CalibrateTools,
): readonly DeckWithTargets[] {
  const hasOtherSamples = samples.length > 0;
  const place = { cwd, root, strict: !hasOtherSamples && strict === true, hasOtherSamples };
  const decks = [
    ...(rubric === true && files.length === 0 ? [] : readDecks(files, place)),
    ...(rubric === true ? [readRubricDeck({ root, cwd })] : []),
  ];
  const targets = new DeckTargets(cwd);
  const chosen = swap === undefined ? { flag: '--judge', values: judges } : { flag: '--swap', values: swap };
  return decks.map((deck) => {
    const source = targets.open({ path: deck.targetsBeside ?? deck.path, root: deck.root });
    return { ...deck, source, targets: chooseTargets(deck.deck, source, chosen) };
  });
}

function toCalibratedDeck({ name, path, deck }: DeckWithTargets, samples: DeckSamples | undefined): CalibratedDeck {
  if (samples === undefined) throw new Error(`The samples of ${name} were not loaded.`);
  return { ...samples, deck, path, deckHash: toDeckHash(deck) };
}

function listJudges(
  { source, targets }: DeckWithTargets,
  deck: CalibratedDeck | undefined,
  { cwd, env }: CalibrateTools,
): readonly DeckJudge[] {
  if (deck === undefined) return [];
  // Read before the first call, so that a broken certificate file is reported before anything is paid.
  const entries = readCertificateFile(deck.path, toCertificatePlace(deck.deck, cwd))?.entries ?? [];
  const filledIn = readEnvironment(source.root, env);
  return targets.map((target) => {
    const certified = readCertifiedTarget(target, filledIn, toTargetsFolder(source));
    return {
      judge: { deck: deck.name, deckHash: deck.deckHash, target: certified },
      deck,
      target,
      source,
      ...definedOnly({ previous: entries.find((entry) => entry.target.id === certified.id) }),
    };
  });
}

/**
 * Two calibrations with the same hash ask the same judges the same questions, and compare them with the same human
 * scores.
 */
function toSpec(
  { split = 'tune', tags = [], repeat = 1, probe, allowLeak }: CalibrateDecksOptions,
  { judges, decks }: Pick<CalibrateInputs, 'judges' | 'decks'>,
): CalibrationSpec {
  const variants: Variant[] = probe === true ? [...Variant.options] : ['plain'];
  const spec = {
    judges: judges.map(({ judge }) => judge),
    split,
    ...(tags.length === 0 ? {} : { tags: [...tags] }),
    sources: [...new Set(decks.flatMap((deck) => deck.sources))],
    repeat,
    variants,
    ...(allowLeak === true ? { allowLeak } : {}),
  };
  return { ...spec, hash: hashJson({ ...spec, samples: decks.map(({ samples }) => samples) }) };
}

function listCalled(judges: readonly DeckJudge[]): CalledTargets {
  const called = new Map<TargetSource, Set<string>>();
  for (const { source, target } of judges) called.set(source, (called.get(source) ?? new Set()).add(target.id));
  return called;
}

/** Counts the questions of a calibration. */
function countQuestions(
  judges: readonly DeckJudge[],
  spec: Pick<CalibrationSpec, 'repeat' | 'variants'>,
  priceOf: (spec: TargetSpec) => TokenPrice | undefined,
): GradingPlan {
  const planner = new GradingPlanner(priceOf);
  for (const { question, judge } of listCalibrateTasks(judges, spec, { has: () => false })) {
    const { sample, messages = sample.messages } = question;
    planner.add(judge.target, { calls: 1, characters: judge.deck.deck.text.length + countCharacters(messages) });
  }
  const decks = new Map(judges.map(({ deck: { deck, samples } }) => [deck, samples.length]));
  return planner.toPlan([...decks.values()].reduce((sum, count) => sum + count, 0));
}

function countCharacters(messages: readonly SampleMessage[]): number {
  return messages.reduce((sum, { content }) => sum + content.length, 0);
}
