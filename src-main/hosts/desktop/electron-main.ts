/** The API of Electron's main process. The entry point imports Electron and passes the API on, so that no other file loads Electron. */
export type ElectronMain = typeof import('electron');
