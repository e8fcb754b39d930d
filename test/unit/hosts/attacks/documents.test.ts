import { expect, test } from 'vitest';
import { until } from '../../../support/until.ts';
import { guardedHost } from '../browser/support/guarded-host.ts';

test('a document of a hostile type or name comes as plain bytes, and nothing of it stays', async () => {
  const hostile = [
    'text/html',
    'image/svg+xml',
    'application/xhtml+xml',
    'a\r\nSet-Cookie: a=b',
    '\ud800',
    '\u202e\0',
    'x'.repeat(100_000),
  ];
  for (const text of hostile) {
    await using guarded = await guardedHost({ document: { name: text, mediaType: text } });
    const heard: Buffer[] = [];
    const page = await guarded.launch((frame) => void heard.push(frame));
    const input = { task: 't', item: 'i', purpose: 'show' } as const;
    const { parts } = await page.read('browser.read-document', input, () => 5);
    expect(Buffer.concat(parts).toString(), text.slice(0, 30)).toBe('bytes');
    // A text frame names the document, and a binary frame has the bytes alone.
    expect(heard.at(-2)?.toString()).toMatch(/^\{"kind":"answer".*\}$/s);
    expect(heard.at(-1)?.subarray(4).toString()).toBe('bytes');
    await until(() => guarded.asked.includes('disposed'));
  }
});

test('a document that nobody waits for any more is put away too', async () => {
  const { promise: waited, resolve: give } = Promise.withResolvers<void>();
  await using guarded = await guardedHost({
    document: { name: 'a.pdf', mediaType: 'application/pdf', after: waited },
  });
  const page = await guarded.launch();
  const input = { task: 't', item: 'i', purpose: 'show' } as const;
  const asking = page.read('browser.read-document', input, () => 5);
  await until(() => guarded.asked.includes('document t i'));
  const refused = expect(asking).rejects.toThrow();
  await page.close();
  await refused;
  // Before the program answers another request, it has heard that this one was given up.
  await fetch(guarded.origin);
  give();
  await until(() => guarded.asked.includes('disposed'));
});
