import { expect, test } from 'vitest';
import { folderRuleSchema } from '../../../src-main/contract/settings.ts';

const parsed = (callbackTemplate: unknown) =>
  folderRuleSchema.safeParse({ id: 'scans', path: '/scans', taskType: 'intake', callbackTemplate });

test.each([
  null,
  'https://clinic.example/done?task={uuid}&as={external_id}',
  'http://clinic.example:8080/{uuid}',
  'https://{uuid}.clinic.example/',
  'HTTPS://CLINIC.example/{uuid}',
  `https://clinic.example/${'😀'.repeat(2048 - 'https://clinic.example/'.length)}`,
])('takes %s for a callback', (template) => {
  expect(parsed(template).success).toBe(true);
});

test.each(['https://', 'http://?{uuid}', 'https://clinic.example:port/{uuid}', 'https://a b/{uuid}'])(
  'does not take %s, which is no address once it is filled in (docs/service.md 6.1)',
  (template) => {
    const [issue] = parsed(template).error?.issues ?? [];
    expect(issue).toMatchObject({
      path: ['callbackTemplate'],
      message: 'settings.mustBeWholeAddress',
    });
  },
);

test('tells of a wrong beginning and of too much length', () => {
  expect(parsed('ftp://clinic.example/').error?.message).toContain('settings.mustBeginWithHttp');
  expect(parsed(`https://clinic.example/${'x'.repeat(2048)}`).error?.message).toContain(
    'settings.mustBeAtMost2048Characters',
  );
});
