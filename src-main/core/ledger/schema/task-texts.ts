/**
 * The full text of each Task's newest snapshot, for the search (docs/service.md 2.2 to 2.6). Triggers change the index in the transaction
 * that stores or deletes a snapshot, so that the index contains no text of a deleted snapshot.
 */
export const taskTextSchema = `
  -- The text of a payload: the content of sections, all fields, aliases, the data of text and JSON items, and conclusions.
  CREATE VIEW snapshot_text AS
    SELECT id, (
      SELECT group_concat(atom, char(10)) FROM json_tree(payload)
      WHERE type IN ('text', 'integer', 'real') AND (
        key IN ('content', 'alias', 'conclusion', 'data')
        OR path GLOB '*[]].fields' OR path GLOB '*[]].fields[.[]*'
        OR path GLOB '*[]].data' OR path GLOB '*[]].data[.[]*')
    ) AS text
    FROM snapshot;

  -- The index stores no second copy of the text.
  CREATE VIRTUAL TABLE task_text USING fts5 (
    text, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2'
  );

  CREATE TRIGGER snapshot_added AFTER INSERT ON snapshot BEGIN
    DELETE FROM task_text WHERE rowid = (SELECT text_id FROM task WHERE uuid = NEW.task_uuid);
    INSERT INTO task_text (rowid, text) SELECT id, text FROM snapshot_text WHERE id = NEW.id AND text IS NOT NULL;
    UPDATE task SET text_id = (SELECT id FROM task_text_docsize WHERE id = NEW.id) WHERE uuid = NEW.task_uuid;
  END;

  CREATE TRIGGER snapshot_removed BEFORE DELETE ON snapshot
  WHEN OLD.id = (SELECT text_id FROM task WHERE uuid = OLD.task_uuid) BEGIN
    DELETE FROM task_text WHERE rowid = OLD.id;
    UPDATE task SET text_id = NULL WHERE uuid = OLD.task_uuid;
  END;
`;
