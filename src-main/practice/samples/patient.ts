/** An invented patient. No real person, plan or clinic is meant. */
export interface SamplePatient {
  readonly name: string;
  readonly given: string;
  readonly family: string;
  /** `YYYY-MM-DD`. */
  readonly born: string;
  readonly memberId: string;
  readonly plan: string;
  readonly clinic: string;
  readonly doctor: string;
}

/** Makes a patient of the invented plan and clinic. */
export function samplePatient(given: string, family: string, born: string, memberId: string): SamplePatient {
  return {
    name: `${given} ${family}`,
    given,
    family,
    born,
    memberId,
    plan: 'Larkspur Health Plan',
    clinic: 'Millbrook Family Clinic, 12 Weir Lane, Millbrook, VT 05001',
    doctor: 'Helen Marsh, MD',
  };
}

/** `YYYY-MM-DD` of the day so many days before `now` (negative: after), in UTC. */
export function daysBefore(now: Date, days: number): string {
  return new Date(now.getTime() - days * 86_400_000).toISOString().slice(0, 10);
}

/** The way American forms write a date: `MM/DD/YYYY`. */
export function onForm(date: string): string {
  const [year = '', month = '', day = ''] = date.split('-');
  return `${month}/${day}/${year}`;
}
