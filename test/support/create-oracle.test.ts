import { expect, it } from 'vitest';
import { CreateOracle } from './create-oracle.ts';
import type { Form } from './form-reader.ts';

function form(externalId: string, ...hashes: string[]): Form {
  return {
    fields: new Map([
      ['external_id', externalId],
      ['task_type', 'prior-auth'],
    ]),
    files: hashes.map((sha256) => ({
      part: 'uploads',
      name: `${sha256}.pdf`,
      mediaType: 'application/pdf',
      sha256,
      size: 1,
    })),
  };
}

function oracleOf(...forms: Form[]): CreateOracle {
  const oracle = new CreateOracle();
  for (const [index, one] of forms.entries()) oracle.recordCreate(one, `task-${index}`);
  return oracle;
}

it('is content when each content came once, in whatever order its files came', () => {
  const oracle = oracleOf(form('a', 'h1'), form('b', 'h3', 'h2'));
  oracle.assertExactlyOnce([['h2', 'h3'], 'h1']);
  expect([...oracle.byContent().keys()]).toEqual(['h1', 'h2,h3']);
  expect(oracle.duplicates().size).toBe(0);
});

it('names what came twice, what never came, and what nobody expected', () => {
  const oracle = oracleOf(form('a', 'h1'), form('a2', 'h1'), form('c', 'h9'));
  expect([...oracle.duplicates().keys()]).toEqual(['h1']);
  const judge = () => oracle.assertExactlyOnce(['h1', 'h2']);
  expect(judge).toThrow(/Expected 2 submissions once each; the service took 3/);
  expect(judge).toThrow(/1 never arrived:\n {2}h2 \(0 of 1\)/);
  expect(judge).toThrow(/1 arrived too often:\n {2}h1 \(2, not 1\): Task task-0 external_id a \[h1.pdf\]/);
  expect(judge).toThrow(/1 were not expected:\n {2}h9: Task task-2/);
});

it('lets the same content be expected as often as it was sent on purpose', () => {
  const oracle = oracleOf(form('a', 'h1'), form('b', 'h1'));
  oracle.assertExactlyOnce(['h1', 'h1']);
  expect(() => oracle.assertExactlyOnce(['h1', 'h1', 'h1'])).toThrow(/h1 \(2 of 3\)/);
});
