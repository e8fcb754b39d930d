import { expect, it } from 'vitest';
import { documentKind } from '../../../src-renderer/features/documents/document-kind.ts';

it.each([
  ['application/pdf', 'x', 'pdf'],
  ['Application/PDF; q=1', 'x', 'pdf'],
  ['application/fhir+json', 'x', 'json'],
  ['text/plain; charset=utf-8', 'x.pdf', 'text'],
  ['image/jpeg', 'x', 'image'],
  ['audio/mpeg', 'x', 'audio'],
  ['application/octet-stream', 'visit.WAV', 'audio'],
  ['', 'scan.jpg', 'image'],
])('%s named %s is shown as %s', (type, name, kind) => {
  expect(documentKind(type, name).kind).toBe(kind);
});

it.each([
  ['image/tiff', 'scan.tif'],
  ['application/msword', 'letter.pdf'],
  ['', 'nothing'],
  ['application/octet-stream', 'x.constructor'],
])('%s named %s is only saved', (type, name) => {
  expect(documentKind(type, name).kind).toBe('other');
});
