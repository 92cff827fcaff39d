import { describe, expect, it } from 'vitest';
import { renderDrawnMetric, renderMetricText, toDomain } from './render-drawn-metric.ts';

const noEnds = { low: null, high: null };

describe('a drawn metric', () => {
  it('has value, interval and n in words, and the threshold as a line: 3 + 0.8 × 114 = 94.2', () => {
    const html = renderDrawnMetric({ value: 0.5, low: 0.25, high: 0.75, n: 12 }, { domain: [0, 1], threshold: 0.8 });
    expect(html).toContain('<b>0.50</b> <span class="bounds">(95% CI 0.25–0.75, n=12)</span>');
    expect(html).toContain('class="threshold" d="M94.2 ');
    expect(html).not.toContain('class="zero"');
  });

  it('of a bound has its ends, and no dot where the value of what was scored would be', () => {
    const bound = {
      value: 1,
      low: 0.66,
      high: 1,
      n: 92,
      bound: true as const,
      why: '46 drawn conversations have no score',
    };
    const html = renderDrawnMetric(bound, { domain: [0, 1] });
    expect(html).toContain('<b>0.66–1.00</b> <span class="bounds">(bound, n=92)</span>');
    expect(html).not.toContain('class="dot"');
    expect(renderMetricText({ ...bound, low: null, high: null })).toContain(
      '<b>1.00</b> <span class="bounds">(scored only, n=92)</span>',
    );
  });

  it('has a line at zero where it may be below: the middle of −1 to 1 is 3 + 57 = 60', () => {
    expect(renderDrawnMetric({ ...noEnds, value: -0.2, n: 3 }, { domain: [-1, 1] })).toContain(
      'class="zero" d="M60.0 ',
    );
  });

  it('says why there is none, escaped, and draws nothing', () => {
    const html = renderDrawnMetric(
      { ...noEnds, value: null, n: 0, why: 'people <b>fail</b> none' },
      { domain: [0, 1] },
    );
    expect(html).toBe('<span class="none">– n=0 <span class="n why">people &lt;b&gt;fail&lt;/b&gt; none</span></span>');
  });

  it('says why there is no interval', () => {
    expect(renderMetricText({ ...noEnds, value: 1, n: 1, why: 'one conversation only' })).toContain(
      '(n=1)</span> <span class="n why">one conversation only</span>',
    );
  });

  it.each([
    ['share', [0, 1]],
    ['coefficient', [-1, 1]],
    ['shift', [-2.5, 2.5]],
    ['distance', [0, 2.5]],
  ] as const)('of a %s goes over %j', (kind, domain) => {
    expect(toDomain(kind, [{ value: 0.5, low: -2.5, high: 1, n: 4 }])).toEqual(domain);
  });
});
