/** What goes between the page's bridge and the main process beside the verbs, which go as `verb:<name>`. */
export const CHANNELS = {
  event: 'host:event',
  listen: 'host:listen',
  addFiles: 'host:add-files',
  saveDocument: 'host:save-document',
  saveMade: 'host:save-made',
  readDocument: 'host:read-document',
  chooseFolder: 'host:choose-folder',
  copyText: 'host:copy-text',
} as const;

export const verbChannel = (verb: string) => `verb:${verb}`;
