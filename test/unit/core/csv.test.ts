import { expect, test } from 'vitest';
import { csvLines } from '../../../src-main/core/csv.ts';

test.each([
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['\tx', "'\tx"],
  ['\r=1', "'\r'=1"],
  ['\nx', "'\nx"],
  ['  =1', "'  =1"],
  ['\u00a0=1', "'\u00a0=1"],
  ['＝1', "'＝1"],
  ['one\r\n=2', "one\r\n'=2"],
  ['00123', "'00123"],
  ['123456789012', "'123456789012"],
  ['73721', '73721'],
  ['a-b = c', 'a-b = c'],
  ["Zoë; 'x'", "Zoë; 'x'"],
])('the cell %j opens as a text', (given, written) => {
  expect(csvLines([[given]])).toBe(`"${written}"\r\n`);
});

test('quotes are doubled, numbers stay numbers, and an absent value is an empty cell', () => {
  expect(csvLines([['a "b", c', -5, null, '']])).toBe('"a ""b"", c",-5,,""\r\n');
});
