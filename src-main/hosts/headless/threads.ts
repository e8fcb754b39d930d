// File access and DNS look-ups share the threads of Node's pool. One hung network folder can occupy all four default threads, so this
// file asks for sixteen, of which calls into shared folders use at most thirteen (core/share-io/folder-calls.ts). An entry point
// imports this file first, because Node reads the variable at the first use of the pool. On Windows, bootstrap.mjs sets the variable.
process.env['UV_THREADPOOL_SIZE'] ??= '16';
