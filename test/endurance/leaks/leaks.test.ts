import { expect, test } from 'vitest';
import { needing, needs } from '../../support/machine.ts';
import { runShort } from '../part.ts';
import { searchFor } from './forms.ts';
import { searchBesideKeychain } from './keychain-round.ts';
import { leaksPart } from './leaks.ts';
import { Places } from './places.ts';

test('I9, I11: no canary is anywhere it may not be, after full runs with failures', async () => {
  await runShort(leaksPart, 1);
}, 600_000);

test('I9: a station on a real keychain writes neither the api_secret nor the token anywhere', {
  ...needing(needs.keyring),
  timeout: 600_000,
}, async () => {
  expect((await searchBesideKeychain())['places searched beside a keychain']).toBeGreaterThan(10);
});

test.each([
  ['as it is', (text: string) => Buffer.from(text)],
  ['in capitals', (text: string) => Buffer.from(text.toUpperCase())],
  ['percent-encoded', (text: string) => Buffer.from(encodeURIComponent(text))],
  ['base64 inside other text', (text: string) => Buffer.from(Buffer.from(`x${text}yz`).toString('base64'))],
  ['base64 at another place', (text: string) => Buffer.from(Buffer.from(`xy${text}z`).toString('base64'))],
  ['base64url', (text: string) => Buffer.from(Buffer.from(`{"a":"${text}"}`).toString('base64url'))],
  ['utf16', (text: string) => Buffer.from(`..${text}`, 'utf16le')],
  ['JSON in JSON', (text: string) => Buffer.from(JSON.stringify(JSON.stringify({ a: text })))],
  ['escaped JSON', (text: string) => Buffer.from(text.replace('ö', '\\u00f6'))],
  ['latin1', (text: string) => Buffer.from(text, 'latin1')],
  ['hex', (text: string) => Buffer.from(Buffer.from(text).toString('hex'))],
])('a canary that stands somewhere %s is found', (_form, write) => {
  const canary = 'Wilhelmina Kanarienvögel';
  const around = Buffer.alloc(5000, 'nothing ');
  const found = searchFor([canary, 'another one']);
  expect(found(around)).toEqual([]);
  expect(found(Buffer.concat([around, write(canary), around])).length).toBeGreaterThan(0);
  const places = new Places();
  places.none('here', Buffer.concat([around, write(canary)]), [canary]);
  expect(places.leaks.length).toBeGreaterThan(0);
});
