import { expect, test } from 'vitest';
import { askSealed } from '../../../support/sealed-page.ts';
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
    const { key } = await guarded.launch();
    const answer = await guarded.post('/api/document', { task: 't', item: 'i' }, key);
    expect(answer.status, text.slice(0, 30)).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/octet-stream');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('set-cookie')).toBeNull();
    expect(answer.sealed).toBe(true);
    expect(answer.text).toMatch(/^\{.*\}bytes$/);
    await until(() => guarded.asked.includes('disposed'));
  }
});

test('a document that nobody waits for any more is put away too', async () => {
  const { promise: waited, resolve: give } = Promise.withResolvers<void>();
  await using guarded = await guardedHost({
    document: { name: 'a.pdf', mediaType: 'application/pdf', after: waited },
  });
  const { key } = await guarded.launch();
  const leaving = new AbortController();
  const { signal } = leaving;
  const body = { task: 't', item: 'i' };
  const asking = askSealed(guarded.origin, '/api/document', { secret: key, body, signal });
  await until(() => guarded.asked.includes('document t i'));
  leaving.abort();
  await expect(asking).rejects.toThrow();
  // Before the program answers another request, it has heard that this one was given up.
  await fetch(guarded.origin);
  give();
  await until(() => guarded.asked.includes('disposed'));
});
