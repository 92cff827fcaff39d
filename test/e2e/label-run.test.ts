import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli } from '../../src/cli/run-cli.ts';
import type { Label } from '../../src/conversation/label.ts';
import type { JudgeMetrics } from '../../src/report/run-metrics.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { makeProject } from '../support/temp-project.ts';

const targets = `
targets:
  - {id: desk, provider: builtin, model: echo}
  # Sees plain mistakes and misses subtle ones.
  - id: kind
    provider: builtin
    model: rules
    rules:
      - {contains: plain, reply: '{"score": -3, "reason": "Judge says no."}'}
      - {contains: silent, reply: "Hm."}
      - {reply: '{"score": 3, "reason": "Judge says yes."}'}
  - {id: strict, provider: builtin, model: rules, rules: [{reply: '{"score": -3, "reason": "Never."}'}]}
`;
const deck = 'How good is the last reply, from -3 to 3?\n\n![contexts](tone.contexts.toml)\n';
const contexts = '[contexts.fullConversation]\nassistantQuestion = "What was said?"\n';

const evalFile = 'evals/shop.eval.yaml';

/** Of six cases four are good, one is bad in a way that the judge sees, and one in a way that it does not. */
function toCases(count: number): string {
  const kinds = ['good', 'good', 'plain', 'good', 'good', 'subtle'];
  const lines = Array.from({ length: count }, (_, place) => {
    return `  - {id: c${place}, input_messages: [{role: user, content: "Order ${place} ${kinds[place % 6]}."}]}`;
  });
  return lines.join('\n');
}

function makeShop(cases: string, files: Readonly<Record<string, string>> = {}): string {
  const evals = `targets: [desk]\njudge: kind\ngraders: [{judge: ../decks/tone.deck.md}]\ncases:\n${cases}\n`;
  return makeProject({
    'targets.yaml': targets,
    'decks/tone.deck.md': deck,
    'decks/tone.contexts.toml': contexts,
    [evalFile]: evals,
    ...files,
  });
}

async function playShop(cases: string, ...options: readonly string[]): Promise<string> {
  const cwd = makeShop(cases);
  const { code, err } = await runInProcess(['run', evalFile, '--quiet', '--threshold', '0', ...options], cwd);
  expect({ code, err }).toMatchObject({ err: expect.not.stringContaining('error') });
  return cwd;
}

/** A person who reads what is on the screen: good is good, and everything else is not. */
const honest = (shown: string) => (shown.includes('good.') ? '3' : '-3 bad');

/** Runs `turnwise label` with answers to what is shown; null ends the input. */
async function answer(cwd: string, args: readonly string[], say: (shown: string, place: number) => string | null) {
  const io = { out: '', err: '' };
  let seen = 0;
  const input = async function* () {
    for (let place = 0; ; place++) {
      const said = say(io.err.slice(seen), place);
      seen = io.err.length;
      if (said === null || io.err.includes('That was the last one.')) return;
      yield Buffer.from(`${said}\n`);
    }
  };
  const code = await runCli(['label', '--user', 'ann', ...args], {
    out: (text) => {
      io.out += text;
    },
    err: (text) => {
      io.err += text;
    },
    ...{ cwd, env: {}, input, isInteractive: false, color: { out: false, err: false }, columns: 100 },
  });
  return { code, ...io };
}

async function readJudges(cwd: string): Promise<readonly JudgeMetrics[]> {
  return JSON.parse((await runInProcess(['show', 'run:last', '--json'], cwd)).out).metrics.judges;
}

