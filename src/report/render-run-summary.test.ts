import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Palette, plainPalette } from './palette.ts';
import { renderRunSummary } from './render-run-summary.ts';
import { addCase, type CaseLine, listedCases, startSummary } from './run-summary.ts';

const call = { latencyMs: 1_000, usage: { inputTokens: 100, outputTokens: 20 }, costUsd: 0.25 };

function makeLine(changes: Partial<CaseLine> = {}): CaseLine {
  const name = { id: 'c', dataset: 'd', target: 'bot', send: 'question', play: 'reply', repeat: 0 } as const;
  return { ...name, file: 0, position: 0, status: 'pass', calls: [call], ...changes };
}

function makeFailure(position: number, changes: Partial<CaseLine> = {}): CaseLine {
  const verdict = { grader: 'contains-1', turnIndex: 3, status: 'graded', score: 0, unit: 0, pass: false } as const;
  const reason = 'The reply does not contain "refund"; got "No".';
  return makeLine({ id: `case-${position}`, position, status: 'fail', verdict: { ...verdict, reason }, ...changes });
}

function makeError(position: number): CaseLine {
  const error = { cause: 'rate-limited', message: 'Too many\nrequests.', turnIndex: 1 } as const;
  return makeLine({ id: `case-${position}`, position, status: 'error', error, calls: [] });
}

function summarise(lines: readonly CaseLine[]) {
  const summary = startSummary('r1', ['bot', 'agent']);
  for (const line of lines) addCase(summary, line);
  return summary;
}

function render(lines: readonly CaseLine[], { palette = plainPalette, width = 100 } = {}): string {
  return renderRunSummary(summarise(lines), { palette, width });
}

describe('renderRunSummary', () => {
  it('shows the rate with interval and n, the counts, the figures, and how to look closer', () => {
    const lines = [makeLine(), makeLine({ position: 1 }), makeFailure(2), makeError(3)];
    expect(render(lines)).toBe(
      [
        'target  send      pass rate                pass  fail  error  ungraded  median    p95  tokens in  out   cost',
        'bot     question  66.7 % [20.8, 93.9] n=3     2     1      1         0   1.0 s  1.0 s        300   60  $0.75',
        '',
        'Failed and broken cases:',
        '  case-2  bot  fail   turn 3, contains-1: The reply does not contain "refund"; got "No".',
        '  case-3  bot  error  turn 1, rate-limited: Too many requests.',
        '',
        'Errors and ungraded by cause:',
        '  error  1  rate-limited  Too many requests.',
        '',
        'Look closer: turnwise show run:r1 --case case-2',
        'Play errors again: turnwise run --resume r1 --retry errors',
        '',
      ].join('\n'),
    );
  });

  it('has a row for each target and form, and names the play when there are several', () => {
    const text = render([
      makeLine({ target: 'agent' }),
      makeLine({ send: 'messages' }),
      makeLine({ play: 'script' }),
      makeLine(),
    ]);
    const names = text
      .split('\n')
      .slice(0, 5)
      .map((line) => line.split(/ {2,}/).slice(0, 3));
    expect(names).toEqual([
      ['target', 'send', 'play'],
      ['bot', 'question', 'reply'],
      ['bot', 'question', 'script'],
      ['bot', 'messages', 'reply'],
      ['agent', 'question', 'reply'],
    ]);
  });

  it('shows a column of skipped conversations, and of tokens, only when there are some', () => {
    const text = render([makeLine(), makeLine({ position: 1, status: 'skipped', calls: [] })]);
    expect(text).toContain('ungraded  skipped  median');
    expect(text).toContain('tokens in');
    expect(render([makeLine({ calls: [{ latencyMs: 5, costUsd: 0 }] })])).not.toContain('tokens in');
  });

  it('never makes up a rate, tokens or money', () => {
    const unknown = { latencyMs: 5, costUsd: null };
    const verdict = { grader: 'outcome', turnIndex: null, status: 'ungraded', cause: 'no-judge' } as const;
    const text = render([makeLine({ status: 'ungraded', calls: [unknown], verdict })]);
    expect(text).toContain('no rate n=0');
    expect(text).toMatch(/unknown$/m);
    expect(text).not.toContain('tokens');
    expect(text).toContain('  ungraded  1  no-judge\n');
    expect(text).toContain('Look closer: turnwise show run:r1\n');
    expect(render([makeLine({ calls: [unknown, call] })])).toMatch(/≥ 100 {2}≥ 20 {2}≥ \$0\.25$/m);
  });

  it('leaves cached replies out of the latency, and says so', () => {
    const text = render([makeLine({ calls: [{ ...call, latencyMs: 1, cached: true, costUsd: 0 }, call] })]);
    expect(text).toContain('1.0 s');
    expect(text).toContain('1 of 2 replies came from the cache; latency is that of the others.');
  });

  it('says what repeats do to the intervals', () => {
    expect(render([makeLine()])).not.toContain('Repeats');
    expect(render([makeLine(), makeLine({ repeat: 1 })])).toContain('Repeats of a case count as cases of their own');
  });

  it('lists the first bad cases of the files, whatever order they ended in', () => {
    const failures = Array.from({ length: 25 }, (_, position) => makeFailure(position));
    const ids = (lines: readonly CaseLine[]) => summarise(lines).listed.map(({ id }) => id);
    const first = failures.slice(0, listedCases).map(({ id }) => id);
    fc.assert(
      fc.property(fc.shuffledSubarray(failures, { minLength: 25 }), (shuffled) => {
        expect(ids(shuffled)).toEqual(first);
      }),
    );
    expect(render(failures)).toContain('Failed and broken cases (the first 10 of 25):');
  });

  it('cuts long lines, shows controls, and quotes an id for the shell', () => {
    const text = render([makeFailure(1, { id: "it's\u001b[2J\nhere" })], { width: 40 });
    expect(text).toContain("  it's␛[2J here  bot  fail  turn 3, con…\n");
    expect(text).toContain("--case 'it'\\''s␛[2J here'\n");
  });

  it('colours through the palette alone', () => {
    const mark = (name: string) => (value: string) => `<${name}>${value}</${name}>`;
    const palette: Palette = {
      red: mark('red'),
      green: mark('green'),
      yellow: mark('yellow'),
      dim: mark('dim'),
      bold: mark('bold'),
    };
    const text = render([makeLine(), makeFailure(1, { target: 'agent' }), makeError(2)], { palette });
    expect(text).toMatch(/^<dim>target.*<\/dim>\n<yellow>bot.*<\/yellow>\n<red>agent.*<\/red>$/m);
    expect(text).toContain('<bold>Failed and broken cases:</bold>\n<red>  case-1');
    expect(text.replaceAll(/<\/?\w+>/g, '')).toBe(
      render([makeLine(), makeFailure(1, { target: 'agent' }), makeError(2)]),
    );
  });
});
