import { describe, expect, it } from 'vitest';
import { makeSubject } from '../../../test/support/graded-subject.ts';
import type { CheckResult, Wanted } from './check.ts';
import { checkFields } from './fields.ts';

const reference = {
  number: 'A-1',
  date: '15-JAN-2025',
  total: 200,
  zero: 0,
  note: null,
  seller: { name: 'Shop' },
  items: [{ price: 3 }, { price: 0.2 }],
  when: 'soon',
};

function grade(reply: unknown, wanted: Wanted<'fields'>, expected: unknown = reference): CheckResult {
  const content = typeof expected === 'string' ? expected : JSON.stringify(expected);
  const evalCase = {
    input_messages: [{ role: 'user', content: 'Hi' }],
    expected_messages: [{ role: 'assistant', content }],
  };
  return checkFields(makeSubject(typeof reply === 'string' ? reply : JSON.stringify(reply), { evalCase }), wanted, {});
}

const score = (result: CheckResult) => ('cause' in result ? result.cause : result.score);

describe('fields', () => {
  const rows: readonly (readonly [reply: unknown, field: Wanted<'fields'>, score: number | string])[] = [
    [{ number: 'A-1' }, [{ path: 'number' }], 1],
    [{ number: 'a-1' }, [{ path: 'number' }], 0],
    [{ number: 1 }, [{ path: 'number' }], 0],
    [{ note: null }, [{ path: 'note', match: 'number' }], 1],
    [{ seller: { name: 'Shop' } }, [{ path: 'seller.name' }], 1],
    [{ seller: { name: 'Shop' } }, [{ path: 'seller' }], 1],
    [{ items: [{ price: 3 }] }, [{ path: 'items[0].price' }], 1],
    [{ items: [{ price: 3 }] }, [{ path: 'items[1].price' }], 0],
    [{ total: 201 }, [{ path: 'total', match: 'number', tolerance: 1 }], 1],
    [{ total: 201.5 }, [{ path: 'total', match: 'number', tolerance: 1 }], 0],
    [{ total: '200' }, [{ path: 'total', match: 'number' }], 1],
    [{ total: '200 USD' }, [{ path: 'total', match: 'number' }], 0],
    // 5% of 200 is 10.
    [{ total: 210 }, [{ path: 'total', match: 'number', tolerance: 0.05, relative: true }], 1],
    [{ total: 210.1 }, [{ path: 'total', match: 'number', tolerance: 0.05, relative: true }], 0],
    [{ zero: 0.04 }, [{ path: 'zero', match: 'number', tolerance: 0.05, relative: true }], 1],
    // 0.3 - 0.2 is a little more than 0.1 in binary numbers.
    [{ items: [0, { price: 0.3 }] }, [{ path: 'items[1].price', match: 'number', tolerance: 0.1 }], 1],
    [{ date: '2025-01-15' }, [{ path: 'date', match: 'date', formats: ['DD-MMM-YYYY'] }], 1],
    [{ date: '2025-01-16' }, [{ path: 'date', match: 'date' }], 0],
    [{ date: 'tomorrow' }, [{ path: 'date', match: 'date' }], 0],
    [{}, [{ path: 'number' }], 0],
    [{}, [{ path: 'number', required: false }], 'not-applicable'],
    [{}, [{ path: 'unheard.of' }], 'not-applicable'],
    [{ constructor: 1 }, [{ path: 'constructor' }], 'not-applicable'],
  ];
  it.each(rows)('%j with %j scores %s', (reply, wanted, expected) => {
    expect(score(grade(reply, wanted))).toBe(expected);
  });

  it('weigh what matches', () => {
    const compare = [{ path: 'number', weight: 3 }, { path: 'total' }, { path: 'seller.name', required: false }];
    const result = grade({ number: 'A-1', total: 7 }, compare);
    expect(result).toEqual({
      score: 3 / 4,
      reason: '1 of 2 fields match. Wrong: total (got 7, expected 200). Not compared: seller.name (optional).',
      evidence: {
        matched: ['number'],
        missed: [{ path: 'total', reason: 'got 7, expected 200' }],
        notCompared: [{ path: 'seller.name', reason: 'optional' }],
      },
    });
    expect(score(grade({ number: 'A-1', total: 7 }, { compare, score: 'all-or-nothing' }))).toBe(0);
    expect(score(grade({ number: 'A-1', total: 200 }, { compare, score: 'all-or-nothing' }))).toBe(1);
  });

  it('blame the target for a reply that is not JSON', () => {
    expect(grade('Here you are', [{ path: 'number' }])).toEqual({
      score: 0,
      reason: expect.stringMatching(/^The reply is not JSON: /),
    });
    expect(score(grade('```json\n{"number": "A-1"}\n```', [{ path: 'number' }]))).toBe(1);
  });

  it.each([
    ['not JSON', 'A-1', 'The reference reply is not JSON.'],
    ['empty', '', 'The turn has no reference reply to compare with.'],
  ])('are ungraded if the reference is %s', (_what, expected, reason) => {
    expect(grade({ number: 'A-1' }, [{ path: 'number' }], expected)).toEqual({ cause: 'not-applicable', reason });
  });

  it('do not blame the target for a reference that is not a date', () => {
    const compare = [{ path: 'when', match: 'date' as const }, { path: 'total' }];
    expect(grade({ when: '2025-01-15', total: 200 }, compare)).toMatchObject({
      score: 1 / 2,
      reason: '1 of 2 fields match. Unknown: when (the reference has "soon", not a date).',
      unmeasured: { atMost: 1 },
    });
  });
});
