/* Imported into a process run (NODE_OPTIONS): a signal ends the run with an unforeseen fault. */

const words = process.env['FALL_WORDS'] ?? '';

process.once('SIGUSR2', () => {
  const fault = new Error(`cannot go on with ${words}`, { cause: new TypeError(words) });
  if (process.env['FALL_HOW'] === 'thrown') throw fault;
  void Promise.reject(fault);
});
