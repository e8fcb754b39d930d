import type { FindingTexts } from '../views/audit-text.ts';

export const FINDING_TEXTS_ES: FindingTexts = {
  tamperedNext:
    'Exporte el registro de auditoría y guarde el archivo. No elimine nada en la carpeta de datos. Avise a su responsable de privacidad. La carpeta "backups" tiene copias anteriores del registro de auditoría.',
  sentences: {
    changed: ({ seq }) => `La entrada ${seq} se cambió, o se insertó después.`,
    removed: ({ seq, until }) => `${span(seq, until, 'Se quitó', 'Se quitaron')}.`,
    'end-removed': ({ seq, until }) =>
      `${span(seq, until, 'Se quitó', 'Se quitaron')} del final del registro de auditoría, o se perdió en un fallo del disco.`,
    replaced: ({ seq }) => `Otra entrada reemplazó la entrada ${seq}.`,
    'noticed-earlier': ({ seq, until, when }) =>
      `El ${when}, Clearfolder encontró que se habían quitado o reemplazado entradas hasta el número ${until}. El registro de auditoría tenía entonces ${seq} entradas.`,
    restored: ({ seq, until, when }) =>
      until > seq
        ? `El ${when} se restauró una copia más antigua del registro de lo enviado, o se comenzó un registro nuevo: ${span(seq + 1, until, 'falta', 'faltan')} en este registro de auditoría.`
        : `El ${when} se restauró una copia más antigua del registro de lo enviado.`,
    'restore-open': () =>
      'Se restauró una copia más antigua del registro de lo enviado, por eso faltan entradas de auditoría más nuevas. Al iniciar la próxima vez, Clearfolder anota la restauración en el registro de auditoría.',
    'mark-missing': ({ when }) =>
      `Faltaba la marca final del registro de auditoría${when === '' ? '' : ` el ${when}`}. Clearfolder no puede saber si antes de ese momento se quitaron entradas del final.`,
  },
};

function span(from: number, until: number, one: string, many: string): string {
  return from === until ? `${one} la entrada ${from}` : `${many} las entradas ${from} a ${until}`;
}
