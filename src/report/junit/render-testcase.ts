import { namePlacedVerdict } from '../../conversation/run/first-reason.ts';
import type { Verdict } from '../../conversation/verdict.ts';
import { cutLine } from '../one-line.ts';
import { explainCase } from '../render-case-list.ts';
import type { ShownConversation } from '../render-conversation.ts';
import { toCaseLine } from '../to-case-line.ts';
import { escapeXml } from './escape-xml.ts';

const longestMessage = 500;
const longestText = 4_000;

/** One conversation as a test: the first reason as its message, every reason below it. */
export function renderTestcase(conversation: ShownConversation): string {
  const { start, replies } = conversation;
  const repeat = start.repeat > 0 ? ` [repeat ${start.repeat + 1}]` : '';
  const own = replies.filter(({ by }) => by === 'target');
  const seconds = own.reduce((sum, { call }) => sum + call.latencyMs, 0) / 1000;
  const head = `<testcase classname="${escapeXml(`${start.eval}.${start.target}`)}" name="${escapeXml(`${start.id}${repeat}`)}" time="${seconds.toFixed(3)}"`;
  const body = renderBody(conversation);
  return body === '' ? `    ${head}/>\n` : `    ${head}>${body}</testcase>\n`;
}

function renderBody(conversation: ShownConversation): string {
  const { end, verdicts } = conversation;
  const message = escapeXml(cutLine(explainCase(toCaseLine(conversation)), longestMessage));
  switch (end?.status) {
    case 'fail': {
      const reasons = verdicts.filter((verdict) => verdict.status === 'graded' && !verdict.pass);
      return `<failure type="fail" message="${message}">${renderReasons(reasons)}</failure>`;
    }
    case 'error': {
      const { cause = 'error', message: text = '', details = '' } = end.error ?? {};
      const whole = escapeXml(cutLine([text, details].filter((part) => part !== '').join('\n'), longestText));
      return `<error type="${escapeXml(cause)}" message="${message}">${whole}</error>`;
    }
    case 'ungraded': {
      const reasons = verdicts.filter(({ status }) => status === 'ungraded');
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
