import { Readable } from 'node:stream';
import type { insightsVerbs } from '../../../contract/verbs/insights.ts';
import { appendAudit } from '../../../core/audit/audit.ts';
import { exportInsights } from '../../../core/exports/export-insights.ts';
import { insightsOf } from '../../../core/insights/insights.ts';
import type { Handlers } from './handlers.ts';

export const insightsHandlers: Handlers<keyof typeof insightsVerbs> = {
  'insights.get': (period, context) => insightsOf(context.engine().ledger, period, context.clock.now()),
  'insights.export': async ({ format, language, ...period }, context, { actor }) => {
    const { ledger } = context.engine();
    const now = context.clock.now();
    const { text, rows } = exportInsights(insightsOf(ledger, period, now), { format, language });
    const detail = { format, ...period };
    appendAudit(ledger, {
      at: now,
      actor,
      action: 'insights.exported',
      subject: null,
      detail,
    });
    const name = `clearfolder-insights-${period.from}-to-${period.to}.${format}`;
    return { file: await context.made.make(name, Readable.from([text])), name, rows };
  },
};
