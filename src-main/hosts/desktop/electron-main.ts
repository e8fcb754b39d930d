/** The API of Electron's main process. Callers pass it in, so that only the entry point loads Electron. */
export type ElectronMain = typeof import('electron');
