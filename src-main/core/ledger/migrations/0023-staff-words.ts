/*
 * The search text of a Task has the person who looks after the Task and the notes of the staff, as `describeTask` writes it from now on.
 * The function `search_text_of` folds them. Retention empties the search text with the notes.
 */
export const staffWords = {
  version: 23,
  name: 'staff words',
  sql: `
    UPDATE task SET search_text = search_text || char(10) || search_text_of('', NULL,
      (SELECT name FROM task_assignee WHERE task_uuid = uuid),
      (SELECT group_concat(text, char(10)) FROM staff_note WHERE task_uuid = uuid))
    WHERE NOT (name = '' AND cleared IS NOT NULL)
      AND uuid IN (SELECT task_uuid FROM staff_note UNION SELECT task_uuid FROM task_assignee);
  `,
};
