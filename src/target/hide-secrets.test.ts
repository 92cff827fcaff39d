import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hideInEnd, hideInValue, hideSecrets } from './hide-secrets.ts';

const key = 'sk-live-0123456789';

describe('hideSecrets', () => {
  it.each([
    ['as it is', `key ${key}!`, 'key ***!'],
    ['twice', `${key}${key}`, '******'],
    ['as JSON writes it', JSON.stringify({ a: 'pass"word\\1' }), '{"a":"***"}'],
    ['as a URL writes it', `?q=${encodeURIComponent('p@ss word/1')}`, '?q=***'],
    ['with another secret inside', 'prefix-sk-live-0123456789', '***'],
    ['not, when it is a short word', 'beta', 'beta'],
  ])('hides a secret %s', (_title, text, hidden) => {
    expect(hideSecrets(text, [key, 'pass"word\\1', 'p@ss word/1', 'prefix-sk-live-0123456789', 'beta'])).toBe(hidden);
  });
});

describe('hideSecrets, whatever the spelling', () => {
  const secret = 'sk/live+"A&B"\\c é-0123456789';
  const inUser = (user: string) => Buffer.from(`${user}:${secret}@host`).toString('base64');
  const escapeAll = (text: string) =>
    text.replaceAll(/./gs, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
  it.each([
    ['JSON', JSON.stringify(secret)],
    ['JSON inside JSON', JSON.stringify(JSON.stringify(secret))],
    ['JSON with escaped slashes', JSON.stringify(secret).replaceAll('/', '\\/')],
    ['JSON with nothing but escapes', escapeAll(secret)],
    ['the JSON of Go', JSON.stringify(secret).replaceAll('&', '\\u0026')],
    ['the JSON of Python', JSON.stringify(secret).replaceAll('é', '\\u00e9')],
    ['a URL', encodeURIComponent(secret)],
    ['a URL in small letters', encodeURIComponent(secret).toLowerCase().replace('a%26b', 'A%26B')],
    ['a form', new URLSearchParams({ a: secret }).toString()],
    ['HTML', secret.replaceAll('&', '&amp;').replaceAll('"', '&quot;')],
    ['HTML with numbers', secret.replaceAll('&', '&#38;').replaceAll('"', '&#x22;')],
    ['base64', Buffer.from(secret).toString('base64')],
    ['base64 of a URL', Buffer.from(secret).toString('base64url')],
    ...['u', 'us', 'use'].map((user): [string, string] => [`base64 behind ${user}:`, inUser(user)]),
    ['hex', Buffer.from(secret).toString('hex')],
    ['hex in capitals', Buffer.from(secret).toString('hex').toUpperCase()],
    ['two lines', `${secret.slice(0, 9)}\n  ${secret.slice(9)}`],
    ['two lines inside JSON', JSON.stringify(`${secret.slice(0, 9)}\r\n${secret.slice(9)}`)],
  ])('hides it in %s', (_title, text) => {
    const hidden = hideSecrets(`before ${text} after`, [secret]);
    expect(hidden).toMatch(/^before .{0,12}\*\*\*.{0,12} after$/);
  });

  it('hides each line of a private key', () => {
    const lines = ['-----BEGIN PRIVATE KEY-----', 'MIIEvQIBADANBgkqhkiG9w0BAQEF', 'AASCBKcwggSjAgEAAoIBAQDZ8Y1m'];
    expect(hideSecrets(`got ${lines[2]}, a key`, [lines.join('\n')])).toBe('got ***, a key');
    expect(hideSecrets('-----BEGIN PRIVATE KEY-----', [lines.join('\n')])).toBe('-----BEGIN PRIVATE KEY-----');
  });

  it('takes no longer for a hostile text', () => {
    const text = 'sk-live-'.repeat(100_000) + '\\'.repeat(100_000) + '%7'.repeat(100_000);
    expect(hideSecrets(text, [key, secret])).toBe(text);
  });

  it('takes values of any length, and many of them', () => {
    const file = JSON.stringify({ private_key: 'x'.repeat(500_000) });
    const many = Array.from({ length: 300 }, (_, index) => `secret-${index}-`.repeat(9));
    expect(hideSecrets(`a ${JSON.stringify(file)} ${many[7]} b`, [file, ...many])).toBe('a "***" *** b');
  });

  it('leaves no secret in a text with JSON of anything around it', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 8, unit: 'binary' }), fc.string(), (some, around) => {
        const text = JSON.stringify([around, some, around]);
        expect(hideSecrets(text, [some])).toContain('***');
      }),
      { numRuns: 30 },
    );
  });
});

describe('hideInEnd', () => {
  it('leaves no part of a secret that was cut in two', () => {
    for (let from = 1; from < key.length; from += 1) {
      expect(hideInEnd(`${key.slice(from)} rest ${key}`, [key])).toBe(' rest ***');
    }
  });

  it('leaves no four signs of a secret, wherever a text is cut', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(60), fc.string(), (before, from, after) => {
        const end = `${before}${key}${after}`.slice(from);
        expect(hideInEnd(end, [key])).not.toContain(key.slice(-4));
      }),
    );
  });
});

it('hideInValue hides in texts at any depth, and in names of keys', () => {
  expect(hideInValue({ a: [key, 1, null], [key]: { b: `x${key}` } }, [key])).toEqual({
    a: ['***', 1, null],
    '***': { b: 'x***' },
  });
});
