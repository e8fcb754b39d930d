import type { TaskDetails } from '../../../../../src-main/core/service/schemas.ts';

export interface ModelTask {
  details: TaskDetails;
  /** Not found by GET before this moment: a service whose reads lag behind its writes. */
  visibleAt: number;
  uploads: string[];
  frozenTo: string | null;
  resumes: number;
  /**
   * What an update that resumes does: moves the Task; does, but its answer still shows it waiting; leaves it waiting, as one may
   * read the service's contract about a frozen Task; or keeps nothing of the data besides. All are answered with 200.
   */
  resuming: 'moves' | 'moves-later' | 'stays' | 'drops';
}
