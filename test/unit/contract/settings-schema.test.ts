import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { settingsJsonSchema } from '../../../src-main/contract/settings.ts';

test('the published JSON Schema is that of the settings (npm start --silent -- settings schema)', async () => {
  const published = await readFile('resources/settings.schema.json', 'utf8');
  expect(JSON.parse(published)).toEqual(settingsJsonSchema());
});
