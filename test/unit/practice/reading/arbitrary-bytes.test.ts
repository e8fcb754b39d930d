import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { evaluateTask } from '../../../../src-main/practice/reading/evaluate.ts';
import { fileInput } from './inputs.ts';

const NOW = new Date('2026-06-01T12:00:00Z');

it('any bytes under any type and any request_spec end in a status, never in an exception', async () => {
  const type = fc.constantFrom('application/pdf', 'application/json', 'text/plain', 'image/png');
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 400 }),
    fc.string({ maxLength: 400 }).map((text) => Buffer.from(text)),
    fc.json().map((text) => Buffer.from(text)),
    fc.uint8Array({ maxLength: 200 }).map((noise) => Buffer.concat([Buffer.from('%PDF-1.7\n'), noise])),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(type, bytes), { maxLength: 3 }),
      fc.anything(),
      async (files, spec) => {
        const evaluation = await evaluateTask(
          files.map(([mediaType, content]) => fileInput(mediaType, content)),
          spec,
          NOW,
        );
        expect(['waiting', 'completed', 'invalid', 'failed']).toContain(evaluation.status);
      },
    ),
    { numRuns: 60 },
  );
});
