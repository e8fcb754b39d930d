import './hosts/headless/threads.ts';
import {
  connectOverSlowLines,
  endOnStrayErrors,
  endProcess,
  guardProcess,
  outliveReaders,
} from './hosts/headless/process.ts';

// The oldest supported major version of Node, equal to the version in Electron. The native module of the database crashes on older
// versions.
const NODE_NEEDED = 24;

const err = (text: string) => process.stderr.write(text);

const env = guardProcess();
connectOverSlowLines();
outliveReaders();
endOnStrayErrors(err);
await endProcess(await main());

async function main(): Promise<number> {
  if (Number(process.versions.node.split('.')[0]) < NODE_NEEDED) {
    err(
      `Clearfolder needs Node ${NODE_NEEDED} or later, but this is Node ${process.version}. Nothing was started.\nWhat to do: Start Clearfolder with "npm start -- ...", which brings its own Node.\n`,
    );
    return 1;
  }
  // The import is dynamic, so that an old Node prints the text above before a native module is loaded.
  const { runCommandLine } = await import('./hosts/command-line/program.ts');
  return await runCommandLine(process.argv.slice(2), {
    env,
    stdin: process.stdin,
    out: (text) => process.stdout.write(text),
    outIsTerminal: process.stdout.isTTY === true,
    err,
  });
}
