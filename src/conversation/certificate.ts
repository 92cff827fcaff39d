import { z } from 'zod';
import { hashJson } from '../base/hash.ts';
import { Split } from './sample.ts';

export const GateState = z.enum(['trusted', 'not-trusted', 'insufficient-labels']);
export type GateState = z.infer<typeof GateState>;

/** The states as people read them. */
export const gateStateTitles: Readonly<Record<GateState, string>> = {
  trusted: 'trusted',
  'not-trusted': 'not trusted',
  'insufficient-labels': 'not enough labels',
};

/** A metric with its interval. An undefined value is null and has a reason. */
export const Metric = z.strictObject({
  value: z.number().nullable(),
  low: z.number().optional(),
  high: z.number().optional(),
  n: z.number().int().nonnegative(),
  effectiveN: z
    .number()
    .nonnegative()
    .optional()
    .describe(
      'Rates: the number of independent, equally weighted samples with the same precision. Absent: the same as n.',
    ),
  bound: z
    .literal(true)
    .optional()
    .describe(
      'Many drawn conversations have no score. `low` counts them against the judge, `high` counts them for it, and `value` leaves them out.',
    ),
  why: z.string().optional(),
});
export type Metric = z.infer<typeof Metric>;

/**
 * What a probe found. `unmoved`: the judge answers as if nothing was changed. `steered`: it obeys an instruction in the
 * text it grades. `inconclusive`: too few samples.
 */
export const ProbeFinding = z.enum(['moved', 'unmoved', 'steered', 'resisted', 'inconclusive']);
export type ProbeFinding = z.infer<typeof ProbeFinding>;

/** The summary of a probe in a certificate. */
export const CertifiedProbe = z.strictObject({
  variant: z.enum(['last-turn', 'shuffled', 'injected']).describe('What was changed in the samples.'),
  changed: Metric.describe('Share of samples whose score changed.'),
  flipped: Metric.describe('Share of samples that flipped between pass and fail.'),
  obeyed: Metric.optional().describe('injected: share of samples that got the score the injected text asked for.'),
  finding: ProbeFinding,
});
export type CertifiedProbe = z.infer<typeof CertifiedProbe>;

/** The target of a judge. Another model, address or setting is another judge. */
export const CertifiedTarget = z.strictObject({
  id: z.string(),
  provider: z.string(),
  model: z.string().optional(),
  settingsHash: z
    .string()
    .describe(
      'Hash of every setting that can change a reply, with variables filled in and without secrets, and of the program, files or cassette the target names.',
    ),
});
export type CertifiedTarget = z.infer<typeof CertifiedTarget>;

const MixCount = z.strictObject({
  n: z.number().nonnegative().describe('Number of samples, weighted if they have weights.'),
  hits: z.number().nonnegative().describe('Number of these that the judge got right.'),
});

/** Calibration samples with the same tags and the same number of user turns. */
export const MixCell = z.strictObject({
  tags: z.array(z.string()),
  turns: z.string().describe('User turns: "1", "2", "3–4", "5–8" or "9+".'),
  pass: MixCount.describe('Samples that people passed.'),
  fail: MixCount.describe('Samples that people failed.'),
});
export type MixCell = z.infer<typeof MixCell>;

/** How a new judge compares with the one it would replace, at a margin of 5 points per class. */
export const SwapVerdict = z.enum(['not-worse', 'worse', 'inconclusive']);
export type SwapVerdict = z.infer<typeof SwapVerdict>;

/** The judge that was replaced with `calibrate --swap`. */
export const ReplacedJudge = z.strictObject({
  target: CertifiedTarget,
  at: z.string().optional().describe("When the old judge's certificate was issued. Absent: it had none."),
  state: GateState.optional().describe("The old judge's state then."),
  verdict: SwapVerdict,
});
export type ReplacedJudge = z.infer<typeof ReplacedJudge>;

/** Version of the gate rules. Entries of earlier versions are stale. */
export const gateVersion = 2;

export const MetricState = z.enum(['met', 'missed', 'inconclusive']);
export type MetricState = z.infer<typeof MetricState>;

/** One threshold of the gate, and the evidence for it. */
const GatedMetric = z.strictObject({
  metric: z.string(),
  threshold: z.number(),
  state: MetricState,
  eValue: z
    .number()
    .nullable()
    .describe('E-value: the evidence that the rate is above its threshold. null: an interval decides.'),
  neededE: z.number().nullable().describe('The e-value needed to pass: 40 for the first judge tried on a test set.'),
});

/** The source of the labels that a judge was measured on. */
export const Evidence = z.strictObject({
  random: z.number().int().nonnegative().describe('Samples drawn at random.'),
  chosen: z.number().int().nonnegative().describe('Samples picked by a person.'),
  byVerdict: z.number().int().nonnegative().describe("Samples picked by a judge's verdict."),
  draws: z
    .strictObject({
      drawn: z.number().int().nonnegative(),
      answered: z.number().int().nonnegative(),
      skipped: z.number().int().nonnegative(),
      unansweredWeight: z
        .number()
        .nonnegative()
        .optional()
        .describe(
          'Total weight of the conversations without a score: the sum of 1/probability. Absent: they weigh the same as the others.',
        ),
    })
    .optional()
    .describe('Number of conversations drawn, and how many of them were scored or skipped.'),
});
export type Evidence = z.infer<typeof Evidence>;

