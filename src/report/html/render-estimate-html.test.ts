import { describe, expect, it } from 'vitest';
import { wilsonInterval } from '../../statistics/rates/wilson.ts';
import { renderEstimateHtml, renderEstimateText, toDomain } from './render-estimate-html.ts';

const noEnds = { low: null, high: null };
const toText = (html: string) => html.replaceAll(/<[^>]*>/g, '');

describe('an estimate on a page', () => {
  it('is never bare: value, interval, n', () => {
    expect(toText(renderEstimateHtml(wilsonInterval(18, 20), { unit: 'percent' }))).toBe('90% (95% CI 70–97, n=20)');
    expect(toText(renderEstimateHtml({ value: 0.5, low: 0.25, high: 0.75, n: 1200 }))).toBe(
      '0.50 (95% CI 0.25–0.75, n=1,200)',
    );
  });

  it('is drawn between 3 and 117 of 120: 0 at 3, 1 at 117, 0.5 at 3 + 0.5 × 114 = 60', () => {
    const html = renderEstimateHtml({ value: 0.5, low: 0, high: 1, n: 6 });
    expect(html).toContain('class="range" x1="3.0" x2="117.0"');
    expect(html).toContain('cx="60.0"');
  });

  it('says why there is no value, escaped, and draws nothing', () => {
    const html = renderEstimateHtml(
      { value: null, low: null, high: null, n: 0, why: 'no trials <b>' },
      { unit: 'percent' },
    );
    expect(html).toBe('<span class="none">– n=0 <span class="n why">no trials &lt;b&gt;</span></span>');
  });

  it('shows a value without an interval with the reason', () => {
    const html = renderEstimateHtml({ value: 1, low: null, high: null, n: 1, why: 'one cluster' }, { unit: 'percent' });
    expect(toText(html)).toBe('1/1 one cluster');
    expect(html).not.toContain('range');
  });

  it('shows as none or all only what is exactly that', () => {
    expect(toText(renderEstimateHtml({ value: 0.9999, low: 0.0001, high: 1, n: 9 }, { unit: 'percent' }))).toBe(
      '99% (95% CI 1–100, n=9)',
    );
  });
});

describe('a drawing', () => {
  it('has value, interval and n as text, and the threshold as a line: 3 + 0.8 × 114 = 94.2', () => {
    const html = renderEstimateHtml({ value: 0.5, low: 0.25, high: 0.75, n: 12 }, { domain: [0, 1], threshold: 0.8 });
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
    const html = renderEstimateHtml(bound, { domain: [0, 1] });
    expect(html).toContain('<b>0.66–1.00</b> <span class="bounds">(bound, n=92)</span>');
    expect(html).not.toContain('class="dot"');
    expect(renderEstimateText({ ...bound, low: null, high: null })).toContain(
      '<b>1.00</b> <span class="bounds">(scored only, n=92)</span>',
    );
  });

  it('has a line at zero where it may be below: the middle of −1 to 1 is 3 + 57 = 60', () => {
    expect(renderEstimateHtml({ ...noEnds, value: -0.2, n: 3 }, { domain: [-1, 1] })).toContain(
      'class="zero" d="M60.0 ',
    );
  });

  it('says why there is no interval', () => {
    expect(renderEstimateText({ ...noEnds, value: 1, n: 1, why: 'one conversation only' })).toContain(
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
