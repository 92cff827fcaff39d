import { compareText } from '../../base/compare-text.ts';
import { definedOnly } from '../../base/defined-only.ts';
import { type RunMix, reweightRates } from '../../calibrate/certificate/certificate-mix.ts';
import { toStatusNow } from '../../calibrate/certificate/check-certificate.ts';
import { correctPassRate, toCorrectionAssumption } from '../../calibrate/certificate/corrected-pass-rate.ts';
import { type JudgedReply, labelPassRate } from '../../calibrate/labeled-pass-rate.ts';
import { type JudgeCertificate, toJudgeKey } from '../../conversation/certificate.ts';
import { findJudgeQuestion, isJudged, type JudgeVerdict } from '../../conversation/judge/judgment.ts';
import { isInlinePrompt } from '../../conversation/judge/prompt-deck.ts';
import { type QuestionLabels, toTurnBucket } from '../../conversation/label-request.ts';
import type { Provenance, Verdict } from '../../conversation/verdict.ts';
import type { ShownConversation } from '../render-conversation.ts';
import type { JudgeMetrics } from '../run-metrics.ts';
import { RateTally } from './rate-tally.ts';
import type { VariantKey } from './variant-tally.ts';

/** The verdicts of one judge on one variant, by one passing score. */
interface JudgeTally {
  readonly facts: Pick<JudgeMetrics, 'variant' | 'deck' | 'target' | 'pass'>;
  readonly deckHash: string;
  readonly rate: RateTally;
  readonly mix: MixTally;
  /** Labels of the run for the judge's question. Absent: there are none. */
  readonly labels?: QuestionLabels;
  /** What the judge was asked about; only kept where there are labels. */
  readonly replies: JudgedReply[];
}

/** A conversation with the verdicts on it. */
export interface JudgedConversation {
  /** Its number in the run. Absent: it is not stored. */
  readonly number?: number;
  readonly start: VariantKey;
  readonly verdicts: readonly Verdict[];
  readonly tags: readonly string[];
  /** Places of the user's messages. */
  readonly userTurns: readonly number[];
}

/** Judges that are counted; a run has a handful. */
const mostJudges = 1_000;

/**
 * What each judge passed in each variant, with what its certificate and people's labels of the run say. Outcomes and
 * rubrics are one judge, whatever their texts, because they follow the bundled deck. They are included where that deck
 * has a certificate. Prompts in eval files cannot have one.
 */
export class JudgeTallies {
  readonly #certificates: ReadonlyMap<string, readonly JudgeCertificate[]>;
  readonly #judges: readonly JudgeCertificate[];
  readonly #labels: ReadonlyMap<string, QuestionLabels>;
  readonly #tallies = new Map<string, JudgeTally>();

  constructor(recorded: readonly JudgeCertificate[], labels: readonly QuestionLabels[] = []) {
    const certificates = recorded.map(toStatusNow);
    this.#judges = certificates;
    this.#labels = new Map(labels.map((each) => [each.question, each]));
    const named = certificates.flatMap((judge) => [
      { key: toJudgeKey(judge.deckHash, judge.target.id), judge },
      { key: toJudgeKey(judge.deck, judge.target.id), judge },
    ]);
    this.#certificates = new Map(
      [...Map.groupBy(named, ({ key }) => key)].map(([key, list]) => [key, list.map(({ judge }) => judge)]),
    );
  }

  /** The verdicts on one conversation. `cluster` undefined: it is a cluster of its own. */
  add({ number, start, verdicts, tags, userTurns }: JudgedConversation, cluster: string | undefined): void {
    const judged = verdicts.filter(isJudged).filter((verdict) => this.#isCounted(verdict));
    if (judged.length === 0) return;
    for (const [key, given] of Map.groupBy(judged, (verdict) => toKey(start, verdict))) {
      const graded = given.filter((verdict) => verdict.status === 'graded');
      const passed = graded.filter(({ pass }) => pass).length;
      const tally = this.#findTally(key, start, given);
      tally?.rate.add({ successes: passed, trials: graded.length }, cluster);
      const turns = graded.map(({ turnIndex }) => userTurns.filter((turn) => turn <= (turnIndex ?? turn)).length);
      tally?.mix.add({ tags, turns, cluster });
      if (tally?.labels !== undefined && number !== undefined)
        tally.replies.push(...listReplies(given, number, cluster));
    }
  }

  /** By deck and target; variants in the order of `compare`. */
  toMetrics(compare: (one: VariantKey, other: VariantKey) => number): readonly JudgeMetrics[] {
    return [...this.#tallies.values()].map((tally) => this.#toJudge(tally)).sort(byName(compare));
  }

  #findTally(
    key: string,
    { target, send, play }: VariantKey,
    [verdict]: readonly JudgeVerdict[],
  ): JudgeTally | undefined {
    const known = this.#tallies.get(key);
    if (known !== undefined || verdict === undefined || this.#tallies.size >= mostJudges) return known;
    const { provenance } = verdict;
    const facts = { deck: provenance.deck ?? '', target: provenance.target, pass: provenance.scale?.pass ?? null };
    const variant = { target, send, play };
    const labels = this.#labels.get(findJudgeQuestion(verdict, this.#judges) ?? '');
    const tally: JudgeTally = {
      facts: { variant, ...facts },
      deckHash: toJudgeName(provenance),
      rate: new RateTally(),
      mix: new MixTally(),
      replies: [],
      ...definedOnly({ labels }),
    };
    this.#tallies.set(key, tally);
    return tally;
  }

  #isCounted({ provenance }: JudgeVerdict): boolean {
    const { kind, deck = '', target } = provenance;
    const isNamed = kind === 'judge' || (kind === 'prompt' && !isInlinePrompt(deck));
    return isNamed || this.#certificates.has(toJudgeKey(toJudgeName(provenance), target));
  }

  #toJudge({ facts, deckHash, rate, mix, labels, replies }: JudgeTally): JudgeMetrics {
    const known = this.#certificates.get(toJudgeKey(deckHash, facts.target)) ?? [];
    // Two targets files may have one id for two targets, which verdicts do not tell apart: then the worse one counts.
    const judge = known.find(({ certificateStatus }) => certificateStatus !== 'current') ?? known[0];
    const raw = rate.toInterval();
    const { certificate } = judge ?? {};
    const { state, split, at, n, caveats = [] } = certificate ?? {};
    const isCurrent = certificate !== undefined && judge?.certificateStatus === 'current';
    const transport = isCurrent ? reweightRates(certificate, mix.toMix()) : undefined;
    const corrected = correctPassRate({ raw, pass: facts.pass, ...definedOnly({ transport }) }, judge);
    const labeled = labels === undefined ? undefined : labelPassRate(replies, toLabelsOf(labels, facts));
    return {
      ...facts,
      certificateStatus: judge?.certificateStatus ?? 'missing',
      changed: judge?.changed ?? [],
      ...definedOnly({ state, split, at, labels: n, caveats: caveats.length === 0 ? undefined : caveats }),
      raw,
      corrected,
      ...(corrected.value === null ? {} : { assumption: toCorrectionAssumption(transport) }),
      ...definedOnly({ mixShift: transport, labeled }),
    };
  }
}

