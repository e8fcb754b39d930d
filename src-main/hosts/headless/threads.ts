/*
 * A call that hangs on a network drive occupies a thread of Node's pool, which all file access and DNS look-ups need. One hung folder can
 * occupy the four default threads. Of sixteen threads, the watched folders leave some free (core/share-io/folder-calls.ts). An entry point
 * imports this file first, because Node reads the variable at the first use of the pool. On Windows, Node reads the variable at the start
 * of the process (bootstrap.mjs).
 */
process.env['UV_THREADPOOL_SIZE'] ??= '16';
