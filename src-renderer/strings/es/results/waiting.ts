import type { waiting as en } from '../../en/results/waiting.ts';

export const waiting: Readonly<Record<keyof typeof en, string>> = {
  'waiting.lead':
    '{count, plural, =0 {Ninguna tarea espera su respuesta} one {# tarea espera su respuesta} many {# tareas esperan su respuesta, las más antiguas primero} other {# tareas esperan su respuesta, las más antiguas primero}}',
  'waiting.answered':
    '{count, plural, one {# tarea respondida está de nuevo en revisión} many {# tareas respondidas están de nuevo en revisión} other {# tareas respondidas están de nuevo en revisión}}',
  'waiting.list': 'Tareas que esperan su respuesta',
  'waiting.detail': 'Tarea seleccionada',
  'waiting.since': 'desde: {time} ({ago})',
  'waiting.frozen': 'Reemplazada por otra tarea',
  'waiting.refused': 'Respuesta rechazada',
  'waiting.notFetched': 'Cargando detalles',
  'waiting.empty.title': 'Ninguna tarea espera su respuesta.',
  'waiting.empty.text':
    'Si el servicio necesita otro documento o valor para una tarea, la tarea aparece aquí y muestra lo que falta.',
  'waiting.empty.answered': 'Una tarea que usted respondió vuelve aquí si todavía falta algo.',
  'waiting.notWaiting.title': 'Esta tarea no espera su respuesta ahora.',
  'waiting.notWaiting.text': 'La tarea se respondió, terminó o fue reemplazada por una tarea más nueva.',
  'waiting.missing': 'Lo que falta',
  'waiting.documents': 'Documentos',
  'waiting.data': 'Datos',
  'waiting.others.hint': 'Lea cada problema y agregue los documentos o datos que lo resuelvan.',
  'waiting.nothingNamed':
    'El servicio no dice qué falta. Lea lo que el servicio encontró y agregue los documentos que puedan faltar.',
  'waiting.notFetched.text':
    'Esta tarea espera su respuesta. Clearfolder está cargando lo que pide el servicio.',
  'waiting.practice': 'Práctica: el documento que falta está en la carpeta {folder}',
  'waiting.dropHere': 'Suelte documentos aquí, o',
  'waiting.dropTarget': 'Suelte para responder a esta tarea',
  'waiting.files': 'Documentos de su respuesta',
  'waiting.file.reading': 'Leyendo',
  'waiting.file.ready': 'Listo',
  'waiting.file.refused': 'No se puede enviar',
  'waiting.file.ignored': 'No es un documento, omitido',
  'waiting.file.duplicate':
    'Ya se envió antes o está en la bandeja de salida; se enviará también con esta respuesta',
  'waiting.dropGone':
    'Clearfolder se reinició, así que los documentos que usted agregó ya no están aquí. Agregue los documentos de nuevo.',
  'waiting.field.date': 'Año-mes-día, por ejemplo 2025-03-14',
  'waiting.field.dateRead': 'Se enviará como {date}',
  'waiting.field.number': 'Un número',
  'waiting.fault.date': 'Ingrese la fecha como año-mes-día, por ejemplo 2025-03-14.',
  'waiting.fault.date-order':
    'El día y el mes no están claros. Ingrese la fecha como año-mes-día, por ejemplo 2025-03-14.',
  'waiting.fault.no-such-day': 'Esta fecha no existe. Revise la fecha.',
  'waiting.fault.number': 'Ingrese un número solo con dígitos, por ejemplo 12 o 12.5.',
  'waiting.fault.too-long': 'Este texto es demasiado largo. Ingrese como máximo {most} caracteres.',
  'waiting.fault.nothing': 'Primero agregue un documento o ingrese un valor.',
  'waiting.send': 'Enviar respuesta',
  'waiting.send.reading': 'Clearfolder todavía lee sus documentos.',
  'waiting.send.goes':
    'Se enviará: {documents, plural, =0 {} one {1 documento} many {# documentos} other {# documentos}}{both, select, yes { y } other {}}{values, plural, =0 {} one {1 valor} many {# valores} other {# valores}}. Después, el servicio continúa con la tarea.',
  'waiting.send.none': 'El servicio continúa con la tarea después de que usted envía una respuesta.',
  'waiting.sent':
    '“{task}”: su respuesta saldrá cuando termine el tiempo para deshacer. {left, plural, =0 {Ninguna otra tarea espera su respuesta.} one {1 tarea más espera su respuesta: la pantalla muestra ahora esa tarea.} many {# tareas más esperan su respuesta: la pantalla muestra ahora la siguiente.} other {# tareas más esperan su respuesta: la pantalla muestra ahora la siguiente.}} El resultado aparece en Tareas.',
  'waiting.takenBackFiles':
    'La respuesta no se envió. Los valores que usted ingresó están aquí de nuevo. Agregue los documentos de nuevo.',
  'waiting.frozen.title': 'Una tarea más nueva del mismo paciente reemplazó a esta tarea.',
  'waiting.frozen.text': 'Esta tarea ya no acepta documentos ni datos. Responda a la tarea más nueva.',
  'waiting.refused.title': 'Su última respuesta fue rechazada.',
  'waiting.refused.unknown':
    'Clearfolder no conoce el motivo. Abra la bandeja de salida para ver los detalles.',
  'waiting.refused.retry': 'Reintentar ahora',
  'waiting.refused.retried': 'Reintentando la respuesta.',
  'waiting.answerFolder':
    'Clearfolder también envía los documentos que usted guarda en la carpeta de respuesta, en cuanto los documentos estén completos: {folder}',
  'waiting.resume': 'Continuar sin agregar nada',
  'waiting.resume.hint':
    'El servicio revisa de nuevo la tarea tal como está, por ejemplo después de que alguien cambió la tarea en el servicio.',
  'waiting.resumed':
    '“{task}”: se pide al servicio que continúe. {left, plural, =0 {Ninguna otra tarea espera su respuesta.} one {# tarea más espera su respuesta: la pantalla muestra ahora esa tarea.} many {# tareas más esperan su respuesta: la pantalla muestra ahora la siguiente.} other {# tareas más esperan su respuesta: la pantalla muestra ahora la siguiente.}}',
};
