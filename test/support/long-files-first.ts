import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take a minute or more, the longest first. Most of them wait for time to pass: started first, they leave no worker alone at the end. */
const LONG_FILES = [
  'app/screens/screens',
  'endurance/hospital/hospital',
  'endurance/stations/stations',
  'windows/held-files',
  'endurance/kills/kills',
  'packages/station-package',
  'app/screens/manners',
  'app/journeys/keyboard-sending',
  'app/screens/seldom',
  'windows/core',
  'windows/main-job',
  'app/journeys/lock',
  'unit/hosts/app/app',
  'endurance/hostile/hostile',
  'app/journeys/keyboard-tasks',
  'shares/shares',
].map((name) => `/test/${name}.test.ts`);

/** Runs the long files of all projects first, then the projects one after another. */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const others = await super.sort(files);
    const rankOf = ({ moduleId }: TestSpecification) => {
      const rank = LONG_FILES.findIndex((name) => moduleId.endsWith(name));
      return rank === -1 ? LONG_FILES.length : rank;
    };
    return others.toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}
