import { describe, expect, it } from 'vitest';
import { Fault } from '../base/fault.ts';
import type { ConversationMark, RunRecord, RunStore } from '../store/port.ts';
import { getComparedSide, toSideName } from './compared-side.ts';

const id = '20261115-224530-k3fm';

type Variant = Pick<ConversationMark, 'target' | 'send' | 'play'>;

const bot: Variant = { target: 'bot', send: 'question', play: 'reply' };

/** A store with one run of these variants. */
function toStore(...variants: readonly Variant[]): Pick<RunStore, 'find' | 'list' | 'marks'> {
  // Nothing but the id is looked at.
  const record = { id } as RunRecord;
  return {
    find: async (wanted) => (wanted === id ? record : undefined),
    list: async () => [record],
    async *marks() {
      for (const [number, variant] of variants.entries()) {
        yield { number, id: `c${number}`, file: 0, position: number, repeat: 0, ...variant };
      }
    },
  };
}

async function readFault(work: Promise<unknown>): Promise<string> {
  const fault = await work.catch((error: unknown) => error);
  if (!(fault instanceof Fault)) throw new Error(`It did not throw a Fault: ${fault}`);
  return `${fault.code}: ${fault.message} ${fault.problems[0]?.hint}`;
}

describe('getComparedSide', () => {
  const both = [bot, { ...bot, send: 'messages' as const }, { ...bot, target: 'other' }];

  it.each([
    [id, [bot], { target: 'bot' }],
    [`run:${id}`, [bot], { target: 'bot' }],
    ['last', [bot], { target: 'bot' }],
    ['k3fm:bot', both, { target: 'bot' }],
    ['last:other', both, { target: 'other' }],
    ['last:bot:messages', both, { target: 'bot', send: 'messages' }],
    ['last:bot:reply', both, { target: 'bot', play: 'reply' }],
    ['last:bot:messages:reply', both, { target: 'bot', send: 'messages', play: 'reply' }],
    ['last:a:b', [{ ...bot, target: 'a:b' }], { target: 'a:b' }],
    ['last:bot:question', [...both, { ...bot, target: 'bot:question' }], { target: 'bot:question' }],
  ])('finds %s', async (name, variants, choice) => {
    const { record: _, ...side } = await getComparedSide(toStore(...variants), name);
    expect(side).toEqual({ run: id, ...choice });
  });

  it('asks for one of several targets, and lists what to type', async () => {
    expect(await readFault(getComparedSide(toStore(...both), 'last'))).toBe(
      `COMPARE_SEVERAL_TARGETS: Run ${id} has 2 targets, but a comparison needs one: bot, other. Choose one: \`${id}:bot\` or \`${id}:other\``,
    );
  });

  it.each([
    ['last:bat', /^TARGET_UNKNOWN: There is no target "bat" in run .* Did you mean "bot"\?$/],
    ['last:bot:script', /^TARGET_UNKNOWN: .*"bot:script".*/],
    ['last:', /^TARGET_UNKNOWN: /],
    ['gone', /^RUN_UNKNOWN: There is no run "gone"\./],
    ['', /^RUN_UNKNOWN: /],
  ])('says what is wrong with "%s"', async (name, message) => {
    expect(await readFault(getComparedSide(toStore(...both), name))).toMatch(message);
  });

  it('says that a run has nothing to compare', async () => {
    expect(await readFault(getComparedSide(toStore(), 'last'))).toContain('has no conversations yet');
  });
});

describe('toSideName', () => {
  it('writes what is read again', async () => {
    const store = toStore(bot, { ...bot, send: 'messages' });
    const side = await getComparedSide(store, 'last:bot:messages');
    expect(await getComparedSide(store, toSideName(side))).toEqual(side);
  });
});
