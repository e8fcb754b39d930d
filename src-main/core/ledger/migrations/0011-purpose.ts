import type { Migration } from './migration.ts';

/*
 * The same documents for another request_spec are no duplicates, so `payload_hash` covers request_spec too.
 * If retention removed request_spec, `purpose` is NULL, and the documents count as sent for every purpose.
 * `perhaps_sent` is 1 if an attempt may have made a Task that no denial of the service disproves. The SQL
 * lists the refusals of older versions after which a Task may exist.
 */
export const purpose: Migration = {
  version: 11,
  name: 'purpose',
  sql: `
    ALTER TABLE submission ADD COLUMN purpose TEXT;
    ALTER TABLE submission ADD COLUMN perhaps_sent INTEGER NOT NULL DEFAULT 0 CHECK (perhaps_sent IN (0, 1));

    UPDATE submission SET purpose = purpose_hash_of(task_type, request_spec)
    WHERE NOT EXISTS (SELECT 1 FROM submission_file WHERE submission_id = submission.id AND path = '(no longer kept)');

    UPDATE submission SET payload_hash = payload_hash_of(task_type, request_spec,
      (SELECT json_group_array(sha256) FROM submission_file WHERE submission_id = submission.id))
    WHERE request_spec <> '{}';

    UPDATE submission SET perhaps_sent = 1
    WHERE (state IN ('rejected', 'withdrawn') AND (
        problem_code IN ('service.conflict', 'service.blocked', 'service.unsaid', 'service.unaccounted')
        OR (problem_code = 'service.too-large' AND problem_detail IS NULL)))
      OR (state = 'queued' AND problem_code IN ('service.unreadable', 'service.answer-too-large'));
  `,
};
