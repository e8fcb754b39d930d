/* Imported into a life of the program (NODE_OPTIONS): it then falls over a fault that nobody foresaw, when it is told to. */

const words = process.env['FALL_WORDS'] ?? '';

process.once('SIGUSR2', () => {
  const fault = new Error(`cannot go on with ${words}`, { cause: new TypeError(words) });
  if (process.env['FALL_HOW'] === 'thrown') throw fault;
  void Promise.reject(fault);
});
