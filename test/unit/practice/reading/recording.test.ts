import { Buffer } from 'node:buffer';
import { expect, test } from 'vitest';
import { secondsOf } from '../../../../src-main/practice/reading/files/read-input.ts';
import { chunk, waveFile } from './wave-file.ts';

const A_SECOND = 8_000;
const silence = (seconds: number) => Buffer.alloc(seconds * A_SECOND);

test('a WAV file says its length, begun seconds counted whole', () => {
  expect(secondsOf(waveFile({ bytesPerSecond: A_SECOND, sound: silence(42) }))).toBe(42);
  expect(secondsOf(waveFile({ bytesPerSecond: A_SECOND, sound: silence(1.5) }))).toBe(2);
});

test('chunks of other kinds are passed over, of an odd size too', () => {
  const others = [chunk('LIST', Buffer.from('abc')), chunk('fact', Buffer.alloc(4))];
  expect(secondsOf(waveFile({ bytesPerSecond: A_SECOND, sound: silence(3), others }))).toBe(3);
});

test.each([0, 0xffffffff])('where the recorder left %i as the size, the file is as long as it is', (size) => {
  expect(secondsOf(waveFile({ bytesPerSecond: A_SECOND, sound: silence(5), size }))).toBe(5);
});

test('what is no WAV file, or only the beginning of one, has no known length', () => {
  const whole = waveFile({ bytesPerSecond: A_SECOND, sound: silence(1) });
  for (const bytes of [Buffer.alloc(0), Buffer.from('ID3 and so on'), whole.subarray(0, 44)]) {
    expect(secondsOf(bytes)).toBeNull();
  }
  expect(secondsOf(waveFile({ bytesPerSecond: 0, sound: silence(1) }))).toBeNull();
  for (let end = 0; end < 44; end += 1) expect(secondsOf(whole.subarray(0, end))).toBeNull();
});

test('bytes that begin somewhere inside a larger buffer are read where they are', () => {
  const whole = waveFile({ bytesPerSecond: A_SECOND, sound: silence(2) });
  expect(secondsOf(Buffer.concat([Buffer.from('abc'), whole]).subarray(3))).toBe(2);
});
