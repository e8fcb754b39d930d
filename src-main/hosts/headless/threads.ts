/*
 * File access and DNS look-ups share the threads of Node's pool. A call that hangs on a network drive occupies a thread, and one hung
 * folder can occupy all four default threads. This file therefore asks for sixteen threads, of which calls into shared folders use at most
 * thirteen (core/share-io/folder-calls.ts). An entry point imports this file first, because Node reads UV_THREADPOOL_SIZE at the first use
 * of the pool. On Windows, Node reads the variable at the start of the process, so the program that starts Node sets the variable
 * (bootstrap.mjs).
 */
process.env['UV_THREADPOOL_SIZE'] ??= '16';
