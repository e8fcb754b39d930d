// Loaded before the program: waits of ten seconds or more pass ten times as fast, so that no test waits minutes for a silent share.
const { setTimeout: later } = globalThis;
globalThis.setTimeout = (work, ms, ...args) => later(work, ms >= 10_000 ? ms / 10 : ms, ...args);