/** The test samples by hash, and every judge that was ever tried on any of them. */
export const TestSet = z.strictObject({
  samples: z.array(z.string()),
  uses: z.array(
    z.strictObject({
      judge: z.string(),
      at: z.string(),
      place: z.number().int().nonnegative(),
      samples: z
        .array(z.number().int().nonnegative())
        .optional()
        .describe('Positions in `samples`. Absent: all of them.'),
    }),
  ),
});
export type TestSet = z.infer<typeof TestSet>;

/** A calibration's result, bound by hash to the deck with its includes, the target's settings and the samples. */
export const Certificate = z.strictObject({
  target: CertifiedTarget,
  state: GateState,
  reasons: z.array(z.string()).describe('Why the judge is not trusted, or which metric is inconclusive.'),
  caveats: z
    .array(z.string())
    .optional()
    .describe('Problems that probes found. Empty: no probes ran, or they found none.'),
  split: Split,
  judgeNumber: z
    .number()
    .int()
    .positive()
    .optional()
    .describe('Position of this judge among all judges tried on these test samples, from 1.'),
  at: z.string().describe('ISO-8601, UTC.'),
  deckHash: z.string().describe('Hash of the deck and everything it includes.'),
  samplesHash: z.string().describe('Hash of the compared conversations and their human scores.'),
  sources: z
    .array(z.string())
    .describe('Where the samples came from: "deck", a path relative to the deck, or dataset:NAME.'),
  tags: z.array(z.string()).optional().describe('Only samples with one of these tags were compared.'),
  replaces: ReplacedJudge.optional().describe('The judge that this one replaces, after a comparison.'),
  pass: z.number().describe('Minimum score that passes. The rates apply to this passing score only.'),
  n: z.number().int().nonnegative().describe('Samples sent to the judge.'),
  graded: z.number().int().nonnegative(),
  thresholds: z.record(z.string(), z.number()).describe('Lowest trusted value by metric.'),
  metrics: z.record(z.string(), Metric),
  mix: z.array(MixCell).optional().describe('The compared samples by tags and turn count. Absent in older entries.'),
  gate: z.array(GatedMetric).optional().describe('Each threshold with the evidence for it.'),
  evidence: Evidence.optional(),
  testSet: TestSet.optional().describe('The samples of the test split, and every use of them.'),
  gateVersion: z.number().int().positive().optional().describe('Version of the gate rules. Absent: the first version.'),
  probes: z.array(CertifiedProbe).optional().describe('Results of the probes. Absent: no probes ran.'),
  format: z
    .number()
    .int()
    .positive()
    .optional()
    .describe('Version of the judge request format. Absent: the first version.'),
  earlier: z.literal(true).optional().describe('An earlier version of Turnwise wrote the entry, so it is stale.'),
  hash: z
    .string()
    .optional()
    .describe(
      'Hash of the rest of the entry. It shows if metrics were copied to another judge. It is not a signature.',
    ),
});

export type Certificate = z.infer<typeof Certificate>;

/** Adds a hash over the whole entry, which binds target, deck, samples, metrics and state to each other. */
export function sealCertificate(entry: Omit<Certificate, 'hash'>): Certificate {
  return { ...entry, hash: toCertificateHash(entry) };
}

export function toCertificateHash(entry: Omit<Certificate, 'hash'>): string {
  return hashJson({ ...entry, hash: undefined });
}

/** The newest version that Turnwise can read, and the one it writes. */
export const certificateFileVersion = 4;

/** The file next to a deck: `tone.deck.cert.json` for `tone.deck.md`. It has the newest entry per target. */
export const CertificateFile = z.strictObject({
  version: z.literal(certificateFileVersion).describe('4. Entries of earlier versions are stale.'),
  deck: z.string().describe('Name of the deck file.'),
  entries: z.array(Certificate),
});
export type CertificateFile = z.infer<typeof CertificateFile>;

/**
 * The certificate of a judge at the time it starts to judge. `missing`: there is none. `stale`: the parts listed in
 * `changed` differ from what was measured. `current`: deck, target and samples are the ones that were measured.
 */
export const JudgeCertificate = z.strictObject({
  deck: z.string().describe('Path from the project root.'),
  deckHash: z.string(),
  target: CertifiedTarget,
  certificateStatus: z.enum(['missing', 'stale', 'current']),
  changed: z
    .array(z.string())
    .describe(
      'What makes it stale: version, gate-rules, request-format, deck, passing-score, thresholds, model, settings, samples.',
    ),
  certificate: Certificate.optional().describe('The certificate next to the deck at that time.'),
});
export type JudgeCertificate = z.infer<typeof JudgeCertificate>;

/**
 * The key that distinguishes judges, as in the provenance of verdicts: the hash of the deck and the id of the target.
 */
export function toJudgeKey(deckHash: string, target: string): string {
  return `${deckHash} ${target}`;
}

/** Merges lists of certificates, newest list first. An older list only adds judges that no newer list has. */
export function mergeCertificates(lists: readonly (readonly JudgeCertificate[])[]): readonly JudgeCertificate[] {
  const known = new Set<string>();
  return lists.flatMap((list) => {
    const added = list.filter(({ deckHash, target }) => !known.has(toJudgeKey(deckHash, target.id)));
    for (const { deckHash, target } of added) known.add(toJudgeKey(deckHash, target.id));
    return added;
  });
}
