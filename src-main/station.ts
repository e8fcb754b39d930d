import { runCommandLine } from './hosts/command-line/program.ts';
import { endOnStrayErrors, endProcess, outliveReaders } from './hosts/headless/end-process.ts';

const err = (text: string) => process.stderr.write(text);

outliveReaders();
endOnStrayErrors(err);
await endProcess(
  await runCommandLine(process.argv.slice(2), {
    env: process.env,
    stdin: process.stdin,
    out: (text) => process.stdout.write(text),
    err,
  }),
);
