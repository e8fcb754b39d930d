/*
 * The search text of a Task has the names of the files of accepted answers, as `describeTask` writes it from now on. A redirected answer
 * belongs to the last Task to which the service redirected the answer. Retention replaces a file name by `(no longer kept)`.
 */
export const answerFiles = {
  version: 25,
  name: 'answer files',
  sql: `
    UPDATE task SET search_text = search_text || char(10) || search_text_of('', NULL, NULL, answered.names)
    FROM (
      SELECT COALESCE(json_extract(progress, '$.redirectedTo[#-1]'), task_uuid) AS task,
        group_concat(file_name, char(10)) AS names
      FROM message JOIN message_file ON message_id = message.id
      WHERE lane = 'answers' AND state = 'accepted' AND file_name <> '(no longer kept)'
      GROUP BY 1
    ) AS answered
    WHERE uuid = answered.task AND NOT (name = '' AND cleared IS NOT NULL);
  `,
};
