/* The main job of a package: a document in a watched folder becomes a Task with a verdict, in practice. */

/** The text of a document that practice decides. */
export const VISIT =
  'Office visit note\nPatient name: Test Person\nDate of birth: 1980-02-03\nVisit date: 2026-11-01\nCPT 73721 MRI of the knee';
/** What `clearfolder tasks` prints of its Task then. */
export const DECIDED = /visit note: decided\n +73721 approved/;
export const settingsFor = (path: string) => ({
  environment: 'practice',
  folders: [{ id: 'scans', path, taskType: 'prior-auth', backlog: 'send', quietSeconds: 1 }],
});
