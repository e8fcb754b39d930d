// A correction is a submission that corrects the Task `corrects`. `what` describes the change in the words of a person. `patient_conflict`
// is 1 if the documents of the Task disagree about the patient (`patients.ts`). Each change of the Task's details updates
// `patient_conflict`.
export const corrections = {
  version: 22,
  name: 'corrections',
  sql: `
    CREATE TABLE correction (
      submission_id TEXT PRIMARY KEY REFERENCES submission (id),
      corrects      TEXT NOT NULL,
      what          TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX correction_corrects ON correction (corrects);

    ALTER TABLE task ADD COLUMN patient_conflict INTEGER NOT NULL DEFAULT 0 CHECK (patient_conflict IN (0, 1));
    UPDATE task SET patient_conflict = 1 WHERE cleared IS NULL AND patient_conflict_of(
      (SELECT payload FROM snapshot WHERE task_uuid = uuid ORDER BY id DESC LIMIT 1)) = 1;
    CREATE INDEX task_patient_conflict ON task (uuid) WHERE patient_conflict = 1;
  `,
};
