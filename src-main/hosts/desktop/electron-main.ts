/** Electron's main process API, passed in so that only the entry point loads Electron. */
export type ElectronMain = typeof import('electron');
