import { resolve } from 'node:path';
import { dayOf, startOfDay } from '../../../contract/local-day.ts';
import { LOCALES, say } from '../../../contract/say.ts';
import { durationText, rateText, reasonKindText } from '../../../contract/texts/insights-text.ts';
import { statusText } from '../../../contract/texts/status-text.ts';
import { narrowing } from '../../../contract/verbs/tasks.ts';
import type { Insights } from '../../../contract/views/insights.ts';
import { appendAudit } from '../../../core/audit/audit.ts';
import { systemClock } from '../../../core/clock.ts';
import { type ExportFormat, exportTasks } from '../../../core/exports/export-tasks.ts';
import { insightsOf } from '../../../core/insights/insights.ts';
import { actor } from '../../../core/installation/actor.ts';
import { receiptView } from '../../../core/views/receipt-view.ts';
import { taskDetailView } from '../../../core/views/task-detail-view.ts';
import { withLedger } from '../../headless/station-ledger.ts';
import { currentLanguage, t } from '../../language.ts';
import { writeNewFile } from '../new-file.ts';
import { recordIfPossible, recordView } from '../record-view.ts';
import { type TaskFilters, taskQueryOf } from '../task-filters.ts';
import { localTime, type StationContext, show, UsageError } from '../terminal.ts';
import { assertStatuses } from './lists.ts';

const DAYS = 30;

/** `insights [--from DAY] [--to DAY]`: shows the numbers of a period. The default period is the last 30 days. */
export function showInsights(
  { terminal, choice }: StationContext,
  options: { readonly from?: string; readonly to?: string },
): Promise<void> {
  const to = options.to ?? dayOf(new Date(systemClock.now()));
  const from = options.from ?? dayOf(startOfDay(to, 1 - DAYS));
  if (to < from) throw new UsageError(say('terminal.toBeforeFrom'));
  return withLedger(choice, 'reader', (ledger) => {
    const insights = insightsOf(ledger, { from, to }, systemClock.now());
    recordIfPossible(terminal, () => recordView(ledger, 'list.viewed', 'insights.get', { from, to }));
    show(terminal, insights, () => insightsLines(insights));
  });
}

function insightsLines({ from, to, as_of: asOf, created, decided, waiting }: Insights): string[] {
  const parts = [
    [decided.tasks_approved, t('terminal.everyCodeApproved')],
    [decided.tasks_not_approved, t('terminal.codeNotApproved')],
    [decided.no_verdict, t('terminal.withoutVerdictAnyCode')],
    [decided.not_loaded, t('terminal.detailsNotLoadedYet')],
    [decided.deleted, t('terminal.detailsDeletedAfterTime')],
    [decided.tasks_corrected, t('terminal.correctedCorrectionTask')],
  ] as const;
  return [
    t('terminal.fromToAsOf', { from, to, when: localTime(asOf) }),
    '',
    t('terminal.tasksCreated', { count: created.tasks }),
    ...created.by_day.map(({ day, tasks }) => `    ${day}  ${tasks}`),
    ...created.by_status.map(({ status, tasks }) => `    ${statusText(status, currentLanguage())}: ${tasks}`),
    '',
    t('terminal.tasksDecided', { count: decided.tasks, outcome: outcomeText(decided) }),
    ...parts.flatMap(([count, words]) =>
      count === 0 ? [] : [`    ${t('terminal.ofThem', { count, words })}`],
    ),
    ...decided.by_code.map(
      (code) => `    ${t('terminal.codeIs', { code: code.code })}: ${outcomeText(code)}`,
    ),
    ...decided.by_folder.map(
      ({ folder, other_station: other, ...counts }) =>
        `    ${folder === null ? (other ? t('terminal.fromOtherStations') : t('terminal.addedHand')) : t('common.folderWithId', { id: folder })}: ${outcomeText(counts)}`,
    ),
    ...reasonLines(t('terminal.whyCodesNotApproved'), decided.by_reason, ({ not_approved }) => not_approved),
    '',
    t('terminal.timesTaskBeganWait', { waits: waiting.waits }),
    ...reasonLines(t('terminal.whatMissing'), waiting.by_reason, ({ waits }) => waits),
  ];
}

