import { assertNever } from '../assert-never.ts';
import { printable } from '../printable.ts';
import type { Redirect } from '../redirect.ts';

/** Returns the Spanish text of a redirect, with the content of `describeRedirect`. */
export function describeRedirectEs(change: Redirect): string {
  const { what } = change;
  const [subject, old, next] = [change.subject, change.old, change.new].map(
    (text) => text && printable(text),
  );
  const instead = !old ? '' : ` en lugar de ${old}`;
  switch (what) {
    case 'service':
      return next === null
        ? `Los documentos van al modo de práctica en esta computadora${instead}.`
        : `Los documentos van a ${next}${old === null ? ' en lugar del modo de práctica en esta computadora' : instead}.`;
    case 'environment':
      return `Los documentos van al entorno "${next}"${instead}. Este entorno tiene su propio api_secret y su propio registro de lo enviado.`;
    case 'organisation':
      return `Los documentos van a la cuenta de la organización "${next}"${instead}.`;
    case 'address':
      return next === null
        ? `Se quita el entorno "${subject}" con la dirección ${old}.`
        : `El entorno "${subject}" tiene la dirección ${next}${instead}.`;
    case 'proxy':
      return next === null
        ? `Las conexiones van directamente, sin el proxy ${old}.`
        : `Las conexiones pasan por el proxy ${next}${instead}.`;
    case 'authority':
      return next === null
        ? `Clearfolder ya no confía en los certificados de ${old}.`
        : `Clearfolder confía en los certificados de ${next}${instead}.`;
    case 'listener':
      return next === null
        ? `Clearfolder ya no espera avisos (callbacks) en ${old}.`
        : `Clearfolder espera avisos (callbacks) en ${next}${instead}.`;
    case 'copies':
      return next === null
        ? `Clearfolder ya no escribe copias del registro de lo enviado en ${old}.`
        : `Clearfolder escribe copias del registro de lo enviado en ${next}${instead}.`;
    case 'folder':
      return next === null
        ? `Clearfolder ya no envía documentos de ${old} (carpeta "${subject}").`
        : `Clearfolder envía documentos de ${next}${instead} (carpeta "${subject}").`;
    case 'callback':
      if (subject === null)
        return `El servicio llama a ${next} sobre la tarea de los documentos que usted envía ahora.`;
      return next === null
        ? `El servicio ya no llama a ${old} sobre las tareas de la carpeta "${subject}".`
        : `El servicio llama a ${next}${instead} sobre cada tarea de la carpeta "${subject}".`;
    case 'updates':
      return `Las actualizaciones, que reemplazan a Clearfolder, vienen de ${next ?? 'la dirección con la que se hizo su paquete'}${instead}.`;
    case 'secrets':
      return next === null
        ? `El api_secret y las claves del entorno "${subject}" se guardan en el llavero del sistema.`
        : `El api_secret y las claves del entorno "${subject}" se guardan en un archivo privado en lugar del llavero del sistema. Quien pueda leer los archivos de esta cuenta puede leerlos.`;
    case 'stations':
      return next === null
        ? `Las estaciones ya no registran en la base de datos ${old} quién envía cada documento.`
        : `Las estaciones registran en la base de datos ${next}${instead} quién envía cada documento. Con una base de datos distinta de la de las otras estaciones, es posible que se envíen documentos dos veces.`;
    case 'pin':
      return next === null
        ? 'El PIN de esta estación se eliminará y la estación ya no se bloqueará.'
        : 'Esta estación recibe un PIN. Después, cada cambio de este tipo necesita el PIN.';
    default:
      return assertNever(what);
  }
}
