import { describe, expect, it } from 'vitest';
import { wilsonInterval } from '../../statistics/rates/wilson.ts';
import { renderDrawnInterval } from './render-drawn-interval.ts';

const toText = (html: string) => html.replaceAll(/<[^>]*>/g, '');

describe('a metric with its interval', () => {
  it('is never bare: value, interval, n', () => {
    expect(toText(renderDrawnInterval(wilsonInterval(18, 20), 'rate'))).toBe('90% 95% CI 70–97, n=20');
    expect(toText(renderDrawnInterval({ value: 0.5, low: 0.25, high: 0.75, n: 1200 }, 'score'))).toBe(
      '0.50 95% CI 0.25–0.75, n=1,200',
    );
  });

  it('is drawn between 3 and 117 of 120: 0 at 3, 1 at 117, 0.5 at 3 + 0.5 × 114 = 60', () => {
    const html = renderDrawnInterval({ value: 0.5, low: 0, high: 1, n: 6 }, 'score');
    expect(html).toContain('class="range" x1="3.0" x2="117.0"');
    expect(html).toContain('cx="60.0"');
  });

  it('says why there is none, and draws none', () => {
    const html = renderDrawnInterval({ value: null, low: null, high: null, n: 0, why: 'no trials <b>' }, 'rate');
    expect(html).toBe('<span class="none">– no trials &lt;b&gt;, n=0</span>');
  });

  it('shows a value without an interval with the reason', () => {
    const html = renderDrawnInterval({ value: 1, low: null, high: null, n: 1, why: 'one cluster' }, 'rate');
    expect(toText(html)).toBe('1/1');
    expect(html).not.toContain('range');
  });

  it('shows as none or all only what is exactly that', () => {
    expect(toText(renderDrawnInterval({ value: 0.9999, low: 0.0001, high: 1, n: 9 }, 'rate'))).toBe(
      '99% 95% CI 1–100, n=9',
    );
  });
});
