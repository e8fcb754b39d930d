import { expect, test } from 'vitest';
import { folderRuleSchema } from '../../../../src-main/contract/settings.ts';
import type { Ledger } from '../../../../src-main/core/ledger/db/ledger.ts';
import { openFolder, setFolderRemark } from '../../../../src-main/core/ledger/tables/folders.ts';
import { addMessage, messageTable } from '../../../../src-main/core/ledger/tables/messages.ts';
import { addSubmission, submissionTable } from '../../../../src-main/core/ledger/tables/submissions.ts';
import { unsentText } from '../../../../src-main/hosts/command-line/verbs/unsent-text.ts';
import { newSubmission } from '../../../support/new-submission.ts';
import { testLedger } from '../../../support/test-dir.ts';

const RULE = folderRuleSchema.parse({ id: 'in', path: '/in', taskType: 'prior-auth' });
const NOW = Date.parse('2026-03-01T08:00:00Z');

const LEFT: readonly [string, (ledger: Ledger) => void, string][] = [
  [
    'a rejected change',
    (ledger) => {
      const payload = { kind: 'name', name: 'Doe' } as const;
      addMessage(ledger, { id: 'M1', taskUuid: 'task', payload, files: [], actor: 'anna' }, NOW);
      messageTable(ledger).reject('M1', {}, { code: 'service.invalid', detail: null }, NOW);
    },
    '1 other item of the outbox is not sent. For the reason: clearfolder outbox.',
  ],
  [
    'a rejected Task without documents',
    (ledger) => {
      ledger.transaction(() => addSubmission(ledger, newSubmission('S1', []), NOW));
      submissionTable(ledger).reject('S1', { code: 'service.invalid', detail: null }, NOW);
    },
    '1 other item of the outbox is not sent. For the reason: clearfolder outbox.',
  ],
  [
    'a folder about which a person is asked',
    (ledger) => setFolderRemark(ledger, 'in', { code: 'folder.other-account', detail: 'ONE' }),
    '1 folder needs attention. For the reason: clearfolder folders.',
  ],
];

test.each(LEFT)('I1: with %s, no verb says that nothing is left to send', (_, make, words) => {
  const ledger = testLedger(() => NOW);
  openFolder(ledger, 'in', '/in', NOW);
  expect(unsentText(ledger, [RULE])).toBe('Nothing is left to send.');
  make(ledger);
  expect(unsentText(ledger, [RULE])).toBe(words);
  ledger.close();
});
