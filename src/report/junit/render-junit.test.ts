import { describe, expect, it } from 'vitest';
import { makeShownConversation, makeVerdict } from '../../../test/support/shown-conversation.ts';
import { MetricsCollector } from '../metrics-collector.ts';
import type { ShownConversation } from '../render-conversation.ts';
import { escapeXml, renderJunit } from './render-junit.ts';

async function render(conversations: readonly ShownConversation[]): Promise<string> {
  const collector = new MetricsCollector({ run: 'r1', targets: ['bot', 'agent'] });
  for (const conversation of conversations) collector.add(conversation);
  const cases = async function* () {
    yield* conversations;
  };
  const pieces = renderJunit({ metrics: collector.toMetrics(), startedAt: '2026-01-02T03:04:05.000Z', cases });
  return (await Array.fromAsync(pieces)).join('');
}

describe('renderJunit', () => {
  it('has a suite for each variant and a test for each conversation, with the rate as properties', async () => {
    const { end: _, ...open } = makeShownConversation({ start: { id: 'open' } });
    const text = await render([
      makeShownConversation({ start: { id: 'good' }, replies: [true, true] }),
      makeShownConversation({
        start: { id: 'bad' },
        replies: [true, false],
        verdicts: [makeVerdict('tone', null, false)],
      }),
      makeShownConversation({
        start: { id: 'broken' },
        replies: [],
        end: { status: 'error', error: { cause: 'timeout', message: 'No reply within 5 s.', turnIndex: 1 } },
      }),
      makeShownConversation({
        start: { id: 'open', repeat: 1 },
        replies: [undefined],
        verdicts: [{ grader: 'outcome', turnIndex: null, status: 'ungraded', cause: 'no-judge', reason: 'Name one.' }],
      }),
      makeShownConversation({
        start: { id: 'left' },
        replies: [],
        end: { status: 'skipped', reason: '--max-calls 1' },
      }),
      makeShownConversation({ start: { target: 'agent' } }),
      open,
    ]);
    expect(text).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="turnwise run r1" tests="6" failures="1" errors="2" skipped="1">
  <testsuite name="bot" timestamp="2026-01-02T03:04:05.000Z" tests="5" failures="1" errors="2" skipped="1">
    <properties>
      <property name="run" value="r1"/>
      <property name="send" value="question"/>
      <property name="play" value="reply"/>
      <property name="pass-rate" value="0.5000"/>
      <property name="pass-rate-low" value="0.0945"/>
      <property name="pass-rate-high" value="0.9055"/>
      <property name="pass-rate-n" value="2"/>
      <property name="error" value="1"/>
      <property name="ungraded" value="1"/>
    </properties>
    <testcase classname="d.bot" name="good" time="2.000"/>
    <testcase classname="d.bot" name="bad" time="2.000"><failure type="fail" message="turn 4, contains-1: The reply does not contain &quot;refund&quot;. Got &quot;No&quot;.">turn 4, contains-1: The reply does not contain &quot;refund&quot;. Got &quot;No&quot;.&#10;tone: The reply does not contain &quot;refund&quot;. Got &quot;No&quot;.</failure></testcase>
    <testcase classname="d.bot" name="broken" time="0.000"><error type="timeout" message="turn 2, timeout: No reply within 5 s.">No reply within 5 s.</error></testcase>
    <testcase classname="d.bot" name="open [repeat 2]" time="1.000"><error type="ungraded" message="outcome: Name one.">outcome: no-judge. Name one.</error></testcase>
    <testcase classname="d.bot" name="left" time="0.000"><skipped message="--max-calls 1"/></testcase>
  </testsuite>
  <testsuite name="agent" timestamp="2026-01-02T03:04:05.000Z" tests="1" failures="0" errors="0" skipped="0">
    <properties>
      <property name="run" value="r1"/>
      <property name="send" value="question"/>
      <property name="play" value="reply"/>
      <property name="pass-rate" value="1.0000"/>
      <property name="pass-rate-low" value="0.2065"/>
      <property name="pass-rate-high" value="1.0000"/>
      <property name="pass-rate-n" value="1"/>
      <property name="error" value="0"/>
      <property name="ungraded" value="0"/>
    </properties>
    <testcase classname="d.agent" name="c" time="1.000"/>
  </testsuite>
</testsuites>
`);
  });

  it('names a turn once, and a score with its scale', async () => {
    const provenance = { at: '', kind: 'judge', hash: '', scale: { min: -3, max: 3, pass: 2 } };
    const text = await render([
      makeShownConversation({
        replies: [undefined],
        verdicts: [{ ...makeVerdict('turn-0/tone', 1, false), reason: 'Rude.', provenance }],
      }),
    ]);
    const told = 'turn 2, tone 0 (−3…3, passing score 2): Rude.';
    expect(text).toContain(`<failure type="fail" message="${told}">${told}</failure>`);
  });

  it('contains nothing that is invalid in XML, and no text that ends its element', async () => {
    const evil = '"/></testsuites>]]>&\u0000\u001b[31m\u202e\ud800\ufffe\n</failure>';
    const text = await render([
      makeShownConversation({
        start: { id: evil, eval: evil, target: evil },
        replies: [false],
        verdicts: [{ ...makeVerdict(evil, 1, false), reason: evil }],
      }),
      makeShownConversation({
        start: { id: 'e', target: evil },
        replies: [],
        end: { status: 'error', error: { cause: 'timeout', message: evil, details: evil } },
      }),
    ]);
    expect(text.isWellFormed()).toBe(true);
    expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u202e\ufffe\uffff]/);
    expect(text.match(/<\/?[a-z]+/g)?.filter((tag) => tag === '</testsuites' || tag === '</failure')).toEqual([
      '</failure',
      '</testsuites',
    ]);
    expect(text).toContain('&lt;/testsuites&gt;]]&gt;&amp;␀␛[31m\\u{202e}');
  });
});

describe('escapeXml', () => {
  it.each([
    ['a & b < c > d', 'a &amp; b &lt; c &gt; d'],
    [`"it's"`, '&quot;it&apos;s&quot;'],
    ['one\ntwo\tthree', 'one&#10;two&#9;three'],
    ['\u0000\u0007\r', '␀␇␍'],
    ['half \udc00 of one', 'half \ufffd of one'],
    ['\ufffe\uffff', '\ufffd\ufffd'],
    ['😀', '😀'],
  ])('%j is %j', (text, escaped) => {
    expect(escapeXml(text)).toBe(escaped);
  });
});
