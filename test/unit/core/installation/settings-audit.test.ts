import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { redirectSchema } from '../../../../src-main/contract/redirect.ts';
import { settingsSchema } from '../../../../src-main/contract/settings.ts';
import { noteSettings, type SavedSettings } from '../../../../src-main/core/installation/settings-audit.ts';
import { createAuthority } from '../../../support/certificates.ts';
import { testDir, testLedger } from '../../../support/test-dir.ts';

const detailSchema = z.object({
  keys: z.array(z.string()),
  found: z.string().optional(),
  redirects: z.array(redirectSchema).optional(),
});

/** A ledger, and what its audit says of each change of settings that it is told. */
function noted() {
  const dir = testDir();
  const ledger = testLedger();
  const entries = () =>
    z
      .array(z.object({ detail: z.string() }))
      .parse(
        ledger.db.prepare(`SELECT detail FROM audit WHERE action = 'settings.changed' ORDER BY seq`).all(),
      )
      .map(({ detail }) => detailSchema.parse(JSON.parse(detail)));
  const note = (settings: unknown, saved: SavedSettings | null = null) => {
    const before = entries().length;
    noteSettings(ledger, settingsSchema.parse(settings), { actor: 'clerk', saved, now: 0 });
    return entries().slice(before);
  };
  return { dir, note };
}

const CLINIC = 'https://clinic.example/public/v1';
const base = { environment: 'clinic', environments: { clinic: CLINIC } };

test('I9: the audit says where documents were redirected, old and new, also of a change by hand', async () => {
  const { dir, note } = noted();
  expect(note(base)).toEqual([
    {
      keys: [],
      found: 'in the file',
      redirects: [
        { what: 'service', subject: null, old: null, new: CLINIC },
        { what: 'address', subject: 'clinic', old: null, new: CLINIC },
      ],
    },
  ]);
  expect(note(base)).toEqual([]);
  const { file } = createAuthority(dir.path, 'hospital');
  const changed = {
    ...base,
    network: { proxy: 'http://proxy.example:3128', extraCaFile: file },
    callbacks: { listen: '0.0.0.0:8080' },
    folders: [
      {
        id: 'scans',
        path: '/scans',
        taskType: 'prior-auth',
        callbackTemplate: 'https://user:hidden@hook.example/x?key=hidden&task={uuid}#hidden',
      },
    ],
  };
  const [entry] = note(changed, { actor: 'clerk', keys: ['network', 'callbacks', 'folders'] });
  expect(entry?.found).toBeUndefined();
  expect(entry?.redirects).toEqual([
    { what: 'proxy', subject: null, old: null, new: 'http://proxy.example:3128' },
    {
      what: 'authority',
      subject: null,
      old: null,
      new: expect.stringMatching(/ca\.pem \(SHA-256 ([0-9A-F]{2}:){31}[0-9A-F]{2}\)$/),
    },
    { what: 'listener', subject: null, old: null, new: '0.0.0.0:8080' },
    { what: 'folder', subject: 'scans', old: null, new: '/scans', to: CLINIC },
    {
      what: 'callback',
      subject: 'scans',
      old: null,
      new: 'https://hook.example/x?key=removed&task={uuid}',
    },
  ]);
  expect(JSON.stringify(entry)).not.toContain('hidden');

  // Another authority in the same file is another one all the same.
  writeFileSync(file, createAuthority(dir.path, 'somebody else').cert);
  const [found] = note(changed);
  expect(found).toMatchObject({ keys: [], found: 'in the file' });
  expect(found?.redirects?.map(({ what }) => what)).toEqual(['authority']);
  expect(found?.redirects?.[0]?.old).toBe(entry?.redirects?.[1]?.new);
  const moved = { ...base, environments: { clinic: 'https://evil.example/public/v1' } };
  expect(note(moved)[0]?.redirects?.[0]).toEqual({
    what: 'service',
    subject: null,
    old: CLINIC,
    new: 'https://evil.example/public/v1',
  });
});
