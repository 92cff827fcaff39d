/** The browser-safe entry `turnwise/numbers`: every statistic by name. */

export { agreement } from './calibrate/agreement/agreement.ts';
export type { AgreementOptions, UnitRating } from './calibrate/agreement/coded-ratings.ts';
export {
  type CalibrateOptions,
  type CalibrationOfVerdicts,
  calibrate,
  type GivenVerdict,
  type SampleVerdict,
} from './calibrate/calibrate.ts';
export type { Gate, NeededLabels } from './calibrate/calibration.ts';
export type { GivenLabel, SampleLabel } from './calibrate/human-ratings.ts';
export type {
  AgreementJson as Agreement,
  CalibrationJson as Calibration,
  RaterPairJson as RaterPair,
} from './calibrate/metric-json.ts';
export { brennanPrediger, brennanPredigerOfTable } from './statistics/agreement/brennan-prediger.ts';
export type { ChanceCorrected } from './statistics/agreement/chance-corrected.ts';
export { type CohenKappa, cohenKappa, type KappaOptions } from './statistics/agreement/cohen-kappa.ts';
export type { ContingencyTable } from './statistics/agreement/contingency-table.ts';
export type { AgreementWeights } from './statistics/agreement/disagreement.ts';
export { exactAgreement } from './statistics/agreement/exact-agreement.ts';
export { fleissKappa } from './statistics/agreement/fleiss-kappa.ts';
export { gwetAc, gwetOfTable } from './statistics/agreement/gwet-ac.ts';
export { type Icc, type IccOptions, icc } from './statistics/agreement/icc.ts';
export { kendallTauB, kendallTauBOfTable } from './statistics/agreement/kendall-tau-b.ts';
export {
  type KrippendorffAlpha,
  krippendorffAlpha,
  krippendorffAlphaOf,
} from './statistics/agreement/krippendorff-alpha.ts';
export { krippendorffOfTable, type TwoRaterLevel } from './statistics/agreement/krippendorff-of-table.ts';
export { mcc } from './statistics/agreement/mcc.ts';
export { meanAbsoluteError } from './statistics/agreement/mean-absolute-error.ts';
export { meanError } from './statistics/agreement/mean-error.ts';
export { percentAgreement } from './statistics/agreement/percent-agreement.ts';
export { randolphKappa } from './statistics/agreement/randolph-kappa.ts';
export type { FlatRatings, RatingLevel } from './statistics/agreement/rating-codes.ts';
export { type RatingCounts, toRatingCounts } from './statistics/agreement/rating-counts.ts';
export { rootMeanSquareError } from './statistics/agreement/root-mean-square-error.ts';
export { scottPi } from './statistics/agreement/scott-pi.ts';
export { spearman, spearmanOfTable } from './statistics/agreement/spearman.ts';
export { withinOne } from './statistics/agreement/within-one.ts';
export type { Estimate, PointEstimate } from './statistics/estimate.ts';
export {
  type MetricName,
  type MetricName as TableMetric,
  metricNames,
  type ScoreMetric,
} from './statistics/metric-table.ts';
export { chanceDifference, type RepeatedRuns } from './statistics/paired/chance-difference.ts';
export { holm } from './statistics/paired/holm.ts';
export { mcnemarExact, type PairedTest } from './statistics/paired/mcnemar.ts';
export {
  minimumDetectableDifference,
  neededClusterPlays,
  neededClusters,
  type PlannedComparison,
  type WantedDifference,
} from './statistics/paired/minimum-detectable-difference.ts';
export { type NonInferiority, pairedNonInferiority, type WinLossCluster } from './statistics/paired/non-inferiority.ts';
export { type PairCluster, type PairedInterval, pairedBootstrap } from './statistics/paired/paired-bootstrap.ts';
export {
  detectableDifference,
  neededCases,
  neededPlays,
  type RepeatedPlays,
  type SeenDifference,
} from './statistics/paired/power.ts';
export { type SignFlipOptions, type SignFlipTest, signFlipTest } from './statistics/paired/sign-flip.ts';
export { type PairedCounts, tangoInterval, tangoScore } from './statistics/paired/tango.ts';
export { clopperPearsonUpper } from './statistics/rates/clopper-pearson.ts';
export { type ClusteredError, type ClusterSum, clusteredStandardError } from './statistics/rates/clustered-error.ts';
export { clusteredMeanInterval } from './statistics/rates/clustered-mean.ts';
export { type ClusteredInterval, clusteredRateInterval, type RateCluster } from './statistics/rates/clustered-rate.ts';
export { type CorrectedRate, correctedRate, type JudgedRate } from './statistics/rates/corrected-rate.ts';
export { flipRate } from './statistics/rates/flip-rate.ts';
export { kishSize } from './statistics/rates/kish-size.ts';
export type { RepeatedCase } from './statistics/rates/mean-over-cases.ts';
export { normalQuantile } from './statistics/rates/normal-quantile.ts';
export { normalTail } from './statistics/rates/normal-tail.ts';
export { passAtK, passHatK } from './statistics/rates/pass-at-k.ts';
export { type RakedWeights, type RakingMargin, rake } from './statistics/rates/rake.ts';
export { type CorrectedShare, type JudgeRates, roganGladen } from './statistics/rates/rogan-gladen.ts';
export { studentQuantile } from './statistics/rates/student-quantile.ts';
export { type SurvivalOptions, type SurvivalStep, survivalCurve } from './statistics/rates/survival.ts';
export { toPassTable, trueNegativeRate, truePositiveRate } from './statistics/rates/true-rates.ts';
export { type CountedShare, twoProportionTest } from './statistics/rates/two-proportions.ts';
export { type Bounds, unseenSpread } from './statistics/rates/unseen-spread.ts';
export { type WeightedRate, type WeightedTrial, weightedRateInterval } from './statistics/rates/weighted-rate.ts';
export { wilsonInterval } from './statistics/rates/wilson.ts';
export {
  type AgreementIntervalOptions,
  agreementIntervals,
  type WeightedPairs,
} from './statistics/resampling/agreement-intervals.ts';
export { type BootstrapInterval, type BootstrapOptions, bootstrapInterval } from './statistics/resampling/bootstrap.ts';
export type { BootstrappedMetric } from './statistics/resampling/bootstrap-table.ts';
export {
  bootstrapScores,
  bootstrapTable,
  type ScoreBootstrapOptions,
  type ScorePairs,
  type TableBootstrapOptions,
} from './statistics/resampling/bootstrap-table.ts';
export { type DrawnSample, type DrawnStratum, drawSample } from './statistics/resampling/draw-sample.ts';
export { quantile } from './statistics/resampling/quantile.ts';
export { type Resampling, resampleGroups } from './statistics/resampling/resample-groups.ts';
export { type Random, seededRandom } from './statistics/resampling/seeded-random.ts';
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
