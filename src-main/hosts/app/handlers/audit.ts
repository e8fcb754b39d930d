import { Readable } from 'node:stream';
import type { auditVerbs } from '../../../contract/verbs/audit.ts';
import { appendAudit, appendView } from '../../../core/audit/audit.ts';
import { exportAudit, exportedDetail } from '../../../core/audit/export-audit.ts';
import { auditFacets, pageOfAudit } from '../../../core/audit/query-audit.ts';
import { verifyAudit } from '../../../core/audit/verify-audit.ts';
import { supportText } from '../../headless/doctor/support-bundle.ts';
import { type Handlers, stamp } from './handlers.ts';

export const auditHandlers: Handlers<keyof typeof auditVerbs> = {
  'audit.page': ({ before, length, ...filter }, context) =>
    pageOfAudit(context.engine().ledger, filter, { before, length }),
  'audit.facets': (_, context) => auditFacets(context.engine().ledger),
  'audit.verify': async (_, context, { actor }) => {
    const { ledger } = context.engine();
    const at = context.clock.now();
    appendView(ledger, { at, actor, action: 'audit.verified', subject: null });
    return await verifyAudit(ledger, context.clock.now);
  },
  'audit.export': async ({ format, ...filter }, context, { actor }) => {
    const { ledger } = context.engine();
    const at = context.clock.now();
    const detail = exportedDetail(format, filter);
    // The entry is written before the export, so that no export lacks an entry.
    appendAudit(ledger, { at, actor, action: 'audit.exported', subject: null, detail });
    let entries = 0;
    const name = `clearfolder-audit-${stamp(at)}.${format}`;
    const texts = async function* () {
      for await (const part of exportAudit(ledger, filter, format)) {
        entries += part.entries;
        yield part.text;
      }
    };
    return { file: await context.made.make(name, texts()), name, entries };
  },
  'support.make': async (_, context, { actor }) => {
    const at = context.clock.now();
    const text = await supportText(context.choice, `${context.info.runtime}, ${context.info.host}`);
    try {
      appendAudit(context.engine().ledger, { at, actor, action: 'support.made', subject: null });
    } catch {
      // People need the bundle most while the engine is stopped or the disk is full, so a failed audit entry does not stop the bundle.
    }
    const name = `clearfolder-support-${stamp(at)}.txt`;
    return { file: await context.made.make(name, Readable.from([text])), name, text };
  },
};
