/** The browser-safe entry `turnwise/numbers`: every statistic by name. */
export { type RateInterval, wilsonInterval } from './statistics/wilson.ts';
