import { MIGRATIONS } from '../../../../../src-main/core/ledger/schema/migrations.ts';

export const WITH_ONE_MORE = [
  ...MIGRATIONS,
  { version: 99, name: 'one more', sql: 'CREATE TABLE extra (id INTEGER) STRICT' },
];
