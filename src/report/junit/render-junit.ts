import { namePlacedVerdict } from '../../conversation/run/first-reason.ts';
import { isDeciding, type Verdict } from '../../conversation/verdict.ts';
import { toVisibleText } from '../../format/transcript.ts';
import type { Estimate } from '../../statistics/estimate.ts';
import { cutLine } from '../one-line.ts';
import { explainCase, nameVariant, toCaseLine } from '../render-case-list.ts';
import type { ShownConversation } from '../render-conversation.ts';
import type { RunMetrics, VariantMetrics } from '../run-metrics.ts';
import { sumCounts } from '../summary/headline.ts';

interface JunitInput {
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
function listRate({ value, low, high, n }: Estimate): readonly (readonly [name: string, value: string])[] {
  const parts = { 'pass-rate': value, 'pass-rate-low': low, 'pass-rate-high': high };
  const known = Object.entries(parts).flatMap(([name, part]) =>
    part === null ? [] : [[name, part.toFixed(4)] as const],
  );
  return [...known, ['pass-rate-n', String(n)]];
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  // Otherwise a reader turns them into spaces in attributes.
  '\n': '&#10;',
  '\t': '&#9;',
};

/**
 * Text for XML 1.0, in an element or an attribute. Controls are shown as pictures; what no XML may hold, lone halves of
 * characters and two that are none, becomes U+FFFD.
 */
export function escapeXml(text: string): string {
  return toVisibleText(text)
    .toWellFormed()
    .replaceAll(/[\ufffe\uffff]/g, '\ufffd')
    .replaceAll(/[&<>"'\n\t]/g, (mark) => entities[mark] ?? mark);
}

const longestMessage = 500;
const longestText = 4_000;

/** One conversation as a test: the first reason as its message, every reason below it. */
function renderTestcase(conversation: ShownConversation): string {
  const { start, replies } = conversation;
  const repeat = start.repeat > 0 ? ` [repeat ${start.repeat + 1}]` : '';
  const own = replies.filter(({ by }) => by === 'target');
  const isTimed = own.every(({ call }) => call.latencyMs !== null);
  const seconds = own.reduce((sum, { call }) => sum + (call.latencyMs ?? 0), 0) / 1000;
  const time = isTimed ? ` time="${seconds.toFixed(3)}"` : '';
  const head = `<testcase classname="${escapeXml(`${start.eval}.${start.target}`)}" name="${escapeXml(`${start.id}${repeat}`)}"${time}`;
  const body = renderBody(conversation);
  return body === '' ? `    ${head}/>\n` : `    ${head}>${body}</testcase>\n`;
}

function renderBody(conversation: ShownConversation): string {
  const { end, verdicts } = conversation;
  const message = escapeXml(cutLine(explainCase(toCaseLine(conversation)), longestMessage));
  switch (end?.status) {
    case 'fail': {
      const reasons = verdicts.filter((verdict) => isDeciding(verdict) && verdict.status === 'graded' && !verdict.pass);
      return `<failure type="fail" message="${message}">${renderReasons(reasons)}</failure>`;
    }
    case 'error': {
      const { cause = 'error', message: text = '', details = '' } = end.error ?? {};
      const whole = escapeXml(cutLine([text, details].filter((part) => part !== '').join('\n'), longestText));
      return `<error type="${escapeXml(cause)}" message="${message}">${whole}</error>`;
    }
    case 'ungraded': {
      const reasons = verdicts.filter((verdict) => isDeciding(verdict) && verdict.status === 'ungraded');
      return `<error type="ungraded" message="${message}">${renderReasons(reasons)}</error>`;
    }
    case 'skipped':
      return `<skipped message="${message}"/>`;
    default:
      return '';
  }
}

function renderReasons(verdicts: readonly Verdict[]): string {
  const lines = verdicts.map((verdict) => {
    const cause = verdict.status === 'ungraded' ? verdict.cause : '';
    const why = [cause, verdict.reason ?? ''].filter((part) => part !== '').join('. ');
    return `${namePlacedVerdict(verdict)}: ${why}`;
  });
  return escapeXml(cutLine(lines.join('\n'), longestText));
}
