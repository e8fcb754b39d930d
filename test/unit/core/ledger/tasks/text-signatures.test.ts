import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  createTextSignatures,
  type Span,
  sizeOf,
} from '../../../../../src-main/core/ledger/tasks/text-signatures.ts';

const covers = (spans: readonly Span[], id: number) =>
  spans.some(({ after, upTo }) => after < id && id <= upTo);
const letters = fc.string({ unit: fc.constantFrom(...'ab01é\n😀'), maxLength: 12 });
const texts = fc.array(fc.tuple(fc.integer({ min: 1, max: 300 }), letters), { maxLength: 60 });

test('no text is anywhere but in the stretches that are named for a part of it, whatever became of it', () => {
  fc.assert(
    fc.property(texts, texts, (added, changed) => {
      const signatures = createTextSignatures();
      const now = new Map<number, string>();
      let id = 0;
      for (const [gap, text] of added) {
        id += gap;
        signatures.append(id, text);
        now.set(id, text);
      }
      for (const [at, text] of changed) {
        signatures.change(at, text);
        if (now.has(at)) now.set(at, text);
      }
      expect(signatures.end()).toBe(id);
      for (const [of, text] of now) {
        for (let from = 0; from < text.length; from++)
          expect(covers(signatures.spans(text.slice(from), []), of), text.slice(from)).toBe(true);
        expect(covers(signatures.spans('nowhere else', [of]), of)).toBe(true);
      }
    }),
  );
});

const NAMES = ['ada abbott', 'bela brandt', 'chidi castillo'];
const textOf = (id: number) => `${NAMES[id % 3]} mrn ${id * 7919}\nreferral ${id}.pdf`;

test('stretches come highest first, next to each other in one, and leave out most of what does not hold a text', () => {
  const signatures = createTextSignatures();
  for (let id = 1; id <= 50_000; id++) signatures.append(id, textOf(id));
  const of = (search: string) => signatures.spans(search, []);
  expect(of('ada')).toEqual([{ after: 0, upTo: 50_000 }]);
  expect(of('brandt')).toEqual([{ after: 0, upTo: 50_000 }]);
  expect(of('nobody')).toEqual([]);
  const found = of(`mrn ${20_000 * 7919}`);
  expect(covers(found, 20_000)).toBe(true);
  expect(sizeOf(found)).toBeLessThan(5_000);
  const two = signatures.spans('nobody', [40, 49_960]);
  expect(two.map(({ after, upTo }) => [after < 49_960 && upTo >= 49_960, after < 40 && upTo >= 40])).toEqual([
    [true, false],
    [false, true],
  ]);
});
