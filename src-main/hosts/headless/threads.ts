/*
 * Each call that hangs on a network drive keeps a thread from everything else: from other files, and from looking up the service.
 * Four, as is usual, are gone with one such folder; of sixteen the watched folders leave some free (core/share-io/folder-calls.ts).
 * To be imported first: it is heard before the first call alone, and on Windows from the outside alone (bootstrap.mjs).
 */
process.env['UV_THREADPOOL_SIZE'] ??= '16';