/** One for each reply, or for the whole conversation. A verdict that could not be given is not a pass. */
function listReplies(
  given: readonly JudgeVerdict[],
  conversation: number,
  cluster = `conversation ${conversation}`,
): readonly JudgedReply[] {
  return [...Map.groupBy(given, ({ turnIndex }) => turnIndex)].map(([turnIndex, own]) => {
    const isPass = own.every((verdict) => verdict.status === 'graded' && verdict.pass);
    return { conversation, turnIndex, isPass, cluster };
  });
}

/** Labels that a person chose name the target alone, so those of a target count for all its variants. */
function toLabelsOf({ chosen, ...labels }: QuestionLabels, { variant, pass }: JudgeTally['facts']) {
  return { ...labels, pass, chosen: chosen.filter((target) => target === variant.target) };
}

/** The hash of a deck; of a rubric the name of the deck, since its hash is also that of its text. */
function toJudgeName({ kind, hash, deck = '' }: Provenance): string {
  return kind === 'rubric' ? deck : hash;
}

function toKey({ target, send, play }: VariantKey, { provenance }: JudgeVerdict): string {
  const { target: judge, scale } = provenance;
  return JSON.stringify([toJudgeName(provenance), judge, scale?.pass ?? null, send, play, target]);
}

function byName(compare: (one: VariantKey, other: VariantKey) => number) {
  return (one: JudgeMetrics, other: JudgeMetrics) =>
    compareText(one.deck, other.deck) ||
    compareText(one.target, other.target) ||
    (one.pass ?? 0) - (other.pass ?? 0) ||
    compare(one.variant, other.variant);
}

/** Tags that are counted: a tag for each case says nothing about a mix. */
const mostTags = 1_000;

/** What a judge graded, by tag and turn count, counted as it comes. Grows with tags and named clusters alone. */
class MixTally {
  #n = 0;
  #alone = 0;
  readonly #clusters = new Set<string>();
  readonly #tags = new Map<string, number>();
  readonly #turns = new Map<string, number>();

  /** `turns`: user turns up to each verdict. `cluster` undefined: the conversation is a cluster of its own. */
  add({ tags, turns, cluster }: GradedMix): void {
    if (turns.length === 0) return;
    this.#n += turns.length;
    if (cluster === undefined) this.#alone += 1;
    else this.#clusters.add(cluster);
    for (const tag of new Set(tags)) {
      if (this.#tags.has(tag) || this.#tags.size < mostTags) addTo(this.#tags, tag, turns.length);
    }
    for (const count of turns) addTo(this.#turns, toTurnBucket(count), 1);
  }

  toMix(): RunMix {
    const conversations = this.#alone + this.#clusters.size;
    return { n: this.#n, conversations, tags: this.#tags, turns: this.#turns };
  }
}

interface GradedMix {
  readonly tags: readonly string[];
  readonly turns: readonly number[];
  readonly cluster: string | undefined;
}

function addTo(counts: Map<string, number>, name: string, count: number): void {
  counts.set(name, (counts.get(name) ?? 0) + count);
}

/** Places of the user's messages, scripted or simulated. */
export function listUserTurns({ turns, replies }: Pick<ShownConversation, 'turns' | 'replies'>): readonly number[] {
  const isUser = ({ played }: ShownConversation['turns'][number]) => played.message.role === 'user';
  return [...new Set([...turns, ...replies].filter(isUser).map(({ turnIndex }) => turnIndex))];
}