async function listLabels(cwd: string): Promise<readonly Label[]> {
  return JSON.parse((await runInProcess(['label', 'run:last', '--list', '--json'], cwd)).out);
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ');

describe('turnwise label run:<id> --sample', () => {
  it('draws replies, asks a person, and reports the rate that labels and judge give together', async () => {
    const cwd = await playShop(toCases(90));
    const { code, out, err } = await answer(cwd, ['run:last', '--sample', '44', '--seed', '3'], honest);
    expect(code).toBe(0);
    expect(err).toContain('Drew 44 of 90 conversations at random (seed 3).\n');
    expect(err).toContain('Score the last reply.');
    expect(err).not.toMatch(/Judge says|desk|kind/);
    expect(oneLine(out)).toMatch(
      /^44 labels\. See them: turnwise label run:\S+ --list Judge decks\/tone\.deck\.md \(target kind\): raw pass rate 83% \(95% CI \d+–\d+, n=90\), not corrected: the judge has no certificate\. Human pass rate: \d\d% \(95% CI \d\d–\d\d, 44 random labels \+ judge on 46\)\. 40 more labels: ±\d+ → ±\d+ pp\. $/,
    );
    const labels = await listLabels(cwd);
    expect(labels).toHaveLength(44);
    expect(labels.every(({ blind }) => blind)).toBe(true);
    expect(labels[0]?.inclusionProbability).toBeCloseTo(44 / 90, 12);
    expect(new Set(labels.map(({ question }) => question))).toEqual(new Set(['decks/tone.deck.md']));

    const [judge] = await readJudges(cwd);
    expect(judge).toMatchObject({
      raw: { n: 90 },
      labeled: {
        ...{ question: 'decks/tone.deck.md', method: 'ppi', n: 44, drawn: 44, answered: 44, judgeOnly: 46, chosen: 0 },
        more: { labels: 40 },
      },
    });
    // People pass 2 of 3. The judge, who misses every second mistake, says 5 of 6.
    expect(judge?.labeled?.low).toBeLessThan(2 / 3);
    expect(judge?.labeled?.high).toBeGreaterThan(2 / 3);
    expect(judge?.labeled?.high).toBeLessThan(5 / 6);
    const shown = await runInProcess(['show', 'run:last', '--html', 'r.html', '--markdown', 'r.md'], cwd);
    expect(oneLine(shown.out)).toContain('44 random labels + judge on 46');
    expect(readFileSync(join(cwd, 'r.html'), 'utf8')).toContain('44 random labels + judge on 46');
    expect(readFileSync(join(cwd, 'r.md'), 'utf8')).toContain('human pass rate');
  });

  it('draws the same for the same seed, and continues where a person stopped', async () => {
    const cwd = await playShop(toCases(18));
    const copy = makeProject();
    cpSync(cwd, copy, { recursive: true });
    const draw = ['run:last', '--sample', '10', '--seed', '5', '--json'];
    const first = await answer(cwd, draw, (shown, place) => (place < 6 ? honest(shown) : 'q'));
    expect(JSON.parse(first.out)).toMatchObject({
      ...{ saved: 6, skipped: 0, remaining: 4, draw: { seed: 5, drawn: 10, population: 18 } },
      judges: [{ labeled: { method: 'bound', value: null, drawn: 10, answered: 6, n: 6 } }],
    });
    expect(oneLine((await runInProcess(['show', 'run:last'], cwd)).out)).toMatch(
      /Human pass rate: between \d+% and \d+% \(6 of 10 answered, range: the rest counted as all fails or all passes\)\./,
    );
    const second = await answer(cwd, ['run:last'], honest);
    expect(second.err).toContain('1/4');
    expect(oneLine(second.out)).toMatch(/10 random labels alone: fewer than 40 labels\)\. 8 more labels: /);
    expect((await answer(cwd, ['run:last'], honest)).out).toMatch(
      /^ann has scored all drawn conversations\. Draw more: turnwise label run:\S+ --sample 40\n/,
    );
    await answer(copy, draw, honest);
    const toCaseIds = (labels: readonly Label[]) =>
      labels.map(({ subject }) => ('case' in subject ? subject.case : '')).sort();
    expect(toCaseIds(await listLabels(copy))).toEqual(toCaseIds(await listLabels(cwd)));

    const rest = await answer(cwd, ['run:last', '--sample', '40', '--json'], honest);
    expect(rest.err).toContain('No more are left to draw. Drew 8 of 8 conversations at random (seed 2).');
    const [judge]: readonly JudgeMetrics[] = JSON.parse(rest.out).judges;
    expect(judge).toMatchObject({ labeled: { n: 18, passes: 12, method: 'labels-only', why: 'fewer than 40 labels' } });
    expect(judge?.labeled?.more).toBeUndefined();
    expect((await answer(cwd, ['run:last', '--sample', '1'], honest)).err).toContain('were already drawn');
  });

  it('takes the median of several raters, the newest score of each, and the verdicts that count now', async () => {
    // The run is started in another folder than the labels: its verdicts name the deck from there.
    const cwd = makeShop(toCases(6));
    const evals = join(cwd, 'evals');
    await runInProcess(['run', 'shop.eval.yaml', '--quiet', '--threshold', '0'], evals);
    const label = async (score: string, ...args: readonly string[]) =>
      JSON.parse((await answer(cwd, ['run:last', '--json', ...args], () => score)).out).judges;
    await label('-3', '--sample', '6');
    // The lower score of two raters counts.
    expect(await label('3', '--user', 'ben')).toMatchObject([{ labeled: { n: 6, passes: 0 }, target: 'kind' }]);
    expect(await label('3', '--user', 'cid')).toMatchObject([{ labeled: { n: 6, passes: 6 } }]);
    await runInProcess(['grade', 'run:last', '--judge', 'strict', '--quiet'], evals);
    expect(await readJudges(cwd)).toMatchObject([{ target: 'strict', raw: { value: 0 }, labeled: { passes: 6 } }]);
  });

  it('counts verdicts that the judge could not give among what can be drawn', async () => {
    const cwd = await playShop(toCases(4).replace('Order 1', 'silent Order 1'));
    await answer(cwd, ['run:last', '--sample', '4'], honest);
    expect(await readJudges(cwd)).toMatchObject([{ raw: { n: 3 }, labeled: { n: 4, passes: 3 } }]);
  });

  it('draws from each variant, and keeps the labels of variants of one target apart', async () => {
    const cwd = await playShop(toCases(12), '--send', 'messages,question');
    const { err } = await answer(cwd, ['run:last', '--sample', '12'], honest);
    expect(err).toContain('Drew 12 of 24 conversations at random (seed 1): 6 of desk messages, 6 of desk question.');
    const names = (await listLabels(cwd)).map(({ subject }) => ('target' in subject ? subject.target : ''));
    expect(names.toSorted()).toEqual([...Array(6).fill('desk messages'), ...Array(6).fill('desk question')]);
    expect(await readJudges(cwd)).toMatchObject([
      { variant: { send: 'question' }, labeled: { drawn: 6, n: 6 } },
      { variant: { send: 'messages' }, labeled: { drawn: 6, n: 6 } },
    ]);
  });

  it('says what to type', async () => {
    const cwd = await playShop(toCases(6));
    await runInProcess(['import', 'run:last', '--dataset', 'shop'], cwd);
    const say = async (...args: readonly string[]) => {
      const { code, out, err } = await answer(cwd, args, () => null);
      return `${code} ${oneLine(out)}${oneLine(err)}`;
    };
    expect(await say('run:last')).toMatch(
      /^0 No conversations of this run were drawn yet\. Draw some: turnwise label run:\S+ --sample 40/,
    );
    expect(await say('run:nothing', '--sample', '4')).toContain('There is no run "nothing".');
    expect(await say('shop', '--sample', '4')).toContain('Run: turnwise label run:last --sample 4');
    expect(await say('run:last', '--seed', '4')).toContain('--sample 40 --seed 4');
    expect(await say('run:last', '--status', 'draft')).toContain('Remove --status.');
    expect(await say('run:last', '--deck', 'overall')).toContain('--deck decks/tone.deck.md');
    writeFileSync(join(cwd, 'decks/other.deck.md'), deck.replace('good', 'kind'));
    await runInProcess(['grade', 'run:last', '--grader', 'decks/other.deck.md', '--judge', 'kind', '--quiet'], cwd);
    expect(await say('run:last')).toContain('Add --deck decks/other.deck.md, or --deck decks/tone.deck.md');
    writeFileSync(join(cwd, 'decks/other.deck.md'), `+++\nscale = [1, 5]\n+++\n${deck}`);
    expect(await say('run:last', '--deck', 'decks/other.deck.md')).toContain('is now 1 to 5');
  });

  it('needs verdicts of a judge', async () => {
    const cwd = makeShop(toCases(2), {
      'evals/plain.eval.yaml': `targets: [desk]\ngraders: [{contains: Order}]\ncases:\n${toCases(2)}\n`,
    });
    await runInProcess(['run', 'evals/plain.eval.yaml', '--quiet'], cwd);
    const { code, err } = await answer(cwd, ['run:last', '--sample', '2'], honest);
    expect(code).toBe(2);
    expect(oneLine(err)).toMatch(/No judge with a deck graded run \S+ Run: turnwise grade \S+ --grader <deck>/);
  });
});
