import { assertNever } from '../assert-never.ts';
import type { AuditFinding } from '../views/audit.ts';

export const TAMPERED_NEXT_ES =
  'Exporte el registro de auditoría y guarde el archivo. No elimine nada en la carpeta de datos. Avise a su responsable de privacidad. La carpeta "backups" tiene copias anteriores del registro de auditoría.';

export function findingTextEs(finding: AuditFinding, timeText: (iso: string) => string): string {
  const { kind } = finding;
  const seq = finding.seq ?? 0;
  const until = finding.until ?? seq;
  const when = finding.at === null ? '' : timeText(finding.at);
  switch (kind) {
    case 'changed':
      return `La entrada ${seq} se cambió, o se insertó después.`;
    case 'removed':
      return `${span(seq, until, 'Se quitó', 'Se quitaron')}.`;
    case 'end-removed':
      return `${span(seq, until, 'Se quitó', 'Se quitaron')} del final del registro de auditoría, o se perdió en un fallo del disco.`;
    case 'replaced':
      return `Otra entrada reemplazó la entrada ${seq}.`;
    case 'noticed-earlier':
      return `El ${when}, Clearfolder encontró que se habían quitado o reemplazado entradas hasta el número ${until}. El registro de auditoría tenía entonces ${seq} entradas.`;
    case 'restored':
      return until > seq
        ? `El ${when} se restauró una copia más antigua del registro de lo enviado, o se comenzó un registro nuevo: ${span(seq + 1, until, 'falta', 'faltan')} en este registro de auditoría.`
        : `El ${when} se restauró una copia más antigua del registro de lo enviado.`;
    case 'restore-open':
      return 'Se restauró una copia más antigua del registro de lo enviado, por eso faltan entradas de auditoría más nuevas. Al iniciar la próxima vez, Clearfolder anota la restauración en el registro de auditoría.';
    case 'mark-missing':
      return `Faltaba la marca final del registro de auditoría${when === '' ? '' : ` el ${when}`}. Clearfolder no puede saber si antes de ese momento se quitaron entradas del final.`;
    default:
      return assertNever(kind);
  }
}

function span(from: number, until: number, one: string, many: string): string {
  return from === until ? `${one} la entrada ${from}` : `${many} las entradas ${from} a ${until}`;
}
