/** The API of Electron's main process. Callers pass it in, so that the entry point alone loads Electron. */
export type ElectronMain = typeof import('electron');
