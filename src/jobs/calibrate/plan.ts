import { definedOnly } from '../../base/defined-only.ts';
import type { Problem } from '../../base/fault.ts';
import { hashJson } from '../../base/hash.ts';
import type { Certificate } from '../../conversation/certificate.ts';
import {
  type CalibratedJudge,
  type CalibrationSpec,
  type JudgeSample,
  Variant,
} from '../../conversation/judge/calibration.ts';
import type { TestSetUse } from '../../conversation/judge/test-set-use.ts';
import type { SampleMessage } from '../../conversation/sample.ts';
import type { TargetSpec } from '../../conversation/target-spec.ts';
import { readCertificateFile } from '../../files/certificate/read-certificate-file.ts';
import { readEnvironment } from '../../files/project/read-env.ts';
import { type TargetSource, toTargetsFolder } from '../../files/targets/target-source.ts';
import { toDeckHash } from '../../grade/deck/deck-hash.ts';
import type { CalibratedDeck, ReadDeck } from '../../judges/calibrated-deck.ts';
import { readCertifiedTarget } from '../../judges/certified-target.ts';
import { checkSampleContexts } from '../../judges/check-sample-contexts.ts';
import { chooseTargets, DeckTargets } from '../../judges/deck-targets.ts';
import { type GradingPlan, GradingPlanner } from '../../judges/judging-plan.ts';
import { toCertificatePlace } from '../../judges/rubric-deck.ts';
import { readCertifiedUses } from '../../judges/test-set.ts';
import { readSampleSources } from '../../samples/sources/read-sample-sources.ts';
import type { DeckSamples } from '../../samples/sources/sample-sources.ts';
import { findPrice } from '../../target/prices.ts';
import type { Surroundings } from '../run/opened-run.ts';
import type { CalibrateRequest } from './options.ts';
import { listQuestions, type SampledJudge } from './tasks.ts';

/** One deck asked of one target, before it is asked. */
export interface PlannedJudge {
  readonly judge: CalibratedJudge;
  readonly deck: CalibratedDeck;
  readonly target: TargetSpec;
  readonly source: TargetSource;
  /** The certificate that stands beside the deck now. */
  readonly previous?: Certificate;
}

/** A calibration with everything read: nothing is recorded and nobody asked yet. */
export interface OpenedCalibration {
  readonly decks: readonly CalibratedDeck[];
  /** In the order of `spec.judges`. */
  readonly judges: readonly PlannedJudge[];
  readonly samples: readonly JudgeSample[];
  readonly spec: CalibrationSpec;
  readonly plan: GradingPlan;
  /** Judges that certificates know to have been tried on test samples. */
  readonly knownUses: readonly TestSetUse[];
  readonly warnings: readonly Problem[];
}

/** A deck and who is asked by it. */
export interface PlannedDeck extends ReadDeck {
  readonly source: TargetSource;
  readonly targets: readonly TargetSpec[];
}

/** Finds the targets that each deck asks. Throws a Fault where there is none, before anything is opened. */
export function findTargets(
  decks: readonly ReadDeck[],
  { judges, swap }: CalibrateRequest,
  cwd: string,
): readonly PlannedDeck[] {
  const targets = new DeckTargets(cwd);
  const chosen = swap === undefined ? { flag: '--judge', values: judges ?? [] } : { flag: '--swap', values: swap };
  return decks.map((deck) => {
    const source = targets.open({ path: deck.targetsBeside ?? deck.path, root: deck.root });
    return { ...deck, source, targets: chooseTargets(deck.deck, source, chosen) };
  });
}

/** Reads the samples, and finds out who is asked what. */
export async function openCalibration(
  asked: readonly PlannedDeck[],
  request: CalibrateRequest,
  around: Surroundings,
): Promise<OpenedCalibration> {
  const { cwd, store } = around;
  const { samples: sources = [], split = 'tune', tags, strict } = request;
  const read = await readSampleSources({
    decks: asked,
    sources,
    split,
    cwd,
    store,
    ...definedOnly({ tags, strict }),
  });
  const decks = asked.map((one, index) => toCalibratedDeck(one, read[index]));
  const lacking = checkSampleContexts(decks, request.allowLeak === true);
  const judges = asked.flatMap((one, index) => listJudges(one, decks[index], around));
  const samples = judges.flatMap(({ deck }, judge) => deck.samples.map((sample) => ({ judge, ...sample })));
  const spec = toSpec(request, { judges, decks });
  const sampled = judges.map(({ deck, target }) => toSampled(deck, target));
  const warnings = [...decks.flatMap((deck) => deck.warnings), ...lacking];
  const plan = planCalibration(sampled, spec);
  const knownUses = split === 'test' ? readCertifiedUses(decks) : [];
  return { decks, judges, samples, spec, plan, knownUses, warnings: withoutTwins(warnings) };
}

/** As questions are listed from. */
export function toSampled({ deck, samples }: CalibratedDeck, target: TargetSpec) {
  return { deck, samples: samples.map(({ sample }) => sample), target };
}

function toCalibratedDeck({ name, path, deck }: PlannedDeck, samples: DeckSamples | undefined): CalibratedDeck {
  if (samples === undefined) throw new Error(`The samples of ${name} were not loaded.`);
  return { ...samples, deck, path, deckHash: toDeckHash(deck) };
}

function listJudges(
  { source, targets }: PlannedDeck,
  deck: CalibratedDeck | undefined,
  { cwd, env }: Surroundings,
): readonly PlannedJudge[] {
  if (deck === undefined) return [];
  // Read before anybody is paid: a broken file is told now.
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

/** Two of equal hash ask the same of the same judges, and hold the answers against the same human scores. */
function toSpec(
  { split = 'tune', tags = [], repeat = 1, probe, allowLeak }: CalibrateRequest,
  { judges, decks }: Pick<OpenedCalibration, 'judges' | 'decks'>,
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

/** Decks that share a sample file tell of it once. */
export function withoutTwins<Item>(items: readonly Item[]): readonly Item[] {
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
}

/** What a calibration will ask, before it asks. `conversations`: samples, each counted once a deck. */
function planCalibration(
  judges: readonly (SampledJudge & { readonly target: TargetSpec })[],
  spec: Pick<CalibrationSpec, 'repeat' | 'variants'>,
): GradingPlan {
  const planner = new GradingPlanner(findPrice);
  for (const { judge, sample, messages = sample.messages } of listQuestions(judges, spec)) {
    const asked = judges[judge];
    if (asked === undefined) continue;
    planner.add(asked.target, { calls: 1, characters: asked.deck.text.length + countCharacters(messages) });
  }
  const decks = new Map(judges.map(({ deck, samples }) => [deck, samples.length]));
  return planner.toPlan([...decks.values()].reduce((sum, count) => sum + count, 0));
}

function countCharacters(messages: readonly SampleMessage[]): number {
  return messages.reduce((sum, { content }) => sum + content.length, 0);
}
