import { describe, expect, it } from 'vitest';
import { Certificate } from '../../conversation/certificate.ts';
import { metricNames } from '../../statistics/metric-table.ts';
import { calibrateVerdicts } from '../calibrate.ts';
import { type CertifiedNow, checkCertificate, renderStale } from './check-certificate.ts';
import { type CertificateBinding, toCertificate } from './to-certificate.ts';

const target = { id: 'judge', provider: 'openai', model: 'small', settingsHash: 's1' };
const binding: CertificateBinding = {
  ...{ target, split: 'test' as const, at: '2026-01-02T03:04:05Z' },
  ...{ deckHash: 'd1', samplesHash: 'h1', sources: ['deck'] },
};
const { missing, ...core } = calibrateVerdicts([{ sample: 'a', score: 1 }], [{ sample: 'a', score: 2 }], {
  gate: { kappa: 0.6 },
});
const calibration = { deck: 'tone.deck.md', target: 'judge', ...core };

describe('toCertificate', () => {
  it('has every metric, the gate, and what it is bound to', () => {
    const certificate = toCertificate(calibration, { ...binding, tags: ['refund'] });
    expect(missing).toEqual([]);
    expect(Certificate.parse(JSON.parse(JSON.stringify(certificate)))).toEqual(certificate);
    expect(Object.keys(certificate.metrics)).toEqual([...metricNames]);
    expect(certificate).toMatchObject({
      ...binding,
      tags: ['refund'],
      n: 1,
      graded: 1,
      pass: 1,
      thresholds: { kappa: 0.6 },
    });
    expect(certificate.state).toBe('insufficient-labels');
    expect(certificate.reasons).toEqual(calibration.gate.reasons);
  });

  it('leaves tags out where there were none', () => {
    expect(toCertificate(calibration, binding)).not.toHaveProperty('tags');
  });

  describe('of probes', () => {
    const rate = { value: 1, low: 0.8, high: 1, n: 16 };
    const probe = {
      variant: 'injected' as const,
      changed: rate,
      flipped: rate,
      obeyed: rate,
      finding: 'steered' as const,
    };
    const caveats = ['it obeys instructions in the conversation (16 of 16)'];
    const probed = {
      ...calibration,
      gate: { ...calibration.gate, caveats },
      probes: [{ ...probe, summary: 'It obeys.' }],
    };
    const previous = toCertificate(probed, binding);

    it('keeps what they found, in short', () => {
      expect(previous).toMatchObject({ caveats, probes: [probe] });
      expect(Certificate.parse(JSON.parse(JSON.stringify(previous)))).toEqual(previous);
    });

    it('says that there were none by leaving them out', () => {
      const certificate = toCertificate(calibration, binding);
      expect(certificate.caveats).toEqual([]);
      expect(certificate).not.toHaveProperty('probes');
    });

    it('stays known of the same judge when it is measured without, and is forgotten of another', () => {
      expect(toCertificate(calibration, { ...binding, samplesHash: 'h2', previous })).toMatchObject({
        caveats,
        probes: [probe],
      });
      const mended = toCertificate(calibration, { ...binding, deckHash: 'd2', previous });
      expect(mended.caveats).toEqual([]);
      expect(mended).not.toHaveProperty('probes');
    });
  });

  it('is read from a file that was written before there were caveats', () => {
    const { caveats: _, ...older } = toCertificate(calibration, binding);
    expect(Certificate.safeParse(older).success).toBe(true);
  });
});

describe('checkCertificate', () => {
  const entry = toCertificate(calibration, binding);

  it('is missing where there is none', () => {
    expect(checkCertificate(undefined, { deckHash: 'd1', target })).toEqual({
      certificateStatus: 'missing',
      changed: [],
    });
  });

  it.each([
    [{}, ['request-format']],
    [{ samplesHash: 'h2', target: { ...target, settingsHash: 's2' } }, ['request-format', 'samples']],
    [{ target: { ...target, model: 'large' } }, ['request-format', 'model']],
  ])('of an earlier format is stale for that reason, with %j now', (now, changed) => {
    const { format: _, hash: __, ...older } = entry;
    expect(checkCertificate(older, { deckHash: 'd2', target, ...now })).toEqual({
      certificateStatus: 'stale',
      changed,
    });
  });

  it('of an earlier version is stale for that reason alone', () => {
    const earlier = { ...entry, earlier: true as const };
    expect(checkCertificate(earlier, { deckHash: 'd2', target })).toEqual({
      certificateStatus: 'stale',
      changed: ['version'],
    });
  });

  it.each<[Partial<CertifiedNow>, readonly string[]]>([
    [{}, []],
    [{ samplesHash: 'h1' }, []],
    [{ deckHash: 'd2' }, ['deck']],
    [{ target: { ...target, settingsHash: 's2' } }, ['settings']],
    [{ target: { ...target, model: 'large', settingsHash: 's2' } }, ['model']],
    [{ target: { ...target, provider: 'google', settingsHash: 's2' } }, ['model']],
    [{ samplesHash: 'h2' }, ['samples']],
    [{ pass: 1 }, []],
    [{ pass: 2 }, ['passing-score']],
    [{ gate: { kappa: 0.6 } }, []],
    [{ gate: { kappa: 0.7 } }, ['thresholds']],
    [{ gate: {} }, ['thresholds']],
    [{ deckHash: 'd2', samplesHash: 'h2', target: { ...target, settingsHash: 's2' } }, ['deck', 'settings', 'samples']],
  ])('with %j now has changed %j', (now, changed) => {
    expect(checkCertificate(entry, { deckHash: 'd1', target, ...now })).toEqual({
      certificateStatus: changed.length === 0 ? 'current' : 'stale',
      changed,
    });
  });
});

describe('renderStale', () => {
  it.each([
    [['deck'], 'the deck or a file it includes changed'],
    [['request-format'], 'the way Turnwise builds judge requests changed'],
    [['passing-score'], 'the passing score changed'],
    [['deck', 'settings'], "the deck or a file it includes and the target's settings or files changed"],
    [['model', 'settings', 'samples'], "the model, the target's settings or files, and the samples changed"],
    [['version'], 'an earlier version of Turnwise wrote it'],
  ])('of %j is "%s"', (changed, expected) => {
    expect(renderStale(changed)).toBe(expected);
  });

  it('can say since when, and be short', () => {
    expect(renderStale(['gate-rules', 'deck'], { since: 'May', short: true })).toBe(
      'gate rules and deck changed since May',
    );
  });
});
