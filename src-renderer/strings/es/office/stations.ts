import type { stations as en } from '../../en/office/stations.ts';

export const stations: Readonly<Record<keyof typeof en, string>> = {
  'stations.sentence.out':
    '{all, plural, one {Ya salió todo en la única estación} other {Ya salió todo en las # estaciones}}.',
  'stations.sentence.notCertain':
    'No es seguro que haya salido todo. De {all, plural, one {# estación} other {# estaciones}}: {parts}.',
  'stations.sentence.database':
    'No se puede leer la base de datos de las estaciones, así que no se sabe si ya salió todo.',
  'stations.part.open': '{count, plural, one {# tiene} other {# tienen}} algo que no salió',
  'stations.part.silent':
    '{count, plural, one {# dio señales por última vez: {time}} other {# dieron señales por última vez: {time} o después}}',
  'stations.part.silentUnknown': '{count, plural, one {# no da} other {# no dan}} señales',
  'stations.part.mute': '{count, plural, one {# no informa} other {# no informan}}',
  'stations.part.unread': 'ahora no se pueden leer las estaciones de la carpeta {folders}',
  'stations.part.unpublished': 'las demás no ven esta estación en todas partes',
  'stations.asOf': 'El informe más antiguo es de: {time}. Última comprobación: {now}.',
  'stations.checked': 'Última comprobación: {now}.',
  'stations.published': 'Último informe de esta estación a las demás: {time}.',
  'stations.unpublished':
    'Esta estación no puede escribir en la carpeta {folders}. Las estaciones de allí no ven esta estación. Pida al personal de informática el permiso de escritura en la carpeta.',
  'stations.databaseNext':
    'Los documentos ya reservados se siguen enviando; no se envían documentos nuevos. Pida al personal de informática que revise la base de datos.',
  'stations.own': 'Esta estación',
  'stations.one': 'Estación {name}',
  'stations.standing.out': 'Ya salió todo',
  'stations.standing.open': 'No salió todo',
  'stations.standing.silent': 'Sin señales desde: {time}',
  'stations.standing.silentUnknown': 'Sin señales',
  'stations.standing.mute': 'No informa',
  'stations.silent.text':
    'Esta estación está apagada o no tiene conexión. No se sabe qué le falta enviar. Inicie Clearfolder allí. Su último informe:',
  'stations.mute.text':
    'Esta estación acaba de iniciarse o no puede escribir en la carpeta compartida. No se sabe qué le falta enviar. Revise Clearfolder allí.',
  'stations.version': 'Versión',
  'stations.version.unknown': 'desconocida',
  'stations.seen': 'Último informe',
  'stations.seen.never': 'ninguno',
  'stations.confirmed': 'Última comprobación con el servicio',
  'stations.confirmed.never': 'todavía no',
  'stations.environment': 'Servicio',
  'stations.unconfirmed':
    'El servicio no ha confirmado recientemente lo enviado; última comprobación: {time}.',
  'stations.unconfirmed.never': 'El servicio todavía no ha confirmado lo enviado.',
  'stations.waits':
    '{count, plural, one {# elemento} other {# elementos}} por enviar; el más antiguo es de: {time}',
  'stations.tasks':
    '{count, plural, one {# tarea espera} other {# tareas esperan}} documentos o datos; la espera más larga desde: {time}',
  'stations.stuck':
    '{count, plural, one {# elemento detenido} other {# elementos detenidos}} desde: {time}. {message}',
  'stations.stuck.undated':
    '{count, plural, one {# elemento detenido} other {# elementos detenidos}}. {message}',
  'stations.code': 'La estación informa de un problema que esta versión no conoce ({code}).',
  'stations.details': 'Detalles',
  'stations.folders': 'Carpetas',
  'stations.folder.one': 'Carpeta {id}: {state}',
  'stations.folder.line':
    'Carpeta {id}: {state}. Encontrados: {found, number}; por enviar: {waits, number}; detenidos: {stuck, number}. Última revisión: {scan}.',
  'stations.folder.scan.never': 'nunca',
  'stations.folder.ok': 'Vigilada',
  'stations.folder.away': 'Inaccesible',
  'stations.folder.awaySince': 'Inaccesible desde: {time}',
  'stations.folder.paused': 'En pausa',
  'stations.folder.unseen': 'Aún sin revisar',
  'stations.folder.other': 'Envía otra estación',
  'stations.folder.problem': 'Requiere atención',
  'stations.none.title': 'Ninguna otra estación comparte trabajo con esta estación',
  'stations.none.text':
    'Aquí aparecen todas las estaciones en cuanto una segunda estación vigile una de sus carpetas, o la configuración indique una base de datos de las estaciones.',
};
