import { expect, test } from 'vitest';
import { parseBaseUrl } from '../../../../../src-main/core/service/http/base-url.ts';

test.each([
  ['https://service.example/public/v1', 'https://service.example/public/v1'],
  ['https://service.example/public/v1/', 'https://service.example/public/v1'],
  [' https://Service.Example:443/public/v1// ', 'https://service.example/public/v1'],
  ['https://service.example:8443/eu/public/v1', 'https://service.example:8443/eu/public/v1'],
])('%s is accepted', (text, normal) => {
  expect(parseBaseUrl(text)).toBe(normal);
});

test.each([
  ['', /not a web address/],
  ['service.example/public/v1', /not a web address/],
  ['https://service.example', /must end in \/public\/v1/],
  ['https://service.example/public/v2', /must end in \/public\/v1/],
  ['https://service.example/public/v1/task', /must end in \/public\/v1/],
  ['https://service.example/notpublic/v1', /must end in \/public\/v1/],
  ['https://service.example/public/v1?x=1', /nothing after it/],
  ['https://service.example/public/v1#', /nothing after it/],
])('"%s" is refused in plain words', (text, reason) => {
  expect(() => parseBaseUrl(text)).toThrow(reason);
});

test('I9: http is taken for this machine alone, and nothing but https for any other', () => {
  for (const own of ['127.0.0.1:8787', 'localhost', '[::1]'])
    expect(parseBaseUrl(`http://${own}/public/v1`)).toBe(`http://${own}/public/v1`);
  for (const other of [
    'http://service.example',
    'http://10.0.0.7',
    'http://0.0.0.0',
    'http://localhost.example',
    'http://127.0.0.1.example',
    'ftp://127.0.0.1',
  ])
    expect(() => parseBaseUrl(`${other}/public/v1`), other).toThrow(/not protected/);
});

test('I9: a password in the address is refused and not repeated', () => {
  expect(() => parseBaseUrl('https://me:hunter2@service.example/public/v1')).toThrow(/must not contain/);
  expect(() => parseBaseUrl('https://me:hunter2@service.example/public/v1')).not.toThrow(/hunter2/);
});
