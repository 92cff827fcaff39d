import type { RateInterval } from '../../statistics/wilson.ts';
import { nameVariant } from '../render-case-list.ts';
import type { ShownConversation } from '../render-conversation.ts';
import type { RunMetrics, VariantMetrics } from '../run-metrics.ts';
import { sumCounts } from '../summary/headline.ts';
import { escapeXml } from './escape-xml.ts';
import { renderTestcase } from './render-testcase.ts';

export interface JunitInput {
  readonly metrics: RunMetrics;
  /** ISO-8601, UTC. */
  readonly startedAt: string;
  /** Every conversation of the run; read once for each variant, so that none has to be kept. */
  readonly cases: () => AsyncIterable<ShownConversation>;
}

/**
 * The run as JUnit XML, piece by piece: a suite for each variant, a test for each conversation. An ungraded
 * conversation is an `error` of type `ungraded`: it has not passed, and CI has to notice.
 */
export async function* renderJunit({ metrics, startedAt, cases }: JunitInput): AsyncGenerator<string> {
  const { variants } = metrics;
  yield '<?xml version="1.0" encoding="UTF-8"?>\n';
  yield `<testsuites name="${escapeXml(`turnwise run ${metrics.run}`)}"${renderCounts(sumCounts(variants))}>\n`;
  for (const variant of variants) {
    const name = escapeXml(nameVariant(variant, variants));
    yield `  <testsuite name="${name}" timestamp="${escapeXml(startedAt)}"${renderCounts(variant.counts)}>\n`;
    yield renderProperties(variant, metrics);
    for await (const conversation of cases()) {
      if (conversation.end !== undefined && isOf(variant, conversation)) yield renderTestcase(conversation);
    }
    yield '  </testsuite>\n';
  }
  yield '</testsuites>\n';
}

function isOf({ target, send, play }: VariantMetrics, { start }: ShownConversation): boolean {
  return start.target === target && start.send === send && start.play === play;
}

function renderCounts({ pass, fail, error, ungraded, skipped }: VariantMetrics['counts']): string {
  const tests = pass + fail + error + ungraded + skipped;
  return ` tests="${tests}" failures="${fail}" errors="${error + ungraded}" skipped="${skipped}"`;
}

function renderProperties({ rate, counts, send, play }: VariantMetrics, { run, grading }: RunMetrics): string {
  const properties: readonly (readonly [name: string, value: string])[] = [
    ['run', run],
    ...(grading === undefined ? [] : [['grading', String(grading)] as const]),
    ['send', send],
    ['play', play],
    ...listRate(rate),
    ['error', String(counts.error)],
    ['ungraded', String(counts.ungraded)],
  ];
  const lines = properties.map(
    ([name, value]) => `      <property name="${escapeXml(name)}" value="${escapeXml(value)}"/>\n`,
  );
  return `    <properties>\n${lines.join('')}    </properties>\n`;
}

/** Without a rate there is only its n. */
function listRate({ value, low, high, n }: RateInterval): readonly (readonly [name: string, value: string])[] {
  const parts = { 'pass-rate': value, 'pass-rate-low': low, 'pass-rate-high': high };
  const known = Object.entries(parts).flatMap(([name, part]) =>
    part === null ? [] : [[name, part.toFixed(4)] as const],
  );
  return [...known, ['pass-rate-n', String(n)]];
}
