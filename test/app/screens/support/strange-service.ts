import { createHash } from 'node:crypto';
import type { Form } from '../../../support/form-reader.ts';
import { type RunningServiceModel, startServiceModel } from '../../../support/service-model/start.ts';

const LONG = 'Maximiliane Friederike Schraudolph-Wackernagel, knee MRI, second opinion; '.repeat(4);

/** Names as hostile as they come: endless, without a place to break, turned around, drawn, and written like a page. */
const STRANGE_NAMES = [
  LONG,
  'x'.repeat(300),
  '\u202Efdp.tnemucod\u202C turned \u2067around\u2069 عيادة القلب',
  '👩‍⚕️🏥👨‍👩‍👧‍👦 Zoë 🦴🦴🦴 Ǎ̸̡̢͎̫̤͓͇̝͔͉̔̈́̈́͌̋͑̊́͜͠͝n̴na',
  '<img src=x onerror=alert(1)> & "quoted" \'names\'',
] as const;

const ISSUES = [
  { key: 'task.data.missing', message: 'member_id is missing', property: 'member_id' },
  { key: 'task.data.missing', message: 'date_of_birth is missing', property: 'date_of_birth' },
  { key: 'task.data.inconsistent', message: LONG, property: 'x'.repeat(120) },
  { key: 'task.medical_record.missing', message: 'No card', medical_record_type: 'insurance-card' },
  { key: 'task.medical_record.expired', message: 'Too old', medical_record_type: 'patient-visit' },
  { key: 'task.logic.warning', message: LONG, code: '73721' },
  { key: 'task.llm.other', message: `${'y'.repeat(200)} \u202Eesrever` },
  { key: 'task.new.unheard-of', message: 'A message of a kind from the future.' },
];

const formOf = (name: string, index: number): Form => ({
  fields: new Map([
    ['task_type', index === 1 ? 'a-task-type-that-somebody-named-without-thinking-of-columns' : 'prior-auth'],
    ['name', name],
    ['external_id', `${index < 3 ? 'case-4711' : `case-${index}`}-01ARZ3NDEKTSV4RRFFQ69G5FA${index}`],
  ]),
  files: [
    {
      part: 'files',
      name: `${name.slice(0, 200)}.pdf`,
      mediaType: 'application/pdf',
      sha256: createHash('sha256').update(name).digest('hex'),
      size: 10,
    },
  ],
});

/** A service full of Tasks with strange names, none of them begun. */
export async function startStrangeService(): Promise<RunningServiceModel> {
  const service = await startServiceModel();
  const names = STRANGE_NAMES.flatMap((name) => [name, `${name} (2)`]);
  for (const [index, name] of names.entries()) service.tasks.create(formOf(name, index));
  return service;
}

/** Moves them: some wait, some were decided, one failed, one is being looked at. */
export function moveStrangeTasks(service: RunningServiceModel): void {
  const [first, second, ...others] = service.tasks.all;
  for (const task of [first, second]) {
    if (task !== undefined) service.tasks.move(task, 'waiting', { issues: ISSUES });
  }
  for (const [index, task] of others.entries()) {
    if (index === 0) service.tasks.move(task, 'processing');
    else if (index === 1) service.tasks.move(task, 'failed');
    else if (index === 2) service.tasks.move(task, 'waiting');
    else
      service.tasks.move(task, 'completed', {
        issues: ISSUES,
        verdicts: ['73721', '9'.repeat(60), '72148', '29881', '70553'].map((code, at) => ({
          code,
          approved: at % 2 === 1,
          issues: [at, at + 3],
        })),
        verdict_summaries: [{ code: '73721', conclusion: LONG }],
      });
  }
}