interface Outcome {
  readonly approved: number;
  readonly not_approved: number;
  readonly p50_seconds?: number | null;
  readonly p90_seconds?: number | null;
}

function outcomeText({ approved, not_approved: not, p50_seconds: half, p90_seconds: most }: Outcome): string {
  if (approved + not === 0) return t('terminal.noCodes');
  const rate = t('terminal.codesApproved', {
    approved,
    count: approved + not,
    rate: rateText({ approved, not_approved: not }, LOCALES[currentLanguage()]),
  });
  if (half == null || most == null) return rate;
  return t('terminal.halfWithin90Within', {
    rate,
    half: durationText(half, LOCALES[currentLanguage()]),
    most: durationText(most, LOCALES[currentLanguage()]),
  });
}

type Reason = Parameters<typeof reasonKindText>[0] & Pick<Insights['waiting']['by_reason'][number], 'words'>;

function reasonLines<R extends Reason>(title: string, reasons: readonly R[], countOf: (reason: R) => number) {
  if (reasons.length === 0) return [];
  return [
    `    ${title}`,
    ...reasons.flatMap((reason) => [
      `    ${String(countOf(reason)).padStart(6)}  ${reasonKindText(reason, currentLanguage())}`,
      ...reason.words.map(({ message, count }) => `            ${count} x ${message}`),
    ]),
  ];
}

interface ExportOptions extends TaskFilters {
  readonly format: ExportFormat;
  readonly file: string;
}

/** `export --format F --file FILE`: writes the Tasks that match the filters into a new file, with their verdicts and reasons. */
export function exportToFile(
  { terminal, choice }: StationContext,
  { format, file, ...filters }: ExportOptions,
): Promise<void> {
  const path = resolve(file);
  return withLedger(choice, 'reader', async (ledger) => {
    assertStatuses(ledger, filters.status ?? []);
    const query = taskQueryOf(filters);
    let tasks = 0;
    const texts = async function* () {
      const detail = { by: 'command line', format, ...narrowing(query) };
      // The audit entry is written first, so that no export can happen without an audit entry.
      const at = systemClock.now();
      appendAudit(ledger, { at, actor: actor(), action: 'tasks.exported', subject: null, detail });
      for await (const part of exportTasks(ledger, query, { format, language: currentLanguage() }, at)) {
        tasks += part.tasks;
        yield part.text;
      }
    };
    await writeNewFile(path, texts());
    show(terminal, { file: path, format, tasks }, () => [
      t('terminal.tasksWritten', { count: tasks, path }),
      t('terminal.fileContainsPatientData'),
    ]);
  });
}

/** `receipt ID`: shows the documents and data that this station sent for a Task. */
export function showReceipt({ terminal, choice }: StationContext, id: string): Promise<void> {
  return withLedger(choice, 'reader', (ledger, { settings }) => {
    const { uuid } = taskDetailView(ledger, id);
    recordIfPossible(terminal, () => recordView(ledger, 'task.viewed', uuid));
    const receipt = { environment: settings.environment, ...receiptView(ledger, uuid) };
    show(terminal, receipt, () => [
      ...(settings.environment === 'practice' ? [t('terminal.practiceNothingLeftComputer')] : []),
      t('terminal.taskIs', { task: receipt.task }),
      `    ${receipt.name}`,
      ...(receipt.external_id === null ? [] : [`    external_id: ${receipt.external_id}`]),
      ...(receipt.sent.length === 0 ? [t('terminal.stationSentNothingTask')] : []),
      ...receipt.sent.flatMap(({ what, sent_at: sent, accepted_at: accepted, documents, data }) => [
        what === 'task'
          ? t('terminal.documentsTask', {
              when: localTime(sent),
              accepted: localTime(accepted),
            })
          : t('terminal.answerSentAccepted', {
              when: localTime(sent),
              accepted: localTime(accepted),
            }),
        ...documents.flatMap(({ name, size, sha256 }) => [
          `    ${name ?? t('terminal.nameNoLongerKept')}  ${t('terminal.sizeInBytes', { size })}`,
          `        sha256 ${sha256}`,
        ]),
        ...(data.length === 0 ? [] : [`    ${t('terminal.valuesAre', { list: data.join(', ') })}`]),
      ]),
    ]);
  });
}
