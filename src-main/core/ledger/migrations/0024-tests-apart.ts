/*
 * The document of a test of a task type does not count as a found file, so the document has no row in `file` (`queue-drop.ts`). Older
 * versions added such rows. Every list and count leaves tests out, so the indexes find the few tests among all rows.
 */
export const testsApart = {
  version: 24,
  name: 'tests apart',
  sql: `
    DELETE FROM file WHERE submission_id IN (SELECT id FROM submission WHERE test = 1);
    CREATE INDEX submission_test ON submission (id) WHERE test = 1;
    CREATE INDEX task_test ON task (test) WHERE test = 1;
  `,
};
