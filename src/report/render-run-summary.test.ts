import { describe, expect, it } from 'vitest';
import { type ConversationShape, makeShownConversation, makeVerdict } from '../../test/support/shown-conversation.ts';
import { MetricsCollector } from './metrics-collector.ts';
import { type Palette, plainPalette } from './palette.ts';
import { renderRunSummary } from './render-run-summary.ts';

type Shape = ConversationShape & { readonly position?: number };

function makeCase({ position = 0, start, ...shape }: Shape = {}) {
  return makeShownConversation({ ...shape, start: { id: `case-${position}`, position, ...start } });
}

function makeError(position: number) {
  const error = { cause: 'rate-limited', message: 'Too many\nrequests.', turnIndex: 1 } as const;
  return makeCase({ position, replies: [], end: { status: 'error', error } });
}

function render(
  conversations: readonly ReturnType<typeof makeCase>[],
  {
    palette = plainPalette,
    width = 100,
    verbose = true,
  }: { readonly palette?: Palette; readonly width?: number; readonly verbose?: boolean } = {},
): string {
  const collector = new MetricsCollector({ run: 'r1', targets: ['bot', 'agent'] });
  for (const conversation of conversations) collector.add(conversation);
  return renderRunSummary(collector.toSummary(), { palette, width, verbose });
}

/** Ten cases of one reply. The first `failing` fail. */
function makeTen(failing: number, start: ConversationShape['start'] = {}) {
  return Array.from({ length: 10 }, (_, position) =>
    makeCase({
      position,
      start: { ...start, ...(position < failing ? { tags: ['hard'] } : { tags: ['easy'] }) },
      replies: [position >= failing],
    }),
  );
}

/** Four tags for every two conversations, one of their own, and one for all. */
function listTagsOf(index: number): string[] {
  const pair = Math.floor(index / 2);
  return [...['a', 'b', 'c', 'd'].map((letter) => `${letter}${pair}`), `alone${index}`, 'all'];
}

