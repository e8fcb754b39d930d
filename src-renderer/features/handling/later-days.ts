import { dayOf, startOfDay } from '../../../src-main/contract/local-day.ts';

const SATURDAY = 6;
const SUNDAY = 0;

/** Returns the days until which a person usually sets a Task aside. `first` is the next day on which a clinic works. */
export function laterDays(now: Date) {
  const after = (days: number) => dayOf(startOfDay(dayOf(now), days));
  const [tomorrow, inAWeek, inTwoWeeks] = [after(1), after(7), after(14)];
  const nextMonday = after(((7 - now.getDay()) % 7) + 1);
  const isWeekend = [SATURDAY, SUNDAY].includes(startOfDay(tomorrow).getDay());
  return { tomorrow, nextMonday, inAWeek, inTwoWeeks, first: isWeekend ? nextMonday : tomorrow };
}
