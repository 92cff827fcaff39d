import { describe, expect, it } from 'vitest';
import { findLiteralSecrets } from './check-target.ts';

describe('findLiteralSecrets', () => {
  it.each([
    [{ api_key: 'hush' }, ['api_key']],
    [{ apiKey: 'hush' }, ['apiKey']],
    [{ key: 'hush' }, ['key']],
    [{ token: 12345 }, ['token']],
    [{ password: 'hush' }, ['password']],
    [{ secret: 'hush' }, ['secret']],
    [{ settings: { api_key: 'hush' } }, ['settings', 'api_key']],
    [{ headers: { Authorization: 'Bearer hush' } }, ['headers', 'Authorization']],
    [{ headers: { 'x-api-key': 'hush' } }, ['headers', 'x-api-key']],
    [{ headers: { 'API-KEY': 'hush' } }, ['headers', 'API-KEY']],
    [{ headers: { cookie: 'hush' } }, ['headers', 'cookie']],
    [{ headers: { 'Proxy-Authorization': 'hush' } }, ['headers', 'Proxy-Authorization']],
    [{ headers: { authorization: '$${HUSH}' } }, ['headers', 'authorization']],
    [{ env: { OPENAI_API_KEY: 'hush' } }, ['env', 'OPENAI_API_KEY']],
    [{ body: { auth: [{ api_key: 'hush' }] } }, ['body', 'auth', 0, 'api_key']],
    [{ url: 'https://me:hush@host/x' }, ['url']],
    [{ base_url: 'https://host/?key=hush' }, ['base_url']],
    [{ api_key_env: 'sk-hush-1' }, ['api_key_env']],
    [{ api_key_env: 'AIzaHushHushHush012345' }, ['api_key_env']],
  ])('finds the secret of %j and never repeats it', (target, path) => {
    const found = findLiteralSecrets(target);
    expect(found.map((secret) => secret.path)).toEqual([path]);
    expect(JSON.stringify(found)).not.toMatch(/hush|12345/i);
  });

  it.each([
    { api_key_env: 'OPENAI_API_KEY' },
    { api_key_env: '' },
    { api_key: '${OPENAI_API_KEY}' },
    { api_key: '' },
    { headers: { Authorization: 'Bearer ${TOKEN}', Accept: 'x' } },
    { env: { MODE: 'fast', GITHUB_TOKEN: '${GITHUB_TOKEN}' } },
    { body: { key: 'question', token: 'word', max_tokens: 5 } },
    { url: 'https://me@host:8080/x?keyword=a' },
    { base_url: 'https://me:${PASSWORD}@host/' },
    { settings: { max_output_tokens: 5 } },
    'text',
  ])('finds none in %j', (target) => {
    expect(findLiteralSecrets(target)).toEqual([]);
  });
});
