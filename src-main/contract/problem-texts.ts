import { SERVICE_PROBLEMS } from './service-problems.ts';
import { STATION_PROBLEMS } from './station-problems.ts';

/** Why a file, submission, answer or folder is not simply going on. One plain text each. */
export const PROBLEMS = { ...STATION_PROBLEMS, ...SERVICE_PROBLEMS } as const;