describe('renderRunSummary', () => {
  it('lists ungraded cases by id, in the order of the file, with what fixes them', () => {
    const open = (position: number, cause: 'no-grader' | 'no-judge') =>
      makeCase({
        position,
        replies: [undefined],
        verdicts: [{ grader: 'none', turnIndex: null, status: 'ungraded', cause }],
      });
    const text = render([open(2, 'no-grader'), open(1, 'no-judge'), open(0, 'no-grader')]);
    expect(text).toContain('Ungraded (no-grader): case-0, case-2. Add an answer key, an outcome or graders.');
    expect(text).toContain('Ungraded (no-judge): case-1. Set a judge with --judge <target>');
    const many = render(
      Array.from({ length: 12 }, (_, position) => open(11 - position, 'no-grader')),
      { width: 200 },
    );
    expect(many).toContain('case-8, case-9 and more. Add an');
  });

  it('shows the verdict, then the rate with interval and n, the counts, the metrics, and the next command', () => {
    const conversations = [
      makeCase(),
      makeCase({ position: 1 }),
      makeCase({ position: 2, replies: [false] }),
      makeError(3),
    ];
    expect(render(conversations)).toBe(
      [
        'bot fails 1 of 3, and 1 more ended in error.',
        '',
        'target  pass rate  pass  fail  error  median    p95  tokens   cost',
        'bot     2/3           2     1      1   1.0 s  1.0 s  300→60  $0.75',
        '',
        'Failures and errors:',
        '  case-2  fail   turn 2, contains-1: The reply does not contain "refund". Got "No".',
        '  case-3  error  turn 2, rate-limited: Too many requests.',
        '',
        'Details: turnwise show run:r1 --case case-2',
        'Retry errors: turnwise run --resume r1 --retry-errors',
        '',
      ].join('\n'),
    );
  });

  it('leads to the conversations that failed if the case passed in another variant', () => {
    const other = makeCase({ replies: [false], start: { target: 'agent' } });
    expect(render([makeCase(), other])).toContain('Details: turnwise show run:r1 --case case-0 --status fail\n');
  });

  it.each([
    ['bot passes 1 of 1.', [makeCase()]],
    ['bot has no verdicts: 1 ungraded.', [makeCase({ replies: [undefined] })]],
    ['bot passes 1 of 1, and 1 more was skipped.', [makeCase(), makeCase({ position: 1, status: 'skipped' })]],
    [
      'bot fails 1 of 1, and 1 more ended in error. First failures at turn 4.',
      [makeCase({ replies: [true, false] }), makeError(1)],
    ],
    [
      'bot fails 3 of 3, 1 more ended in error, and 2 are ungraded. First failures as early as turn 2. agent passes 1 of 1.',
      [
        makeCase({ replies: [false, true] }),
        makeCase({ position: 1, replies: [true, false] }),
        makeCase({ position: 2, replies: [true, true, false] }),
        makeError(3),
        makeCase({ position: 4, replies: [undefined] }),
        makeCase({ position: 5, replies: [undefined] }),
        makeCase({ start: { target: 'agent' } }),
      ],
    ],
    // Three of four have one reply only, so the place of the fail is not worth a mention.
    [
      'bot fails 4 of 4.',
      [[false], [false], [false], [false, false]].map((replies, position) => makeCase({ position, replies })),
    ],
    ['bot fails 1 of 2, first at turn 4.', [makeCase(), makeCase({ position: 1, replies: [true, false] })]],
    [
      'bot fails 3 of 3, usually first at turn 2. agent passes 1 of 1.',
      [
        makeCase({ replies: [false, true] }),
        makeCase({ position: 1, replies: [false, true] }),
        makeCase({ position: 2, replies: [true, false] }),
        makeCase({ start: { target: 'agent' } }),
      ],
    ],
    [
      'bot fails 2 of 2, as early as turn 2.',
      [makeCase({ replies: [true, false] }), makeCase({ position: 1, replies: [false, true] })],
    ],
    ['No conversation was completed.', []],
    [
      '1 of 5 targets pass everything, 3 fail, 1 could not be fully graded.',
      [true, false, false, false, undefined].map((pass, index) =>
        makeCase({ start: { target: `t${index}` }, replies: [pass] }),
      ),
    ],
  ])('says in one sentence: %s', (sentence, conversations) => {
    expect(render(conversations).split('\n')[0]).toBe(sentence);
  });

  it.each([
    ['bot passes 1 of 1, and 7 more are not finished.', [makeCase()]],
    ['bot has no verdicts: 1 ungraded, 7 not finished.', [makeCase({ replies: [undefined] })]],
    [
      'bot passes 1 of 1. agent passes 1 of 1. 6 conversations are not finished.',
      [makeCase(), makeCase({ start: { target: 'agent' } })],
    ],
  ])('says in that sentence what a run that was stopped did not play: %s', (sentence, conversations) => {
    const collector = new MetricsCollector({ run: 'r1', targets: ['bot', 'agent'], conversations: 8 });
    for (const conversation of conversations) collector.add(conversation);
    for (const verbose of [true, false]) {
      const text = renderRunSummary(collector.toSummary(), { palette: plainPalette, width: 200, verbose });
      expect(text.split('\n')[0]).toBe(sentence);
    }
  });

  it('does not say that a target of many passes everything when some of its conversations were skipped', () => {
    const targets = ['a', 'b', 'c', 'd', 'e'];
    const cases = targets.map((target) => makeCase({ start: { target } }));
    const text = render([...cases, makeCase({ position: 1, status: 'skipped', start: { target: 'a' } })]);
    expect(text.split('\n')[0]).toBe(
      '4 of 5 targets pass everything, 1 could not be fully graded. 1 conversation was skipped.',
    );
  });

  it('shows a variant of skipped conversations, and of tokens, only when there are some', () => {
    const text = render([makeCase(), makeCase({ position: 1, status: 'skipped' })], { width: 120 });
    expect(text).toContain('fail  skipped  median');
    expect(text).toContain('tokens');
    const untold = makeShownConversation();
    const replies = untold.replies.map((reply) => ({ ...reply, call: { latencyMs: 5, costUsd: 0 } }));
    expect(render([{ ...untold, replies }])).not.toContain('tokens');
  });

  it('names the form that targets get only where there are several', () => {
    expect(render([makeCase()])).toMatch(/^target {2}pass rate/m);
    const both = [makeCase(), makeCase({ start: { send: 'messages' } })];
    expect(render(both, { width: 120 })).toMatch(
      /^target {2}send {6}pass rate.*\nbot {5}question .*\nbot {5}messages /m,
    );
  });

  it('has tokens in and out in short, and says when some are not known', () => {
    const call = { usage: { inputTokens: 3_812, outputTokens: 1_234 } };
    const untold = makeShownConversation({ start: { id: 'other' } });
    const replies = untold.replies.map((reply) => ({ ...reply, call: { latencyMs: 5, costUsd: 0 } }));
    expect(render([makeCase({ call })])).toContain('  3.8k→1.2k  ');
    expect(render([makeCase({ call }), { ...untold, replies }])).toContain('  ≥ 3.8k→1.2k  ');
  });

  it('makes two tables of one that is too wide, one of what came out and one of what the calls took', () => {
    const lines = render([makeCase({ start: { target: 'a-long-name-of-a-target' } })], { width: 70 }).split('\n');
    expect(lines.slice(2, 8)).toEqual([
      'target                   pass rate  pass  fail',
      'a-long-name-of-a-target  1/1           1     0',
      '',
      'target                   median    p95  tokens   cost',
      'a-long-name-of-a-target   1.0 s  1.0 s  100→20  $0.25',
      '',
    ]);
  });

  it('never makes up a rate, tokens or money', () => {
    const verdict = { grader: 'outcome', turnIndex: null, status: 'ungraded', cause: 'no-judge' } as const;
    const text = render([makeCase({ replies: [undefined], verdicts: [verdict], call: { costUsd: null } })]);
    expect(text).toContain('– (n=0)');
    expect(text).toMatch(/unknown$/m);
    expect(text).toContain('  ungraded  1  no-judge\n');
    expect(text).toContain('Details: turnwise show run:r1\n');
  });

  it('leaves cached replies out of the latency, and says so', () => {
    const text = render([makeCase({ call: { latencyMs: 1, cached: true } }), makeCase({ position: 1 })]);
    expect(text).toContain('1.0 s');
    expect(text).toContain('Latency excludes replies from the cache.');
  });

  it('says in its first line how much came from the cache, and names --no-cache', () => {
    const cached = makeCase({ call: { latencyMs: 1, cached: true } });
    const toFirst = (cases: Parameters<typeof render>[0]) => render(cases).split('\n')[0];
    expect(toFirst([cached])).toBe(
      'bot passes 1 of 1. 1 of 1 replies came from the cache. Use --no-cache to ask again.',
    );
    expect(toFirst([cached, makeCase({ position: 1 })])).toContain(' 1 of 2 replies came from the cache.');
    expect(toFirst([makeCase()])).not.toContain('cache');
  });

  it('is short for a short run, and says where the fails are in a longer one', () => {
    const text = render(makeTen(4));
    expect(text).toContain('tag   pass rate\nhard  0/4\neasy  100% (95% CI 61–100, n=6)\n');
    expect(render(makeTen(4).slice(0, 2))).not.toContain('tag ');
    expect(render(makeTen(0))).not.toContain('tag ');
  });

  it('says whose tags they are where only one of several variants failed', () => {
    const text = render([...makeTen(4), ...makeTen(0, { target: 'agent' })]);
    expect(text).toContain('bot, by tag  pass rate\nhard         0/4');
    const both = render([...makeTen(4), ...makeTen(4, { target: 'agent' })]);
    expect(both).toMatch(/^tag {3}target {2}pass rate$/m);
  });

  it('shows graders and positions only where there are several', () => {
    const long = makeTen(0).map(({ start: { position } }) =>
      makeCase({
        position: position ?? 0,
        replies: [true, position !== 3],
        verdicts: [makeVerdict('tone', null, true)],
      }),
    );
    const text = render(long);
    expect(text).toMatch(/^grader {4}pass rate/m);
    // Two verdicts of a conversation are one cluster: 19 of 20 over 10 conversations.
    expect(text).toMatch(/^contains {2}95% \(95% CI \d+–\d+, n=20\)$/m);
    expect(text).toContain('2     100% (95% CI 72–100, n=10)  100% (95% CI 72–100, n=10)\n');
    expect(text).toContain('4     90% (95% CI 60–98, n=10)    90% (95% CI 60–98, n=10)\n');
    expect(render(makeTen(4))).not.toMatch(/^(?:grader|turn) /m);
  });

  it('cuts a long breakdown, the worst first', () => {
    const tagged = makeTen(4).map((conversation, index) => ({
      ...conversation,
      start: { ...conversation.start, tags: listTagsOf(index) },
    }));
    const text = render(tagged);
    expect(text).toMatch(/tag +pass rate\na0 +0\//);
    expect(text).not.toContain('alone');
    expect(text).toContain('… 10 more: --html <file>\n');
  });

  it('shows where conversations fail first, and how many recover', () => {
    const text = render([
      makeCase({ replies: [true, false, true] }),
      makeCase({ position: 1, replies: [true, false, false] }),
      makeCase({ position: 2, replies: [true, true, false] }),
    ]);
    expect(text).toContain('First failures: 2 at turn 4, 1 at turn 6. Recovered later: 1/2.\n');
  });

  it('has one row for a case, however often it was played', () => {
    const played = [0, 1, 2].flatMap((repeat) => [
      makeCase({ start: { repeat }, replies: [false] }),
      makeCase({ position: 1, start: { repeat }, replies: [repeat < 2] }),
    ]);
    const broken = [0, 1, 2].map((repeat) => {
      const { start, ...error } = makeError(2);
      return repeat === 2
        ? makeCase({ position: 2, start: { repeat }, replies: [false] })
        : { ...error, start: { ...start, repeat } };
    });
    const text = render([...played, ...broken].toReversed(), { width: 120 });
    const reason = 'turn 2, contains-1: The reply does not contain "refund". Got "No".';
    expect(text).toContain(
      [
        'Failures and errors:',
        `  case-0  fail 3 of 3           ${reason}`,
        `  case-1  fail 1 of 3           ${reason}`,
        `  case-2  fail 1, error 2 of 3  ${reason}\n`,
      ].join('\n'),
    );
  });

  it('counts cases in that list, not plays of them', () => {
    const failures = Array.from({ length: 12 }, (_, position) =>
      [0, 1].map((repeat) => makeCase({ position, start: { repeat }, replies: [false] })),
    );
    expect(render(failures.flat())).toContain('Failures and errors (10 of 12):');
  });

  it('lists ungraded verdicts of cases that failed anyway', () => {
    const provenance = { at: '', kind: 'judge', hash: '', target: 'gpt' };
    const open = (cause: 'unparseable' | 'timeout') =>
      ({ grader: 'judge-1', turnIndex: null, status: 'ungraded', cause, provenance }) as const;
    const failing = [0, 1].map((position) => makeCase({ position, replies: [false], verdicts: [open('unparseable')] }));
    const judged = makeCase({ position: 2, verdicts: [makeVerdict('judge-1', null, true)] });
    const look = 'See: turnwise show run:r1 --case case-0 --judge-calls';
    expect(render([...failing, judged], { width: 120 })).toContain(
      `Verdicts without a score: judge-1 2 of 3 unparseable. ${look}\n`,
    );
    const more = makeCase({ position: 3, replies: [false], verdicts: [open('timeout')] });
    expect(render([...failing, judged, more])).toContain(
      `Verdicts without a score: judge-1 3 of 4 (2 unparseable, 1 timeout).\n  ${look}\n`,
    );
    // One that is ungraded as a whole is among the causes.
    const ungraded = makeCase({ verdicts: [open('unparseable')] });
    expect(render([ungraded])).not.toContain('without a score');
  });

  it('says an error once: by cause only from two cases on', () => {
    expect(render([makeCase(), makeError(1)])).not.toContain('by cause');
    expect(render([makeError(0), makeError(1)])).toContain('  error  2  rate-limited  Too many requests.\n');
    // It is not among the cases that are listed.
    const failures = Array.from({ length: 10 }, (_, position) => makeCase({ position, replies: [false] }));
    expect(render([...failures, makeError(10)])).toContain('  error  1  rate-limited  Too many requests.\n');
  });

  it('offers to set it against an earlier run', () => {
    const collector = new MetricsCollector({ run: 'r2', targets: ['bot'] });
    collector.add(makeCase());
    const compareCommand = 'turnwise compare r1 r2';
    const style = { palette: plainPalette, width: 100, verbose: true, storeOption: ' --db x.db', compareCommand };
    expect(renderRunSummary(collector.toSummary(), style)).toMatch(
      /\nCompare with the previous run: turnwise compare r1 r2 --db x\.db\n$/,
    );
  });

  it('compares the reference history with its own history', () => {
    const text = render([
      makeCase({ start: { play: 'every-turn' }, replies: [true, true] }),
      makeCase({ start: { play: 'script' }, replies: [true, false] }),
    ]);
    expect(text).toMatch(/^target {2}turn {2}with reference history +with its own history +error propagation$/m);
    expect(text).toMatch(/^bot {5}4 {5}1\/1 +0\/1 +−100 pp$/m);
  });

  it('distinguishes luck from steadiness over repeats, and says that repeats are not independent', () => {
    const repeats = [0, 1, 2].flatMap((repeat) => [
      makeCase({ start: { repeat } }),
      makeCase({ position: 1, start: { repeat }, replies: [repeat > 0] }),
    ]);
    const text = render(repeats);
    expect(text).toContain('repeats  one of k passes (pass@k)  all k pass (pass^k)\n');
    expect(text).toMatch(/^k=3 {6}2\/2 +1\/2$/m);
    expect(text).toContain('Repeats are not independent.');
    expect(text).toContain('Flakiest: case-1 passed 2 of 3\n');
    expect(render([makeCase()])).not.toContain('epeats');
  });

  it('names the slowest and most expensive cases of a run that is not short', () => {
    const conversations = makeTen(0).map(({ start: { position = 0 } }) =>
      makeCase({ position, call: { latencyMs: 1_000 * (position + 1), costUsd: position / 10 } }),
    );
    const text = render(conversations);
    // The fifth of ten takes 5 s and costs $0.40: well above is more than 7.5 s and $0.60.
    expect(text).toContain('Slowest: case-9 10 s · case-8 9.0 s · case-7 8.0 s\n');
    expect(text).toContain('Most expensive: case-9 $0.90 · case-8 $0.80 · case-7 $0.70\n');
    expect(render(makeTen(0))).not.toMatch(/Slowest|Most expensive/);
    expect(render(conversations, { width: 40 })).toContain('Slowest: case-9 10 s · case-8 9.0 s ·\n  case-7 8.0 s\n');
    expect(render(conversations.slice(0, 9))).not.toContain('Slowest');
    expect(
      render(makeTen(0).map(({ start: { position = 0 } }) => makeCase({ position, call: { latencyMs: 99 } }))),
    ).not.toContain('Slowest');
  });

  it('shows how simulated conversations ended, and what their user cost', () => {
    const conversation = makeCase({ start: { play: 'simulate' }, end: { simulation: { end: 'goal', problems: [] } } });
    const [reply] = conversation.replies;
    const line = reply === undefined ? [] : [{ ...reply, turnIndex: 2, by: 'simulator' as const }];
    const text = render([{ ...conversation, replies: [...conversation.replies, ...line] }]);
    expect(text).toContain('Simulated conversations ended by: goal 1. The simulated user cost $0.25.\n');
  });

  it('says how many bad cases it does not list', () => {
    const failures = Array.from({ length: 25 }, (_, position) => makeCase({ position, replies: [false] }));
    expect(render(failures)).toContain('Failures and errors (10 of 25):');
  });

  it('shows controls, and quotes an id for the shell', () => {
    const text = render([makeCase({ start: { id: "it's\u001b[2J\nhere" }, replies: [false] })]);
    expect(text).toContain("  it's␛[2J here  fail  turn 2, contains-1: The reply");
    expect(text).toContain("--case 'it'\\''s␛[2J here'\n");
  });

  it('escapes a comma in an id, which would separate two', () => {
    expect(render([makeCase({ start: { id: 'late, again' }, replies: [false] })])).toContain(
      "--case 'late\\, again'\n",
    );
  });

  it('puts a reason that does not fit under its case, cuts it after three lines, and leaves it whole without a width', () => {
    const reason = 'word '.repeat(40).trim();
    const conversation = makeCase({ replies: [undefined], verdicts: [{ ...makeVerdict('g', 1, false), reason }] });
    const lines = render([conversation], { width: 40 }).split('\n');
    const place = lines.indexOf('Failures and errors:');
    // 40 − 6 = 34 characters: "turn 2, g: " and four words, then seven words of 7 · 5 − 1 = 34, then what is left, cut.
    expect(lines.slice(place + 1, place + 6)).toEqual([
      '  case-0  fail',
      '      turn 2, g: word word word word',
      '      word word word word word word word',
      '      word word word word word word wor…',
      '',
    ]);
    const whole = render([conversation], { width: Number.POSITIVE_INFINITY });
    expect(whole).toContain(`  case-0  fail  turn 2, g: ${reason}\n`);
  });

  it('lets no text move the cursor or forge a line, wherever it appears', () => {
    const evil = '\u001b[2J\u0000\u202e\n✓ pass';
    const hostile = Array.from({ length: 12 }, (_, position) =>
      makeCase({
        position,
        start: { id: `${evil}${position}`, target: evil, tags: [evil, `${evil}2`] },
        replies: [true, false],
        verdicts: [{ ...makeVerdict(evil, 1, false), reason: evil }],
      }),
    );
    const text = render([...hostile, { ...makeError(13), start: { ...makeError(13).start, target: evil } }]);
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]|^✓/m);
  });

  it('colors through the palette alone', () => {
    const mark = (name: string) => (value: string) => `<${name}>${value}</${name}>`;
    const palette: Palette = {
      red: mark('red'),
      green: mark('green'),
      yellow: mark('yellow'),
      dim: mark('dim'),
      bold: mark('bold'),
    };
    const conversations = [
      makeCase(),
      makeCase({ position: 1, start: { target: 'agent' }, replies: [false] }),
      makeError(2),
    ];
    const text = render(conversations, { palette });
    expect(text).toMatch(/^<dim>target.*<\/dim>\n<yellow>bot.*<\/yellow>\n<red>agent.*<\/red>$/m);
    expect(text).toContain('<bold>Failures and errors:</bold>\n<red>  case-1');
    expect(text.replaceAll(/<\/?\w+>/g, '')).toBe(render(conversations));
  });

  it('fits one screen by default, with the verdict first, the next command last, and how many failures there are', () => {
    const failures = Array.from({ length: 25 }, (_, position) => makeCase({ position, replies: [false] }));
    for (const width of [60, 80, Number.POSITIVE_INFINITY]) {
      const lines = render(failures, { width, verbose: false }).trimEnd().split('\n');
      expect(lines.length).toBeLessThanOrEqual(15);
      expect(lines[0]).toBe('bot fails 25 of 25.');
      expect(lines.join('\n')).toMatch(/… \d+ more: turnwise show run:r1 --status fail,error\n/);
      expect(lines.at(-1)).toBe('Details: turnwise show run:r1 --case case-0');
    }
  });

  it('names error propagation in one line', () => {
    const everyTurn = makeCase({ start: { play: 'every-turn' }, replies: [true, true] });
    const script = makeCase({ start: { play: 'script' }, replies: [true, false] });
    expect(render([everyTurn, script], { verbose: false })).toContain(
      '\nError propagation: 2/2 turns pass with reference history, 1/2 with its own history.\n',
    );
  });
});
