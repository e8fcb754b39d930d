import type { correct as EN } from '../../en/results/correct.ts';

export const correct: Readonly<Record<keyof typeof EN, string>> = {
  'correct.button': 'Corregir y enviar de nuevo…',
  'correct.of': 'Corrección de',
  'correct.by': 'Corregida: vea',
  'correct.chip': 'Corregida',
  'correct.said': 'Qué cambió: {what}',
  'correct.sentNow': 'Hay una corrección en la bandeja de salida.',
  'correct.notYet': 'El servicio todavía no tiene la corrección. Estado: {state}.',
  'correct.title': 'Corregir y enviar de nuevo',
  'correct.lead':
    'Corrección de “{name}”. Omita, agregue o cambie documentos y envíe. El servicio crea una tarea nueva, y la tarea anterior queda como está.',
  'correct.sent':
    'Enviando la corrección de “{name}” con {documents, plural, one {# documento} many {# documentos} other {# documentos}}.',
  'correct.what': '¿Qué cambió?',
  'correct.what.hint':
    'Las dos tareas muestran estas palabras, solo en esta computadora. Ejemplo: la tarjeta de seguro correcta.',
  'correct.what.missing': 'Para enviar, escriba primero qué cambió, en el campo “¿Qué cambió?”.',
  'correct.send.unchanged': 'Para enviar, cambie primero un documento o un detalle.',
  'correct.reasons.verdicts': 'Lo que no se aprobó',
  'correct.reasons.issues': 'Lo que encontró el servicio',
  'correct.changes': 'Clearfolder ve estos cambios',
  'correct.change.left': 'Omitido: {name}',
  'correct.change.added': 'Agregado: {name}',
  'correct.change.text': 'Cambiado: {name}',
  'correct.change.type': 'Otro tipo de tarea',
  'correct.change.details': 'Detalles de la solicitud cambiados',
  'correct.unchanged': 'Todavía no cambió nada.',
  'correct.unchanged.text':
    'La tarea anterior tiene los mismos documentos, el mismo tipo de tarea y los mismos detalles de la solicitud. Si usted los envía de nuevo, el servicio crea una segunda tarea, y la reclamación se presenta dos veces.',
  'correct.again': 'Enviar lo mismo de nuevo de todos modos',
  'correct.reference':
    'La tarea anterior conserva su referencia {reference}. Ingrese otra o deje esto vacío.',
  'correct.lost':
    '{count, plural, one {# documento no se pudo traer} many {# documentos no se pudieron traer} other {# documentos no se pudieron traer}}',
  'correct.lost.refused': 'el servicio no devuelve este documento.',
  'correct.lost.unreachable': 'sin conexión con el servicio.',
  'correct.lost.other': 'no se pudo leer el documento.',
  'correct.lost.next':
    'Qué hacer: agregue cada uno de estos documentos desde sus propios archivos, o deseche este borrador y empiece de nuevo más tarde. De lo contrario, faltan en la tarea nueva.',
  'drop.type.change': 'Cambiar el documento',
  'drop.type.changeShort': 'Editar texto…',
  'drop.type.changeNamed': 'Editar texto de {path}',
  'drop.type.keep': 'Guardar',
  'patient.title': 'Verifique la identidad del paciente: estos documentos pueden ser de personas distintas',
  'patient.lead':
    'Los documentos de esta tarea no coinciden en quién es el paciente. Entre ellos puede haber un documento de otro paciente.',
  'patient.property.name': 'Nombre del paciente',
  'patient.property.birth_date': 'Fecha de nacimiento',
  'patient.property.member_id': 'Número de afiliado',
  'patient.in': 'aparece en',
  'patient.chip': 'Verifique la identidad',
  'patient.do': 'Qué hacer',
  'patient.look': 'Abra los documentos nombrados arriba y compárelos.',
  'patient.lookBelow': 'Abra los documentos en “{section}”, más abajo, y compárelos.',
  'patient.same':
    '¿Es un solo paciente y solo un documento tiene un dato mal escrito? Consiga el documento correcto y presione “Corregir y enviar de nuevo”.',
  'patient.other':
    '¿Un documento es de otro paciente? Presione “Corregir y enviar de nuevo”, omita ese documento y agregue el correcto. El servicio no quita ningún documento de una tarea, por eso hace falta una tarea nueva.',
  'patient.waiting':
    'Una respuesta agrega un documento y no quita ninguno. Responda esta tarea solo si todos sus documentos son de un mismo paciente.',
  'patient.corrected.title': 'Estos documentos pueden ser de personas distintas',
  'patient.corrected': 'La corrección de arriba reemplaza esta tarea. Falta por hacer:',
  'patient.corrected.done': 'Marque el seguimiento de esta tarea como hecho.',
  'patient.corrected.giveUp': 'Abandone esta tarea.',
  'patient.corrected.later': 'Cuando esta tarea termine, marque su seguimiento como hecho.',
  'patient.corrected.over':
    'La corrección de arriba reemplaza esta tarea, y el seguimiento de esta tarea está marcado como hecho.',
  'patient.corrected.found': 'En qué difieren los documentos',
  'patient.tell':
    'Si se envió un documento de otro paciente, avise a la persona responsable de la privacidad en su clínica.',
  'twin.title': 'El servicio creó dos tareas de este envío',
  'twin.lead':
    'Un equipo de la red repitió la solicitud, o el servicio no mostró la primera tarea durante un tiempo. Ambas tareas pueden recibir una decisión. Compare ambas tareas e indique al proveedor del servicio cuál sobra.',
  'twin.superfluous': 'Esta tarea sobra',
  'twin.wanted': 'Ambas tareas son necesarias',
  'twin.other': 'Abrir la otra tarea',
  'twin.decided.this': '{name} marcó esta tarea como sobrante. El servicio creó dos tareas del envío.',
  'twin.decided.other':
    'El servicio creó dos tareas de este envío. {name} marcó la otra tarea como sobrante.',
  'twin.decided.both':
    'El servicio creó dos tareas de este envío. {name} marcó ambas tareas como necesarias.',
};
