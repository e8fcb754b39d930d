/** What Electron gives its main process. Passed in, so that nothing but the entry point loads it. */
export type ElectronMain = typeof import('electron');
