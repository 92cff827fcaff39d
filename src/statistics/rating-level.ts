/**
 * What the distance of two scores means, each level with all that those before it have. nominal: they are equal or not.
 * ordinal: one is above the other. interval: differences count. ratio: there is a zero, and shares count.
 */
export const ratingLevels = ['nominal', 'ordinal', 'interval', 'ratio'] as const;
export type RatingLevel = (typeof ratingLevels)[number];
