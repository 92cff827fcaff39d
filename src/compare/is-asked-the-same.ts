import type { ComparedCase } from './compared-case.ts';

type AskedCase = Pick<ComparedCase, 'asked' | 'status'>;

/**
 * Whether two conversations of a case were put the same. One in error may have ended before everything was asked, and
 * ways to play put in different things by their nature: there nothing is held against them.
 */
export function isAskedTheSame(a: AskedCase, b: AskedCase): boolean {
  if (a.asked === undefined || b.asked === undefined || a.asked.play !== b.asked.play) return true;
  if (isCutShort(a) || isCutShort(b)) return true;
  const [shorter, longer] = a.asked.messages.length <= b.asked.messages.length ? [a, b] : [b, a];
  const asked = longer.asked?.messages ?? [];
  if (shorter.asked?.messages.some((message, place) => message !== asked[place]) === true) return false;
  // A script may stop at the first reply that fails.
  return shorter.asked?.messages.length === asked.length || (a.asked.play === 'script' && shorter.status === 'fail');
}

function isCutShort({ status }: AskedCase): boolean {
  return status === 'error' || status === 'skipped';
}
