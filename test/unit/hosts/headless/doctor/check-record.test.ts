import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inWords } from '../../../../../src-main/contract/say.ts';
import { settingsSchema } from '../../../../../src-main/contract/settings.ts';
import { checkOldRecords } from '../../../../../src-main/hosts/headless/doctor/check-record.ts';
import { testDir } from '../../../../support/test-dir.ts';

test('records that were set aside are told of, and asked to be deleted once they outlive what is kept', async () => {
  const dir = testDir();
  const settings = settingsSchema.parse({ environment: 'practice', retention: { days: 30 } });
  const paths = {
    dir: dir.path,
    ledger: dir.at('ledger.db'),
    spool: dir.at('spool'),
    documents: dir.at('documents'),
    backups: dir.at('backups'),
    secrets: dir.at('secrets.json'),
  };
  const look = (day: string) => inWords(checkOldRecords({ paths, settings }, Date.parse(day)), 'en');
  expect(look('2026-02-01')).toBe('no record was set aside');
  const [replaced, unreadable] = ['replaced-2026-01-05T08-30-00.000Z', 'unreadable-2026-01-20T08-30-00.123Z'];
  for (const name of ['', '-wal', `.${replaced}`, `.${replaced}-wal`, `.${unreadable}`])
    writeFileSync(dir.at(`ledger.db${name}`), '');
  expect(look('2026-02-01')).toBe(
    `old records, kept until somebody deletes them: ledger.db.${replaced}, ledger.db.${unreadable}`,
  );
  expect(() => look('2026-02-05')).toThrow(expect.objectContaining({ code: 'ledger.aside-old' }));
  expect(() => look('2026-02-05')).toThrow(/retention" \(30 days\)/);
});
