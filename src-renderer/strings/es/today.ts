import type { today as en } from '../en/today.ts';

export const today: Readonly<Record<keyof typeof en, string>> = {
  'today.neverLinked': 'Esta ventana no puede conectarse con Clearfolder, así que aún no muestra nada.',
  'today.allOut':
    'Salió todo lo que debía salir: {count, plural, one {# documento} many {# documentos} other {# documentos}}.',
  'today.out':
    '{out, number} de {all, plural, one {# archivo por enviar ya salió} many {# archivos por enviar ya salieron} other {# archivos por enviar ya salieron}}',
  'today.nothingYet': 'Aún no se ha enviado nada.',
  'today.nothingToSend': 'No queda nada por enviar.',
  'today.starting': 'Clearfolder se está iniciando. Aún no ha preguntado al servicio por sus documentos.',
  'today.stopped': 'Clearfolder se detuvo: no se envía ni se comprueba nada.',
  'today.noSecret': 'Clearfolder no puede enviar nada: falta el secreto (clave de API).',
  'today.foreignSecret':
    'Clearfolder no envía nada: el secreto (clave de API) pertenece a otra organización.',
  'today.refusedSecret': 'Clearfolder no puede enviar nada: el servicio rechaza el secreto (clave de API).',
  'today.linkDown': 'Esta ventana está desconectada de Clearfolder y muestra el último estado ({time}).',
  'today.unreachable': 'Sin conexión con el servicio.',
  'today.unconfirmed': 'El servicio aún no ha confirmado todo.',
  'today.rejected':
    '{count, plural, one {# archivo no se pudo enviar} many {# archivos no se pudieron enviar} other {# archivos no se pudieron enviar}}',
  'today.backlog':
    '{count, plural, one {# archivo necesita su decisión} many {# archivos necesitan su decisión} other {# archivos necesitan su decisión}}',
  'today.unfit':
    '{count, plural, one {# archivo está vacío o incompleto} many {# archivos están vacíos o incompletos} other {# archivos están vacíos o incompletos}}',
  'today.settling':
    '{count, plural, one {# archivo aún se está guardando} many {# archivos aún se están guardando} other {# archivos aún se están guardando}}',
  'today.uncompared':
    '{count, plural, one {# archivo espera hasta que el servicio responda} many {# archivos esperan hasta que el servicio responda} other {# archivos esperan hasta que el servicio responda}}',
  'today.onWay':
    '{count, plural, one {# documento se está enviando} many {# documentos se están enviando} other {# documentos se están enviando}}',
  'today.notOut':
    '{count, plural, one {# documento aún no se ha enviado} many {# documentos aún no se han enviado} other {# documentos aún no se han enviado}}',
  'today.others':
    '{count, plural, one {# archivo está a cargo de otra estación} many {# archivos están a cargo de otra estación} other {# archivos están a cargo de otra estación}}',
  'today.notConfirmed':
    '{count, plural, one {# documento aún no está confirmado por el servicio} many {# documentos aún no están confirmados por el servicio} other {# documentos aún no están confirmados por el servicio}}',
  'today.gone':
    '{count, plural, one {# tarea ya no está en el servicio} many {# tareas ya no están en el servicio} other {# tareas ya no están en el servicio}}',
  'today.denied':
    '{count, plural, one {# tarea tiene un estado desconocido} many {# tareas tienen un estado desconocido} other {# tareas tienen un estado desconocido}}',
  'today.answers':
    '{count, plural, one {# respuesta aún no se ha enviado} many {# respuestas aún no se han enviado} other {# respuestas aún no se han enviado}}',
  'today.changes':
    '{count, plural, one {# cambio se está enviando} many {# cambios se están enviando} other {# cambios se están enviando}}',
  'today.folders':
    '{count, plural, one {# carpeta está inaccesible} many {# carpetas están inaccesibles} other {# carpetas están inaccesibles}}',
  'today.foldersPaused':
    '{count, plural, one {# carpeta está en pausa} many {# carpetas están en pausa} other {# carpetas están en pausa}}',
  'today.foldersUnseen':
    '{count, plural, one {# carpeta se está comprobando} many {# carpetas se están comprobando} other {# carpetas se están comprobando}}',
  'today.foldersNotSeen':
    '{count, plural, one {# carpeta aún no se ha comprobado} many {# carpetas aún no se han comprobado} other {# carpetas aún no se han comprobado}}',
  'today.folderTrouble':
    '{count, plural, one {# carpeta requiere atención} many {# carpetas requieren atención} other {# carpetas requieren atención}}',
  'today.unaccounted':
    '{count, plural, one {# archivo falta en los recuentos} many {# archivos faltan en los recuentos} other {# archivos faltan en los recuentos}}',
  'today.unreadable':
    '{count, plural, one {no se puede leer # archivo o carpeta} many {no se pueden leer # archivos o carpetas} other {no se pueden leer # archivos o carpetas}}',
  'today.unrecorded':
    '{count, plural, one {# archivo aún no está registrado} other {# archivos aún no están registrados}}',
  'today.cannotRecord': 'Clearfolder no puede escribir en su disco, así que no se envían documentos.',
  'today.tail.confirmed': 'Última comprobación: {time}.',
  'today.tail.asOf': 'Actualizado: {time}.',
  'today.tail.unreachableAsOf': 'Sin conexión con el servicio; última comprobación: {time}.',

  'today.notRead':
    'Clearfolder no puede leer el registro de lo enviado, así que esta pantalla no muestra documentos.',

  'today.needs': 'Requiere atención',
  'today.needsNothing': 'Nada requiere su atención.',
  'today.needs.engine-stopped': 'Clearfolder no está funcionando',
  'today.needs.noSecret': 'Falta el secreto (clave de API)',
  'today.needs.copies': 'No se pueden escribir copias de seguridad',
  'today.needs.network': 'Problema de conexión',
  'today.needs.unwritable': 'No se puede escribir el registro de lo enviado',
  'today.needs.clock': 'El reloj de esta computadora quizá está equivocado',
  'today.needs.foreignSecret': 'El secreto (clave de API) pertenece a otra organización',
  'today.needs.refusedSecret': 'El servicio rechaza el secreto (clave de API)',
  'today.needs.folder': 'Carpeta {folder}',
  'today.needs.unreadable':
    '{count, plural, one {No se puede leer # archivo o carpeta} many {No se pueden leer # archivos o carpetas} other {No se pueden leer # archivos o carpetas}} en la carpeta {folder}',
  'today.needs.unreadable.text':
    'Clearfolder no sabe qué documentos son y no envía ninguno de ellos. Abra Carpetas para ver los nombres; después pida al personal de informática el permiso de lectura o cambie los nombres.',
  'today.needs.failed-act':
    '{count, plural, one {# solicitud no se pudo llevar a cabo} other {# solicitudes no se pudieron llevar a cabo}}',
  'today.needs.twin':
    '{count, plural, one {El servicio creó dos tareas de un mismo envío} many {El servicio creó dos tareas de cada uno de # envíos} other {El servicio creó dos tareas de cada uno de # envíos}}',
  'today.needs.twin.text':
    'Un equipo de la red repitió la solicitud, o el servicio no mostró la primera tarea durante un tiempo. Abra la tarea, compare ambas tareas e indique cuál sobra.',
  'today.needs.noRecord': 'Esta estación no tiene registro de documentos anteriores',
  'today.needs.record': 'El registro de lo enviado estaba incompleto',
  'today.needs.wrong-patient':
    '{count, plural, one {# tarea puede tener documentos de pacientes distintos} many {# tareas pueden tener documentos de pacientes distintos} other {# tareas pueden tener documentos de pacientes distintos}}',
  'today.needs.wrong-patient.text':
    'Los documentos no coinciden en quién es el paciente. Abra la tarea, compare los documentos y corrija la tarea.',
  'today.needs.waiting':
    '{count, plural, one {# tarea espera su respuesta} many {# tareas esperan su respuesta} other {# tareas esperan su respuesta}}',
  'today.needs.waiting.text': 'Inicio de la espera más larga: {since}. Abra cada tarea para ver qué falta.',
  'today.needs.backlog':
    '{count, plural, one {# archivo necesita su decisión} many {# archivos necesitan su decisión} other {# archivos necesitan su decisión}} en la carpeta {folder}',
  'today.needs.backlog.text':
    '{causes} Clearfolder envía {count, plural, one {este archivo} many {estos archivos} other {estos archivos}} solo si usted lo decide.',
  'today.needs.empty':
    '{count, plural, one {# archivo está vacío} many {# archivos están vacíos} other {# archivos están vacíos}}',
  'today.needs.unfinished':
    '{count, plural, one {# archivo está incompleto} many {# archivos están incompletos} other {# archivos están incompletos}}',
  'today.needs.changing':
    '{count, plural, one {# archivo sigue cambiando} many {# archivos siguen cambiando} other {# archivos siguen cambiando}}',
  'today.needs.grown':
    '{count, plural, one {# archivo quizá se envió solo en parte} many {# archivos quizá se enviaron solo en parte} other {# archivos quizá se enviaron solo en parte}}',
  'today.needs.inOtherGroup':
    '{count, plural, one {# archivo ya se envió, pero con otro grupo} many {# archivos ya se enviaron, pero con otro grupo} other {# archivos ya se enviaron, pero con otro grupo}}',
  'today.needs.webPage':
    '{count, plural, one {# archivo es una página web} many {# archivos son páginas web} other {# archivos son páginas web}}',
  'today.needs.conflictCopy':
    '{count, plural, one {# archivo es una copia de un programa de sincronización} many {# archivos son copias de un programa de sincronización} other {# archivos son copias de un programa de sincronización}}',
  'today.needs.held':
    '{count, plural, one {# archivo está retenido} many {# archivos están retenidos} other {# archivos están retenidos}}',
  'today.needs.unprovedAnswer':
    '{count, plural, one {# respuesta quizá no llegó} many {# respuestas quizá no llegaron} other {# respuestas quizá no llegaron}}',
  'today.needs.rejected':
    '{count, plural, one {# elemento fue rechazado} many {# elementos fueron rechazados} other {# elementos fueron rechazados}}',
  'today.needs.stuck':
    '{count, plural, one {# elemento tiene un problema desde hace un día} many {# elementos tienen un problema desde hace un día} other {# elementos tienen un problema desde hace un día}}',
  'today.needs.unproven':
    '{count, plural, one {# envío podría no haber llegado} many {# envíos podrían no haber llegado} other {# envíos podrían no haber llegado}}',
  'today.needs.corrected-patient':
    '{count, plural, one {# tarea corregida tiene el seguimiento abierto} many {# tareas corregidas tienen el seguimiento abierto} other {# tareas corregidas tienen el seguimiento abierto}}',
  'today.needs.corrected-patient.text':
    'Es posible que se haya enviado un documento de otro paciente. Avise a la persona responsable de la privacidad en su clínica y marque el seguimiento como hecho.',
  'today.needs.not-approved':
    '{count, plural, one {# tarea tiene un código no aprobado} many {# tareas tienen un código no aprobado} other {# tareas tienen un código no aprobado}}',
  'today.needs.not-approved.text': 'Lea los motivos y marque el seguimiento como hecho.',
  'today.needs.ended-badly':
    '{count, plural, one {# tarea falló o no tenía nada relevante} many {# tareas fallaron o no tenían nada relevante} other {# tareas fallaron o no tenían nada relevante}}',
  'today.needs.ended-badly.text':
    'Lea lo que dice el servicio. Después, envíe mejores documentos o marque el seguimiento como hecho.',
  'today.needs.drop':
    '{count, plural, one {# borrador aún no se ha enviado} many {# borradores aún no se han enviado} other {# borradores aún no se han enviado}}',
  'today.needs.drop.text':
    'Un borrador tiene documentos agregados a mano. Los documentos esperan hasta que usted los envíe o los deseche.',
  'today.do.folder': 'Abrir Carpetas',
  'today.do.waiting': 'Responder',
  'today.do.verdicts': 'Mostrar motivos',
  'today.do.oldest': 'Abrir la tarea más antigua',
  'today.do.drop': 'Revisar',

  'today.sending': 'Enviando',
  'today.sendingNone': 'No se está enviando nada.',
  'today.checking': 'En revisión por el servicio',
  'today.checkingNone': 'No hay nada en revisión.',
  'today.decided': 'Decididas hoy',
  'today.decidedNone': 'Aún no hay decisiones hoy.',
  'today.decidedAll': 'Abrir Dictámenes',
  'today.decided.approved': 'aprobadas: {count}',
  'today.decided.notApproved': 'no aprobadas: {count}',
  'today.decided.endedBadly': 'fallidas o sin nada relevante: {count}',
  'today.decided.notLoaded': 'con dictámenes aún sin cargar: {count}',
  'today.decided.noCode': 'sin dictamen para ningún código: {count}',
  'today.decided.seen': 'detectada:',

  'today.account': 'Archivos por estado',
  'today.account.found': 'encontrados',
  'today.account.unreadable':
    '{count, plural, one {No se puede leer # archivo o carpeta, que no figura en estos recuentos.} many {No se pueden leer # archivos o carpetas, que no figuran en estos recuentos.} other {No se pueden leer # archivos o carpetas, que no figuran en estos recuentos.}}',
  'today.account.ignored': 'ignorados',
  'today.account.settling': 'aún se guardan',
  'today.account.uncompared': 'esperan al servicio',
  'today.account.held': 'retenidos',
  'today.account.heldFor':
    'retenidos ({count, plural, one {# necesita su decisión} many {# necesitan su decisión} other {# necesitan su decisión}})',
  'today.account.queued': 'en cola',
  'today.account.sending': 'enviando',
  'today.account.unconfirmed': 'aún sin confirmar',
  'today.account.accepted': 'enviados',
  'today.account.rejected': 'rechazados',
  'today.account.duplicate': 'duplicados',
  'today.account.withdrawn': 'omitidos',
  'today.account.show': '{count} {state}: mostrar los archivos',
  'today.account.off': 'Los números tienen un error de {difference}. Avise a su administrador.',

  'today.emptyText':
    'Suelte documentos en cualquier parte de esta ventana o agregue una carpeta para vigilar.',
  'today.needs.callbacks': 'Los avisos de resultados del servicio no llegan',
  'today.needs.stations': 'Los documentos nuevos de carpetas compartidas esperan',
};
