import type { Simulation } from '../../conversation/case.ts';

/** Whether a reply ends the conversation. */
export type StopRule = (reply: string) => boolean;

export async function openStopRule({ stop_when: rule }: Simulation): Promise<StopRule> {
  if (rule === undefined) return () => false;
  if ('contains' in rule) return (reply) => reply.includes(rule.contains);
  const { RE2JS } = await import('re2js');
  const pattern = RE2JS.compile(rule.regex);
  return (reply) => pattern.matcher(reply).find();
}
