/*
 * A call that hangs on a network drive occupies a thread, which other files and name look-ups then lack. Node's four threads are
 * lost with one hung folder; of sixteen threads the watched folders leave some free (core/share-io/folder-calls.ts).
 * An entry point imports this file first: Node reads the variable at the first call, and on Windows only at the start of the
 * process (bootstrap.mjs).
 */
process.env['UV_THREADPOOL_SIZE'] ??= '16';
