import type { folders as en } from '../en/folders.ts';

export const folders: Readonly<Record<keyof typeof en, string>> = {
  'folders.lead':
    '{count, plural, =0 {No hay carpetas configuradas.} one {# carpeta está configurada.} many {# carpetas están configuradas.} other {# carpetas están configuradas.}}{away, plural, =0 {} one { # está inaccesible.} many { # están inaccesibles.} other { # están inaccesibles.}}{paused, plural, =0 {} one { # está en pausa.} many { # están en pausa.} other { # están en pausa.}}',
  'folders.locked': 'Su organización establece las carpetas de esta computadora.',
  'folders.add': 'Agregar carpeta…',
  'folders.lookAll': 'Actualizar todas',
  'folders.looking': 'Actualizando: Clearfolder está comprobando los archivos.',
  'folders.empty.title': 'Aún no hay carpetas vigiladas',
  'folders.empty.text':
    'Elija la carpeta donde se escanean o exportan sus documentos. Clearfolder envía cada documento nuevo de la carpeta y muestra el resultado.',
  'folders.one': 'Carpeta {id}',
  'folders.health.ok': 'Vigilada',
  'folders.health.away': 'Inaccesible',
  'folders.health.awaySince': 'Inaccesible desde: {time}',
  'folders.health.other': 'A cargo de la estación {station}',
  'folders.health.paused': 'En pausa',
  'folders.health.problem': 'Requiere atención',
  'folders.watching.events': 'Vigilada en tiempo real: archivos nuevos al instante',
  'folders.watching.poll': 'Comprobada cada pocos segundos',
  'folders.watching.scan': 'Comprobada cada pocos minutos',
  'folders.lastLook': 'Última comprobación',
  'folders.notLooked': 'Aún sin comprobar',
  'folders.pause': 'Pausar',
  'folders.resume': 'Reanudar',
  'folders.paused':
    'La carpeta “{id}” está en pausa. Los archivos nuevos esperan hasta que usted reanude la carpeta.',
  'folders.resumed': 'La carpeta “{id}” se vigila de nuevo.',
  'folders.noOtherStation': 'Confirmar que ninguna otra estación usa esta carpeta',
  'folders.noOtherStation.done': 'Esta estación envía ahora los documentos de la carpeta “{id}”.',
  'folders.edit': 'Editar…',
  'folders.remove': 'Quitar…',
  'folders.remove.title': '¿Dejar de vigilar la carpeta “{id}”?',
  'folders.remove.text':
    'Clearfolder no enviará archivos nuevos de esta carpeta. Sus archivos permanecen en la carpeta, y Clearfolder conserva el registro de lo enviado.',
  'folders.remove.notSent':
    '{count, plural, one {# archivo de esta carpeta no se envió y no se enviará.} many {# archivos de esta carpeta no se enviaron y no se enviarán.} other {# archivos de esta carpeta no se enviaron y no se enviarán.}}',
  'folders.remove.onWay':
    '{count, plural, one {# documento ya está en la bandeja de salida y aún se enviará.} many {# documentos ya están en la bandeja de salida y aún se enviarán.} other {# documentos ya están en la bandeja de salida y aún se enviarán.}}',
  'folders.remove.sure': 'Dejar de vigilar',
  'folders.removed': 'La carpeta “{id}” ya no se vigila.',
  'folders.counts': 'Archivos por estado',
  'folders.counts.found': 'Archivos encontrados',
  'folders.counts.others': 'A cargo de otra estación',
  'folders.counts.none': 'Aún no se encontraron archivos en esta carpeta.',
  'folders.counts.wrong':
    'Los números son incorrectos: se encontraron {found} archivos, pero los números de todos los estados suman {sum}. Avise a su administrador.',
  'folders.backlog':
    '{count, plural, one {# documento ya está en esta carpeta} many {# documentos ya están en esta carpeta} other {# documentos ya están en esta carpeta}}',
  'folders.backlog.watched':
    '{count, plural, one {# archivo necesita su decisión} many {# archivos necesitan su decisión} other {# archivos necesitan su decisión}}',
  'folders.backlog.others':
    '{count, plural, one {# archivo más de esta carpeta no es un documento, está vacío o incompleto, o ya se envió. Clearfolder no envía este archivo por sí solo.} many {# archivos más de esta carpeta no son documentos, están vacíos o incompletos, o ya se enviaron. Clearfolder no envía estos archivos por sí solo.} other {# archivos más de esta carpeta no son documentos, están vacíos o incompletos, o ya se enviaron. Clearfolder no envía estos archivos por sí solo.}}',
  'folders.backlog.others.watched':
    '{count, plural, one {# de estos archivos no es un documento completo o ya se envió. Clearfolder no envía este archivo por sí solo.} many {# de estos archivos no son documentos completos o ya se enviaron. Clearfolder no envía estos archivos por sí solo.} other {# de estos archivos no son documentos completos o ya se enviaron. Clearfolder no envía estos archivos por sí solo.}}',
  'folders.backlog.waiting':
    '{count, plural, one {# archivo necesita su decisión.} many {# archivos necesitan su decisión.} other {# archivos necesitan su decisión.}}',
  'folders.backlog.cause.before':
    '{several, select, yes {{count, plural, one {# archivo ya estaba en la carpeta cuando usted agregó la carpeta.} many {# archivos ya estaban en la carpeta cuando usted agregó la carpeta.} other {# archivos ya estaban en la carpeta cuando usted agregó la carpeta.}}} other {{count, plural, one {Este archivo ya estaba en la carpeta cuando usted agregó la carpeta.} many {Estos archivos ya estaban en la carpeta cuando usted agregó la carpeta.} other {Estos archivos ya estaban en la carpeta cuando usted agregó la carpeta.}}}}',
  'folders.backlog.cause.doubt':
    '{several, select, yes {{count, plural, one {# archivo quizá ya se envió: el registro de lo enviado de esta computadora faltaba o estaba incompleto.} many {# archivos quizá ya se enviaron: el registro de lo enviado de esta computadora faltaba o estaba incompleto.} other {# archivos quizá ya se enviaron: el registro de lo enviado de esta computadora faltaba o estaba incompleto.}}} other {{count, plural, one {Este archivo quizá ya se envió: el registro de lo enviado de esta computadora faltaba o estaba incompleto.} many {Estos archivos quizá ya se enviaron: el registro de lo enviado de esta computadora faltaba o estaba incompleto.} other {Estos archivos quizá ya se enviaron: el registro de lo enviado de esta computadora faltaba o estaba incompleto.}}}}',
  'folders.backlog.cause.left-out':
    '{several, select, yes {{count, plural, one {# archivo se ve igual que un archivo que usted decidió no enviar.} many {# archivos se ven igual que archivos que usted decidió no enviar.} other {# archivos se ven igual que archivos que usted decidió no enviar.}}} other {{count, plural, one {Este archivo se ve igual que un archivo que usted decidió no enviar.} many {Estos archivos se ven igual que archivos que usted decidió no enviar.} other {Estos archivos se ven igual que archivos que usted decidió no enviar.}}}}',
  'folders.backlog.cause.again':
    '{several, select, yes {{count, plural, one {# archivo se ve igual que un archivo anterior que no llegó a ser una tarea.} many {# archivos se ven igual que archivos anteriores que no llegaron a ser tareas.} other {# archivos se ven igual que archivos anteriores que no llegaron a ser tareas.}}} other {{count, plural, one {Este archivo se ve igual que un archivo anterior que no llegó a ser una tarea.} many {Estos archivos se ven igual que archivos anteriores que no llegaron a ser tareas.} other {Estos archivos se ven igual que archivos anteriores que no llegaron a ser tareas.}}}}',
  'folders.backlog.cause.later':
    '{several, select, yes {{count, plural, one {# archivo estaba en la carpeta antes de que Clearfolder pudiera enviarlo.} many {# archivos estaban en la carpeta antes de que Clearfolder pudiera enviarlos.} other {# archivos estaban en la carpeta antes de que Clearfolder pudiera enviarlos.}}} other {{count, plural, one {Este archivo estaba en la carpeta antes de que Clearfolder pudiera enviarlo.} many {Estos archivos estaban en la carpeta antes de que Clearfolder pudiera enviarlos.} other {Estos archivos estaban en la carpeta antes de que Clearfolder pudiera enviarlos.}}}}',
  'folders.backlog.decide': 'Decidir…',
  'folders.backlog.title': '¿Enviar los documentos existentes?',
  'folders.backlog.choose': 'Elija primero una opción',
  'folders.backlog.send':
    '{count, plural, =0 {Comprobar estos archivos} one {Enviar este documento} many {Enviar los # documentos} other {Enviar los # documentos}}',
  'folders.backlog.skip': 'No enviar estos documentos',
  'folders.backlog.skip.hint':
    'Los documentos permanecen en la carpeta. Clearfolder envía solo documentos nuevos.',
  'folders.backlog.newer': 'Enviar solo documentos desde una fecha',
  'folders.backlog.newer.hint': 'Los documentos más antiguos permanecen en la carpeta y no se envían.',
  'folders.backlog.age':
    '{days, plural, =0 {de hoy} =1 {desde ayer} =36500 {en total} many {últimos # días} other {últimos # días}}: {files, plural, one {# documento} many {# documentos} other {# documentos}}',
  'folders.backlog.ask': 'Decidir más tarde',
  'folders.backlog.ask.hint':
    'Los documentos esperan hasta que usted decida. Clearfolder envía solo documentos nuevos.',
  'folders.backlog.date': 'Desde esta fecha',
  'folders.backlog.date.hint':
    'Clearfolder envía documentos cuyo último cambio fue en esta fecha o más tarde.',
  'folders.backlog.see': 'Mostrar archivos',
  'folders.backlog.go.newer': 'Enviar estos documentos',
  'folders.backlog.from': 'Enviar documentos desde el {day}',
  'folders.backlog.decided': 'Su decisión se guardó.',
  'folders.backlog.sends':
    '{count, plural, one {Se enviará # documento} other {Se enviarán # documentos}} de “{folder}”.',
  'folders.backlog.undone': 'No se envió nada. Los archivos esperan su decisión como antes.',
  'folders.offer':
    '{count, plural, one {# documento de esta carpeta se envió con otro tipo de tarea u otros detalles de la solicitud. Clearfolder envía como “{type}” solo archivos nuevos.} many {# documentos de esta carpeta se enviaron con otro tipo de tarea u otros detalles de la solicitud. Clearfolder envía como “{type}” solo archivos nuevos.} other {# documentos de esta carpeta se enviaron con otro tipo de tarea u otros detalles de la solicitud. Clearfolder envía como “{type}” solo archivos nuevos.}}',
  'folders.offer.leftOut':
    '{count, plural, one {# documento no se envió como “{type}”, porque ya no estaba, había cambiado o no se podía leer, o quizá ya es una tarea de este tipo.} many {# documentos no se enviaron como “{type}”, porque ya no estaban, habían cambiado o no se podían leer, o quizá ya son tareas de este tipo.} other {# documentos no se enviaron como “{type}”, porque ya no estaban, habían cambiado o no se podían leer, o quizá ya son tareas de este tipo.}}',
  'folders.offer.send':
    '{count, plural, one {Enviar este documento también como “{type}”…} many {Enviar estos # documentos también como “{type}”…} other {Enviar estos # documentos también como “{type}”…}}',
  'folders.offer.title':
    '{count, plural, one {¿Enviar # documento también como “{type}”?} many {¿Enviar # documentos también como “{type}”?} other {¿Enviar # documentos también como “{type}”?}}',
  'folders.offer.text':
    '{tasks, plural, one {El servicio recibe # tarea nueva del tipo “{type}”. La tarea que ahora tiene este documento queda como está.} many {El servicio recibe # tareas nuevas del tipo “{type}”. Las tareas que ahora tienen estos documentos quedan como están.} other {El servicio recibe # tareas nuevas del tipo “{type}”. Las tareas que ahora tienen estos documentos quedan como están.}}',
  'folders.offer.leaves':
    'Los documentos que ya no están, cambiaron o no se pueden leer se omiten, y Carpetas indica cuántos son.',
  'folders.offer.sure':
    '{count, plural, one {Enviar # documento} many {Enviar # documentos} other {Enviar # documentos}}',
  'folders.offer.sends':
    '{count, plural, one {# documento de “{folder}” se enviará también como “{type}”.} many {# documentos de “{folder}” se enviarán también como “{type}”.} other {# documentos de “{folder}” se enviarán también como “{type}”.}}',
  'folders.offer.undone': 'No se envió nada. Los documentos todavía se pueden enviar como “{type}”.',
  'folders.offer.dismissed': 'Descartado. Los documentos no se envían como “{type}”.',
  'folders.offer.back': 'Deshecho. Los documentos se ofrecen como antes.',
  'folders.add.title': 'Agregar carpeta',
  'folders.edit.title': 'Editar carpeta',
  'folders.add.anyway': 'Agregar de todos modos',
  'folders.added': 'La carpeta ahora está vigilada.',
  'folders.changed': 'La configuración de la carpeta se guardó.',
  'folders.next': 'Siguiente',
  'folders.steps': 'Pasos',
  'folders.step.place': 'Carpeta',
  'folders.step.group': 'Tareas',
  'folders.step.go': 'Envío',
  'folders.step.check': 'Prueba',
  'folders.step.faulty': 'tiene un error',
  'folders.path': 'Carpeta',
  'folders.path.hint': 'Ingrese la ruta completa, por ejemplo \\\\server\\scans o /srv/scans.',
  'folders.choose': 'Elegir…',
  'folders.browse': 'Examinar',
  'folders.places': 'Carpetas de esta computadora',
  'folders.places.usual': 'Carpetas comunes',
  'folders.places.up': 'Subir',
  'folders.places.none': 'Esta carpeta no tiene subcarpetas.',
  'folders.place.found':
    '{files, plural, =0 {Clearfolder puede leer la carpeta. La carpeta no tiene ningún documento que se pueda enviar ahora.} one {Clearfolder puede leer la carpeta. La carpeta tiene # documento que se puede enviar ahora.} many {Clearfolder puede leer la carpeta. La carpeta tiene # documentos que se pueden enviar ahora.} other {Clearfolder puede leer la carpeta. La carpeta tiene # documentos que se pueden enviar ahora.}}',
  'folders.place.missing': 'Esta carpeta no existe. Revise la ruta.',
  'folders.place.anyway':
    'Puede continuar de todos modos, por ejemplo si la carpeta está en una unidad de red que no está conectada ahora.',
  'folders.grouping': 'Qué se convierte en una tarea',
  'folders.grouping.file': 'Cada archivo',
  'folders.grouping.file.hint': 'Cada documento se convierte en su propia tarea.',
  'folders.grouping.folder': 'Cada subcarpeta',
  'folders.grouping.folder.hint':
    'Todos los documentos de una subcarpeta pertenecen a un mismo paciente o caso.',
  'folders.grouping.depth': 'Cada subcarpeta de un nivel más profundo',
  'folders.grouping.depth.hint':
    'Para subcarpetas dentro de otras carpetas, por ejemplo una carpeta por cada año o clínica.',
  'folders.grouping.atDepth': 'Cada subcarpeta del nivel {depth}',
  'folders.grouping.key': 'Archivos con una parte común en sus nombres',
  'folders.grouping.key.hint':
    'Los archivos de un caso comparten un número o un nombre, por ejemplo 4711_front.pdf y 4711_back.pdf.',
  'folders.depth': 'Nivel de las subcarpetas que se convierten en tareas',
  'folders.key': 'Patrón de la parte común del nombre',
  'folders.key.hint':
    'Los archivos con la misma parte común se convierten en una tarea. El patrón predeterminado usa la parte del nombre antes del primer _, por ejemplo 4711 en 4711_front.pdf. Para otra parte, consulte a su administrador: el patrón es una expresión regular, en la que (?<key>…) encierra la parte común.',
  'folders.patterns': 'Qué archivos se envían',
  'folders.patterns.note': 'todos los documentos, si usted no lo cambia',
  'folders.include': 'Enviar estos archivos',
  'folders.include.all': 'Todos los archivos',
  'folders.include.hint':
    'Un patrón en cada línea. **/*.pdf significa los archivos PDF de esta carpeta y de todas las subcarpetas. Los archivos que no son documentos se envían solo si un patrón nombra su tipo, por ejemplo **/*.dcm.',
  'folders.exclude': 'Excepto estos archivos',
  'folders.exclude.hint':
    'Un patrón en cada línea. archive/** significa todos los archivos de la subcarpeta “archive” y de sus subcarpetas.',
  'folders.preview': 'Vista previa',
  'folders.preview.now': 'Archivos en la carpeta ahora',
  'folders.preview.looking': 'Comprobando la carpeta',
  'folders.preview.unreachable':
    'Clearfolder no puede acceder a la carpeta. Revise la ruta y la unidad de red.',
  'folders.preview.sum':
    '{files, plural, =0 {No se enviaría ningún documento.} one {Se enviaría # documento como} many {Se enviarían # documentos como} other {Se enviarían # documentos como}}{tasks, plural, =0 {} one { # tarea.} many { # tareas.} other { # tareas.}}',
  'folders.preview.more': '{count, plural, one {y # tarea más} many {y # tareas más} other {y # tareas más}}',
  'folders.preview.ignored':
    '{count, plural, one {# archivo se ignoraría} many {# archivos se ignorarían} other {# archivos se ignorarían}}',
  'folders.preview.held':
    '{count, plural, one {# archivo no se enviaría} many {# archivos no se enviarían} other {# archivos no se enviarían}}',
  'folders.preview.unreadable':
    '{count, plural, one {# subcarpeta o archivo no se puede leer} many {# subcarpetas o archivos no se pueden leer} other {# subcarpetas o archivos no se pueden leer}}',
  'folders.held.file.empty': 'el archivo está vacío',
  'folders.held.file.not-a-document':
    'el archivo no es un documento; aún puede enviarlo con “Enviar de todos modos” en la lista de archivos',
  'folders.held.file.web-page':
    'el archivo es una página web con el nombre de otro tipo; aún puede enviarlo con “Enviar de todos modos” en la lista de archivos',
  'folders.held.file.conflict-copy':
    'el archivo es la otra versión de un archivo que guardó un programa de sincronización; aún puede enviarlo con “Enviar de todos modos” en la lista de archivos',
  'folders.held.file.duplicate':
    'el mismo documento se envió antes, está en la bandeja de salida o está dos veces en la carpeta',
  'folders.held.file.group-held': 'otro archivo de la misma tarea no se enviaría',
  'folders.held.file.unfinished':
    'el archivo está incompleto; aún puede enviarlo con “Enviar de todos modos” en la lista de archivos',
  'folders.held.file.unreadable': 'el archivo no se puede abrir',
  'folders.held.file.outside-groups': 'el archivo no está en una subcarpeta',
  'folders.held.file.no-group-key': 'el nombre del archivo no tiene la parte que indica su grupo',
  'folders.try': 'Probar este tipo de tarea',
  'folders.try.hint': 'La prueba envía al servicio una página sin datos de pacientes y muestra la respuesta.',
  'folders.try.busy': 'Preguntando al servicio…',
  'folders.after': 'Después de enviar un archivo',
  'folders.after.keep': 'Dejar el archivo en su carpeta',
  'folders.after.keep.hint':
    'Clearfolder no cambia ninguno de sus archivos.{answers, select, yes { Clearfolder agrega las carpetas de respuesta y quita una carpeta de respuesta sin documentos cuando su tarea continúa.} other {}}',
  'folders.after.move': 'Mover el archivo a una subcarpeta',
  'folders.after.move.hint':
    'Clearfolder mueve cada archivo enviado a la subcarpeta “Sent (Clearfolder)”, que tiene una carpeta para cada día, y nunca sobrescribe un archivo.',
  'folders.sent.keep': 'Los archivos enviados permanecen en la carpeta',
  'folders.sent.move': 'Los archivos enviados se mueven a una subcarpeta',
  'folders.advanced': 'Configuración avanzada',
  'folders.advanced.note': 'normalmente no es necesaria',
  'folders.id': 'Nombre corto',
  'folders.id.hint':
    'Clearfolder muestra la carpeta con este nombre. Si deja esto vacío, Clearfolder usa el nombre de la carpeta.',
  'folders.quietSeconds': 'Segundos sin cambios en un archivo',
  'folders.quietSeconds.hint':
    'Después de este tiempo sin cambios, Clearfolder considera que el archivo está completo. Los escáneres lentos necesitan más tiempo.',
  'folders.groupQuietSeconds': 'Segundos sin cambios en un grupo',
  'folders.groupQuietSeconds.hint':
    'Un grupo son todos los archivos que se convierten en una tarea. Después de este tiempo sin cambios, los archivos del grupo se envían juntos.',
  'folders.rescanMinutes': 'Minutos entre comprobaciones completas',
  'folders.rescanMinutes.hint':
    'Clearfolder comprueba de nuevo toda la carpeta después de este tiempo, aunque la carpeta se vigile en tiempo real.',
  'folders.name': 'Nombre de la tarea',
  'folders.name.hint': 'Si deja esto vacío, el servicio pone nombre a cada tarea.',
  'folders.externalId': 'Referencia en el servicio',
  'folders.externalId.hint':
    'El servicio guarda esta referencia con cada tarea. La referencia debe terminar con {id}, que Clearfolder reemplaza por un ID diferente para cada tarea. Antes de {id}, puede poner {folder} (el nombre corto de la carpeta) y {key} (la parte común de los nombres de archivo). La referencia aparece en direcciones web, así que no use {key} si los nombres de archivo contienen nombres de pacientes.',
  'folders.callbackTemplate': 'Dirección de aviso',
  'folders.callbackTemplate.hint':
    'Ingrese una dirección solo si su administrador le dio una. En la dirección, {uuid} y {externalId} representan los identificadores de la tarea. Clearfolder crea cada tarea con la referencia de arriba, así que cada aviso lleva esta referencia como {externalId}, a menos que una persona cambie antes la referencia de la tarea.',
  'folders.watch': 'Cómo buscar archivos nuevos',
  'folders.watch.auto': 'Automáticamente',
  'folders.watch.auto.hint':
    'Si es posible, Clearfolder vigila la carpeta en tiempo real. De lo contrario, Clearfolder comprueba la carpeta con regularidad.',
  'folders.watch.poll': 'Comprobar con regularidad',
  'folders.watch.poll.hint':
    'Use esto para unidades de red que no avisan a Clearfolder de los archivos nuevos.',
  'folders.fault.path': 'Ingrese o elija una carpeta.',
  'folders.fault.key':
    'Este patrón de búsqueda no es válido: debe ser una expresión regular con un grupo que tenga el nombre “key”. Corrija el patrón o consulte a su administrador.',
  'folders.fault.depth': 'Ingrese un número entero del 1 al 16.',
  'folders.fault.include':
    'Ingrese al menos un patrón. Use * para cualquier texto, ? para cualquier carácter, [a-z] para una letra de la a a la z y /**/ para cualquier subcarpeta, como en *.pdf.',
  'folders.fault.exclude':
    'Este patrón no es válido. Use * para cualquier texto, ? para cualquier carácter, [a-z] para una letra de la a a la z y /**/ para cualquier subcarpeta, como en *.pdf.',
  'folders.fault.id':
    'Ingrese de 1 a 64 letras, dígitos, - o _. Ninguna otra carpeta puede tener el mismo nombre corto.',
  'folders.fault.quietSeconds': 'Ingrese un número de 0.1 a 3600.',
  'folders.fault.groupQuietSeconds': 'Ingrese un número de 0.1 a 86400.',
  'folders.fault.rescanMinutes': 'Ingrese un número de 0.05 a 1440.',
  'folders.fault.name': 'Este nombre no está permitido. Ingrese un nombre diferente o deje el campo vacío.',
  'folders.fault.externalId':
    'La referencia debe terminar con {id}. Antes de {id} puede escribir texto, {key} y {folder}.',
  'folders.fault.callbackTemplate': 'La dirección debe empezar con http:// o https://',
  'folders.test': 'Probar esta carpeta',
  'folders.test.fault':
    'Con esta configuración, Clearfolder no puede enviar los documentos de esta carpeta como usted quiere. Vuelva atrás y corrija la configuración.',
  'folders.test.again': 'Probar de nuevo',
  'folders.test.busy': 'Probando la carpeta',
  'finding.ok': 'Funciona',
  'finding.unknown': 'Desconocido',
  'finding.fault': 'Error',
  'files.title': 'Todos los archivos',
  'files.title.folder': 'Archivos de “{folder}”',
  'files.title.drops': 'Archivos agregados a mano',
  'files.show': 'Mostrar',
  'files.all': 'Todos',
  'files.several': 'Estados seleccionados',
  'files.none': 'No hay archivos en este estado',
  'files.found': 'encontrado:',
  'files.send': 'Enviar como tarea nueva',
  'files.leaveOut': 'Omitir',
  'files.sendAnyway': 'Enviar de todos modos',
  'files.giveTo': 'Agregar a la tarea en espera',
  'files.uncompared':
    'Antes de enviar archivos de una carpeta, Clearfolder compara su registro de lo enviado con el servicio, para que nada se envíe dos veces.',
  'files.uncompared.next':
    'Nada, si solo tarda un momento: Clearfolder continúa por sí solo cuando el servicio responde. De lo contrario, la pantalla Hoy dice por qué el servicio no responde.',
  'files.details': 'Detalles',
  'files.folderSettings': 'Configuración de carpetas',
  'files.goes': '“{file}” se está enviando.',
  'files.leftOut': 'Clearfolder no envía “{file}”. El archivo permanece en su carpeta.',
  'folders.answerFolders': 'Carpetas de respuesta',
  'folders.answerFolders.name': 'Respuestas',
  'folders.answerFolders.hint':
    'Cada tarea que espera documentos recibe una subcarpeta en “{name}”, con una nota que dice qué falta. Los documentos que usted guarda allí responden a la tarea. {names, select, name {El nombre de la subcarpeta es el nombre de la tarea, que puede ser el nombre de un paciente.} other {El nombre de la subcarpeta no contiene el nombre de un paciente.}}',
};
