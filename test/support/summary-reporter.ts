import { globSync } from 'node:fs';
import type { Reporter, SerializedError, TestCase, TestModule, TestSuite } from 'vitest/node';
import { filesLeftOut } from './machine.ts';

const SLOWEST = 15;

/**
 * Names each failed test as soon as the test ends, so that an interrupted run names its failures too. Ends each run with
 * its slowest files, the tests that passed in each folder of test/, everything that was skipped with the reason, every
 * failure, and "N passed, N failed, N skipped".
 */
export class SummaryReporter implements Reporter {
  onTestCaseResult(test: TestCase): void {
    if (test.result().state === 'failed') process.stdout.write(`\nFailed: ${lineOf(test)}\n`);
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const inState = (state: string) => tests.filter((test) => test.result().state === state);
    const passed = inState('passed').length;
    // A file that cannot be loaded has no failed test of its own; nor has an error that no test waited for.
    const broken = modules.filter((module) => {
      return module.state() === 'failed' && [...module.children.allTests('failed')].length === 0;
    });
    const failures = inState('failed');
    const failed = failures.length + broken.length + (unhandled.length > 0 ? 1 : 0);
    const skipped = inState('skipped');
    const leftOut = filesLeftOut().map(({ files, reason }) => ({
      reason,
      count: globSync([...files]).length,
    }));
    const lines = [
      '',
      'Slowest files:',
      ...slowest(modules),
      `Passed in each folder: ${byFolder(tests.filter((test) => test.result().state === 'passed'))}`,
      ...(skipped.length + leftOut.length > 0 ? ['Skipped:'] : []),
      ...leftOut.map(({ count, reason }) => `  ${count} test files: ${reason}`),
      ...skipped.map((test) => `  ${test.module.relativeModuleId} "${test.name}": ${reasonOf(test)}`),
      ...(failed > 0 ? ['Failed:'] : []),
      ...failures.map((test) => `  ${lineOf(test)}`),
      ...broken.map(
        (module) => `  ${module.relativeModuleId}: ${module.errors()[0]?.message ?? 'no test could run'}`,
      ),
      ...unhandled.map((error) => `  no test waited for this error: ${error.message}`),
      `${passed} passed, ${failed} failed, ${skipped.length + leftOut.reduce((sum, { count }) => sum + count, 0)} skipped`,
    ];
    process.stdout.write(`${lines.join('\n')}\n`);
  }
}

function lineOf(test: TestCase): string {
  const [error] = test.result().errors ?? [];
  return `${test.module.relativeModuleId} "${test.name}": ${error?.message.split('\n')[0] ?? 'no error was given'}`;
}

function byFolder(passed: readonly TestCase[]): string {
  const folders = Map.groupBy(passed, ({ module }) => module.relativeModuleId.split('/')[1]);
  return [...folders].map(([folder, tests]) => `${folder} ${tests.length}`).join(', ');
}

function slowest(modules: readonly TestModule[]): string[] {
  return modules
    .map((module) => ({ name: module.relativeModuleId, seconds: secondsOf(module) }))
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, SLOWEST)
    .map(({ name, seconds }) => `${seconds.toFixed(1).padStart(8)} s  ${name}`);
}

/** From the import of a file to the end of its last hook. */
function secondsOf(module: TestModule): number {
  const { collectDuration, setupDuration, duration } = module.diagnostic();
  return (collectDuration + setupDuration + duration) / 1000;
}

function reasonOf(test: TestCase): string {
  const noted = test.result();
  if (noted.state === 'skipped' && noted.note !== undefined) return noted.note;
  for (let task: TestCase | TestSuite | TestModule = test; task.type !== 'module'; task = task.parent) {
    const { skipReason } = task.meta();
    if (skipReason) return skipReason;
  }
  return 'no reason was given';
}
