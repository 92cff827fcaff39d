/** The browser-safe entry `turnwise/numbers`: every statistic by name. */

export { agreement } from './calibrate/agreement/agreement.ts';
export type { Agreement, AgreementOptions, RaterPair, UnitRating } from './calibrate/agreement/agreement-result.ts';
export {
  type CalibrateOptions,
  type CalibrationOfVerdicts,
  calibrate,
  type GivenVerdict,
  type SampleVerdict,
} from './calibrate/calibrate.ts';
export type { Calibration, Gate, NeededLabels } from './calibrate/calibration.ts';
export type { GivenLabel, SampleLabel } from './calibrate/human-ratings.ts';
export { type MetricName, metricNames } from './calibrate/metric-names.ts';
export {
  type AgreementInterval,
  type AgreementIntervalOptions,
  agreementIntervals,
  type WeightedPairs,
} from './statistics/agreement/agreement-intervals.ts';
export { type BootstrapInterval, type BootstrapOptions, bootstrapInterval } from './statistics/bootstrap.ts';
export type { BootstrappedMetric } from './statistics/bootstrap-metrics.ts';
export {
  bootstrapScores,
  bootstrapTable,
  type ScoreBootstrapOptions,
  type ScorePairs,
  type TableBootstrapOptions,
} from './statistics/bootstrap-table.ts';
export { brennanPrediger } from './statistics/brennan-prediger.ts';
export { brennanPredigerOfTable } from './statistics/brennan-prediger-of-table.ts';
export type { ChanceCorrected } from './statistics/chance-corrected.ts';
export { type ClusteredError, type ClusterSum, clusteredStandardError } from './statistics/clustered-error.ts';
export { clusteredMeanInterval } from './statistics/clustered-mean.ts';
export { type ClusteredInterval, clusteredRateInterval, type RateCluster } from './statistics/clustered-rate.ts';
export { type CohenKappa, cohenKappa, type KappaOptions } from './statistics/cohen-kappa.ts';
export type { ContingencyTable } from './statistics/contingency-table.ts';
export { type CorrectedRate, correctedRate, type JudgedRate } from './statistics/corrected-rate.ts';
export { detectableDifference, neededPlays, type RepeatedPlays } from './statistics/detectable-difference.ts';
export type { AgreementWeights } from './statistics/disagreement.ts';
export { exactAgreement } from './statistics/exact-agreement.ts';
export { fleissKappa } from './statistics/fleiss-kappa.ts';
export { flipRate } from './statistics/flip-rate.ts';
export { gwetAc } from './statistics/gwet-ac.ts';
export { gwetOfTable } from './statistics/gwet-of-table.ts';
export { holm } from './statistics/holm.ts';
export { type Icc, type IccOptions, icc } from './statistics/icc.ts';
export { kendallTauB, kendallTauBOfTable } from './statistics/kendall-tau-b.ts';
export { type KrippendorffAlpha, krippendorffAlpha, krippendorffAlphaOf } from './statistics/krippendorff-alpha.ts';
export { krippendorffOfTable, type TwoRaterLevel } from './statistics/krippendorff-of-table.ts';
export { mcc } from './statistics/mcc.ts';
export { mcnemarExact, type PairedTest } from './statistics/mcnemar.ts';
export { meanAbsoluteError } from './statistics/mean-absolute-error.ts';
export { meanError } from './statistics/mean-error.ts';
export type { RepeatedCase } from './statistics/mean-over-cases.ts';
export type { Metric } from './statistics/metric.ts';
export { normalQuantile } from './statistics/normal-quantile.ts';
export { normalTail } from './statistics/normal-tail.ts';
export { chanceDifference, type RepeatedRuns } from './statistics/paired/chance-difference.ts';
export {
  minimumDetectableDifference,
  neededClusterPlays,
  neededClusters,
  type PlannedComparison,
  type WantedDifference,
} from './statistics/paired/minimum-detectable-difference.ts';
export { type NonInferiority, pairedNonInferiority, type WinLossCluster } from './statistics/paired/non-inferiority.ts';
export { type PairedCounts, tangoInterval, tangoScore } from './statistics/paired/tango.ts';
export { type PairCluster, type PairedInterval, pairedBootstrap } from './statistics/paired-bootstrap.ts';
export { passAtK, passHatK } from './statistics/pass-at-k.ts';
export { toPassTable } from './statistics/pass-table.ts';
export { percentAgreement } from './statistics/percent-agreement.ts';
export { neededCases, type SeenDifference } from './statistics/power.ts';
export { quantile } from './statistics/quantile.ts';
export { randolphKappa } from './statistics/randolph-kappa.ts';
export { clopperPearsonUpper } from './statistics/rates/clopper-pearson.ts';
export { kishSize } from './statistics/rates/kish-size.ts';
export { type RakedWeights, type RakingMargin, rake } from './statistics/rates/rake.ts';
export { type CountedShare, twoProportionTest } from './statistics/rates/two-proportions.ts';
export { type WeightedRate, type WeightedTrial, weightedRateInterval } from './statistics/rates/weighted-rate.ts';
export type { FlatRatings } from './statistics/rating-codes.ts';
export { type RatingCounts, toRatingCounts } from './statistics/rating-counts.ts';
export type { RatingLevel } from './statistics/rating-level.ts';
export { type Resampling, resampleGroups } from './statistics/resample-groups.ts';
export { type DrawnSample, type DrawnStratum, drawSample } from './statistics/resampling/draw-sample.ts';
export { type CorrectedShare, type JudgeRates, roganGladen } from './statistics/rogan-gladen.ts';
export { rootMeanSquareError } from './statistics/root-mean-square-error.ts';
export { scottPi } from './statistics/scott-pi.ts';
export { type Random, seededRandom } from './statistics/seeded-random.ts';
export { type SignFlipOptions, type SignFlipTest, signFlipTest } from './statistics/sign-flip.ts';
export { spearman, spearmanOfTable } from './statistics/spearman.ts';
export { studentQuantile } from './statistics/student-quantile.ts';
export { type SurvivalOptions, type SurvivalStep, survivalCurve } from './statistics/survival.ts';
export type { ScoreMetric, TableMetric } from './statistics/table-metrics.ts';
export { trueNegativeRate, truePositiveRate } from './statistics/true-rates.ts';
export { type BeggGreenes, beggGreenes, type VerifiedPart } from './statistics/trust/begg-greenes.ts';
export { type DawidSkene, dawidSkene, type ObserverRatings, type UnitRatings } from './statistics/trust/dawid-skene.ts';
export { type DecisionChance, type DecisionSoFar, decisionChance } from './statistics/trust/decision-chance.ts';
export { type EffectiveVotes, effectiveVotes } from './statistics/trust/effective-votes.ts';
export { gateEffectiveN } from './statistics/trust/gate-effective-n.ts';
export { lookLevel } from './statistics/trust/look-level.ts';
export { type Jury, type MajorityAccuracy, majorityAccuracy } from './statistics/trust/majority-accuracy.ts';
export { type LabeledPart, type PpiMean, ppiMean } from './statistics/trust/ppi-mean.ts';
export { fewestPpiLabels, type LabelPlan, type PpiRate, planLabels, ppiRate } from './statistics/trust/ppi-rate.ts';
export { rateConfidenceSequence } from './statistics/trust/rate-confidence-sequence.ts';
export { type RateEValue, type RateEvidence, rateEValue } from './statistics/trust/rate-e-value.ts';
export {
  type ConfidentVerdicts,
  type SelectiveThreshold,
  selectiveThreshold,
} from './statistics/trust/selective-threshold.ts';
export { type VerifiedRates, verifiedRates } from './statistics/trust/verified-rates.ts';
export { type DrawnValues, type WeightedMean, weightedMean } from './statistics/trust/weighted-mean.ts';
export { type Bounds, unseenSpread } from './statistics/unseen-spread.ts';
export { type RateInterval, wilsonInterval } from './statistics/wilson.ts';
export { withinOne } from './statistics/within-one.ts';
