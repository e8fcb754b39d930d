import type { drop as en } from '../en/drop.ts';

export const drop: Readonly<Record<keyof typeof en, string>> = {
  'details.label': 'Detalles de la solicitud',
  'details.hint':
    'Estos detalles indican al servicio qué debe buscar. Su administrador sabe qué detalles necesita su organización. Si su organización no necesita detalles, deje esto vacío.',
  'details.json': 'Detalles de la solicitud, como JSON',
  'details.add': 'Agregar un detalle',
  'details.toJson': 'Editar como JSON',
  'details.toFields': 'Editar como campos',
  'details.name': 'Nombre',
  'details.kind': 'Tipo',
  'details.kind.text': 'Texto',
  'details.kind.list': 'Lista',
  'details.kind.number': 'Número',
  'details.kind.yes-no': 'Sí o no',
  'details.value': 'Valor',
  'details.values': 'Valores, separados por comas',
  'details.yes': 'Sí',
  'details.no': 'No',
  'details.remove': 'Quitar el detalle {name}',
  'details.fault.no-name': 'Ingrese un nombre para este detalle o quite el detalle.',
  'details.fault.not-number': 'Ingrese un número, por ejemplo 180.',
  'details.fault.twice': 'Otro detalle tiene el nombre {name}. Elija un nombre diferente.',
  'details.fault.json': 'Esto no es JSON válido. Revise la línea {line}, carácter {column}.',
  'details.fault.json-bad':
    'Esto no es JSON válido. Busque una coma, una comilla o un corchete que falte o sobre.',
  'details.fault.json-unfinished': 'Este JSON está incompleto: falta el final.',
  'details.fault.not-object': 'El JSON debe contener nombres con valores, entre dos llaves.',
  'details.note': '{count, plural, one {# detalle} many {# detalles} other {# detalles}}',
  'details.note.none': 'ninguno',
  'details.note.fault': 'tiene un error',
  'drop.title': 'Revisar antes de enviar',
  'drop.lead': 'Agregados a mano ({time}). Clearfolder no envía nada hasta que usted presione Enviar.',
  'drop.others': 'Otros borradores que aún no se enviaron:',
  'drop.other': '{file}{more, plural, =0 {} other { y # más}}',
  'drop.other.empty': 'Borrador sin archivos ({time})',
  'drop.other.correction': 'Corrección de “{name}”',
  'drop.target': 'Suelte para agregar a estos documentos',
  'drop.addFiles': 'Agregar archivos…',
  'drop.addFolder': 'Agregar carpeta…',
  'drop.removeFile': 'Omitir {path}',
  'drop.empty.title': 'Aún no hay documentos',
  'drop.empty.details': 'El servicio recibe una tarea solo con los detalles de la solicitud.',
  'drop.empty.text':
    'Suelte archivos o carpetas en cualquier parte de esta ventana, o use los botones de arriba. Para una tarea sin documentos, ingrese los detalles de la solicitud.',
  'drop.noFiles': 'La carpeta no tiene archivos, así que no se agregó nada.',
  'drop.noFiles.next': 'Busque la carpeta que tiene los documentos y agregue esa carpeta.',
  'drop.unreadable': 'Clearfolder no pudo leer la carpeta, así que no se agregó nada.',
  'drop.unreadable.next':
    'Compruebe que la carpeta todavía existe y que usted puede abrirla. Después, agregue la carpeta de nuevo.',
  'drop.gone.title': 'Estos archivos ya no están aquí',
  'drop.gone.text':
    'Los archivos se enviaron o se desecharon. Los archivos enviados están en la bandeja de salida y en Tareas. Sus propios archivos no cambiaron.',
  'drop.gone.today': 'Volver a Hoy',
  'drop.reading': 'Leyendo sus archivos: {read} de {total}',
  'drop.reading.label': 'Leyendo archivos',
  'drop.adding': 'Agregando sus archivos: {sent} de {total}',
  'drop.form': 'Opciones de envío',
  'drop.grouping': 'Agrupar en tareas',
  'drop.grouping.each': 'Una tarea por cada archivo',
  'drop.grouping.each.hint': 'Cada documento se convierte en su propia tarea.',
  'drop.grouping.folder': 'Una tarea por cada carpeta',
  'drop.grouping.folder.hint':
    'Cada carpeta se convierte en una tarea. Un archivo sin carpeta se convierte en su propia tarea.',
  'drop.grouping.together': 'Una tarea para todos los archivos',
  'drop.grouping.together.hint':
    'Todos los documentos se convierten en una tarea. Use esta opción para los documentos de un solo paciente.',
  'drop.taskType': 'Tipo de tarea',
  'drop.taskType.hint':
    'El tipo de tarea indica al servicio qué debe hacer. Su administrador conoce los tipos de tarea de su organización.',
  'drop.taskType.missing': 'Primero elija o ingrese un tipo de tarea.',
  'drop.name': 'Nombre (opcional)',
  'drop.name.hint': 'Si deja esto vacío, el servicio pone nombre a la tarea.',
  'drop.name.many': 'Las {tasks} tareas reciben este nombre.',
  'drop.send':
    'Enviar {documents, plural, one {# documento} many {# documentos} other {# documentos}} como {tasks, plural, one {# tarea} many {# tareas} other {# tareas}}',
  'drop.send.none': 'Nada que enviar',
  'drop.send.hint':
    'Puede deshacer el envío durante {seconds, number} segundos. Después, el servicio conserva los documentos.',
  'drop.send.reading': 'Clearfolder todavía lee sus archivos. Podrá enviar los archivos en un momento.',
  'drop.send.nothing': 'No hay ningún documento que enviar.',
  'drop.send.onlyDetails': 'Enviar una tarea sin documentos',
  'drop.sent.details': 'Enviando una tarea sin documentos.',
  'drop.send.details': 'Primero corrija los detalles de la solicitud.',
  'drop.sent':
    'Enviando {documents, plural, one {# documento} many {# documentos} other {# documentos}} como {tasks, plural, one {# tarea} many {# tareas} other {# tareas}}.',
  'drop.sent.nothing':
    'No se envió nada: todos los documentos se enviaron antes o ya están en la bandeja de salida.',
  'drop.takenBack':
    'Deshecho: {tasks, plural, one {se omitió # tarea} many {se omitiron # tareas} other {se omitiron # tareas}} y no se envió nada. Sus propios archivos no cambiaron. Para enviar los documentos más tarde, agregue los documentos de nuevo.',
  'drop.reopened': 'Deshecho: no se envió nada. Su borrador está como usted lo dejó.',
  'drop.takenBackPartly':
    '{tasks, plural, =0 {No se omitió ninguna tarea.} one {Se omitió # tarea.} many {Se omitiron # tareas.} other {Se omitiron # tareas.}} {late, plural, one {# tarea ya se estaba enviando y no se puede omitir.} many {# tareas ya se estaban enviando y no se pueden omitir.} other {# tareas ya se estaban enviando y no se pueden omitir.}}',
  'drop.goes':
    '{tasks, plural, =0 {Nada que enviar} one {Una tarea} many {# tareas} other {# tareas}}{documents, plural, =0 {} one {, 1 documento} many {, # documentos} other {, # documentos}}',
  'drop.goingAlong':
    '{count, plural, one {# documento no es nuevo: se envió antes, es posible que se haya enviado o está en la bandeja de salida. Clearfolder envía este documento de nuevo, porque pertenece a una tarea con documentos nuevos.} many {# documentos no son nuevos: se enviaron antes, es posible que se hayan enviado o están en la bandeja de salida. Clearfolder envía estos documentos de nuevo, porque pertenecen a tareas con documentos nuevos.} other {# documentos no son nuevos: se enviaron antes, es posible que se hayan enviado o están en la bandeja de salida. Clearfolder envía estos documentos de nuevo, porque pertenecen a tareas con documentos nuevos.}}',
  'drop.notNew': '{size}, no es nuevo',
  'drop.asText': '{size}, se envía como texto, no como datos',
  'drop.none.text':
    'Clearfolder no envía ninguno de estos archivos. La lista de abajo dice por qué, y ofrece “Enviar de todos modos” donde es posible. Puede agregar otros archivos con los botones de arriba.',
  'drop.task': 'Tarea {number}',
  'drop.showMore': 'Mostrar {count} más (de {left})',
  'drop.refused':
    '{count, plural, one {# archivo no se envía} many {# archivos no se envían} other {# archivos no se envían}}',
  'drop.duplicates':
    '{count, plural, one {# documento ya se envió con este tipo de tarea y estos detalles de la solicitud, o está en la bandeja de salida} many {# documentos ya se enviaron con este tipo de tarea y estos detalles de la solicitud, o están en la bandeja de salida} other {# documentos ya se enviaron con este tipo de tarea y estos detalles de la solicitud, o están en la bandeja de salida}}',
  'drop.duplicates.text':
    'Clearfolder no envía el mismo documento dos veces. Si usted envía un documento de todos modos, el servicio crea una segunda tarea para el mismo documento.',
  'drop.duplicates.perhaps':
    '{count, plural, one {Es posible que # de estos documentos se haya enviado: el servicio no confirmó que tiene el documento.} many {Es posible que # de estos documentos se hayan enviado: el servicio no confirmó que tiene los documentos.} other {Es posible que # de estos documentos se hayan enviado: el servicio no confirmó que tiene los documentos.}} Antes de enviar de nuevo, pregunte a los responsables del servicio si el servicio tiene una tarea con {count, plural, one {este documento} many {estos documentos} other {estos documentos}}.',
  'drop.ignored':
    '{count, plural, one {# archivo ignorado} many {# archivos ignorados} other {# archivos ignorados}}',
  'drop.ignored.note': 'archivos que no son documentos, como archivos de bloqueo y miniaturas',
  'drop.ignored.by': 'ignorado por la regla “{rule}”',
  'drop.discard': 'Desechar',
  'drop.discard.title':
    '{count, plural, one {¿Desechar # archivo?} many {¿Desechar # archivos?} other {¿Desechar # archivos?}}',
  'drop.discard.text':
    'Clearfolder no enviará estos archivos. Solo se eliminan las copias en Clearfolder. Sus propios archivos no cambian.',
  'drop.discarded':
    '{count, plural, =0 {El borrador no tenía archivos.} one {Se desechó # archivo.} many {Se desecharon # archivos.} other {Se desecharon # archivos.}} No se envió nada.',
  'drop.type.title': 'Escribir un documento',
  'drop.type.kind': 'Tipo',
  'drop.type.text': 'Texto',
  'drop.type.json': 'Datos (JSON)',
  'drop.type.name': 'Nombre del documento (opcional)',
  'drop.type.content': 'Contenido',
  'drop.type.content.json': 'Nombres con valores, como {example}.',
  'drop.type.missing': 'Ingrese el contenido del documento.',
  'drop.type.add': 'Agregar',
  'drop.more': 'Más',
  'drop.more.none': 'referencia, aviso',
  'drop.reference': 'Referencia (opcional)',
  'drop.reference.hint':
    'Su propio identificador de esta tarea (external_id). Nunca ingrese el nombre ni un número de un paciente.',
  'drop.reference.shared':
    'Otra tarea u otro envío de esta estación tiene también esta referencia. Ambos conservan la referencia, porque una referencia puede pertenecer a varias tareas.',
  'drop.reference.many':
    'Solo una única tarea puede tener una referencia. Agrupe primero todos los documentos en una tarea.',
  'drop.reference.fault': 'Agrupe todos los documentos en una tarea o deje vacía la referencia.',
  'drop.callback': 'Dirección de aviso (opcional)',
  'drop.callback.hint':
    'El servicio llama a esta dirección web cuando la tarea termina. En la dirección, {uuid} y {externalId} representan los identificadores de la tarea. Clearfolder crea la tarea con un identificador propio y pone la referencia de usted después de que el servicio confirma la tarea. Un aviso anterior lleva el identificador de Clearfolder como {externalId}.',
  'drop.callback.off':
    'El servicio tiene desactivados los avisos para su organización, así que no usa esta dirección. Los resultados también llegan sin avisos.',
  'drop.callback.fault': 'Ingrese una dirección web completa que empiece con https:// o http://.',
  'drop.send.more': 'Corrija primero la referencia o la dirección de aviso en Más.',
};
