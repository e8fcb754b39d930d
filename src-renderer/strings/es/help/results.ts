import type { Translated } from '../../en/help/help-text.ts';
import type * as en from '../../en/help/results.ts';

export const waiting: Translated<typeof en.waiting> = {
  shows:
    'Por responder muestra las tareas para las que el servicio necesita otro documento o valor. La tarea que más tiempo espera aparece primero.',
  steps: [
    {
      task: 'Ver qué falta',
      how: 'Elija una tarea. “Lo que falta” nombra cada documento y cada valor que pide el servicio.',
    },
    { task: 'Agregar documentos', how: 'Suelte los documentos sobre la tarea o elija archivos.' },
    { task: 'Ingresar valores', how: 'Complete los campos en “Datos”.' },
    {
      task: 'Enviar',
      how: 'Presione “Enviar respuesta”. “Deshacer”, en la parte inferior, cuenta los segundos en los que puede deshacer. Después, el servicio revisa la tarea de nuevo.',
    },
  ],
  words: {
    'waiting.frozen': 'Una tarea más nueva del mismo paciente la reemplazó. Responda a la tarea más nueva.',
    'waiting.refused': 'El servicio no aceptó su última respuesta. El motivo está en la tarea.',
    'waiting.notFetched': 'Clearfolder está preguntando al servicio qué necesita la tarea.',
    'handling.setAside': 'La tarea sale de Por responder hasta un día que usted elige, y vuelve por sí sola.',
    'handling.giveUp':
      'Nadie responde a la tarea. La tarea sale de Por responder y se puede devolver en cualquier momento.',
    'waiting.resume':
      'El servicio revisa de nuevo la tarea tal como está. Use esto después de que alguien cambió la tarea en el servicio.',
    'folders.answerFolders':
      'Una carpeta de la tarea. Un documento que usted guarda allí también responde a la tarea.',
  },
  stuck: [
    {
      when: 'La tarea vuelve después de su respuesta.',
      act: 'Todavía falta algo. Lea otra vez “Lo que falta”: el servicio nombra lo que falta ahora.',
    },
    {
      when: 'La respuesta fue rechazada.',
      act: 'Lea el motivo encima del formulario, corrija lo que indica y envíe de nuevo o presione “Reintentar ahora”.',
    },
    {
      when: 'El servicio no dice qué falta.',
      act: 'Lea lo que el servicio encontró y agregue los documentos que este caso todavía necesita.',
    },
  ],
};

export const verdicts: Translated<typeof en.verdicts> = {
  shows:
    'Dictámenes muestra las tareas decididas cuyo seguimiento está abierto. En cada código usted ve si está aprobado y por qué.',
  steps: [
    { task: 'Leer los motivos', how: 'Elija una tarea. Los motivos están debajo de cada código.' },
    {
      task: 'Ver la página',
      how: 'Presione un documento en “Vea”. El documento se abre en la página que leyó el servicio.',
    },
    {
      task: 'Terminar',
      how: 'Presione “Marcar seguimiento como hecho” cuando termine su trabajo con la tarea. La tarea sale entonces de esta lista.',
    },
    { task: 'Imprimir la decisión', how: 'Presione “Imprimir…” y después “Imprimir informe”.' },
  ],
  words: {
    'verdict.approved': 'El servicio aprobó este código.',
    'verdict.not-approved': 'El servicio no aprobó este código. Los motivos están debajo del código.',
    'verdict.none.loaded': 'El servicio terminó la tarea sin un dictamen para ningún código.',
    'verdict.none.not_loaded': 'Clearfolder todavía carga los dictámenes. Esto no es un resultado.',
    'verdict.none.as_of': 'Clearfolder todavía carga los dictámenes. Esto no es un resultado.',
    'verdict.none.deleted':
      'Clearfolder eliminó los detalles después del tiempo establecido en Conservación.',
    'status.failed': 'El servicio tuvo un error. No se decidió ningún código.',
    'status.invalid': 'El servicio no encontró en los documentos nada que esta tarea necesite.',
  },
  stuck: [
    {
      when: 'Un código no se aprobó porque faltaba un documento o era demasiado antiguo.',
      act: 'Una tarea decidida ya no acepta documentos. Presione “Agregar documentos” y envíe los documentos completos como tarea nueva.',
    },
    {
      when: 'El motivo no está claro.',
      act: 'Abra el documento en “Vea” y compare la página con “Lo que leyó el servicio”.',
    },
    {
      when: 'Usted marcó un seguimiento como hecho por error.',
      act: 'Ponga el filtro “Seguimiento” en “Hecho”, elija la tarea y presione “Reabrir seguimiento”.',
    },
  ],
};

export const tasks: Translated<typeof en.tasks> = {
  shows:
    'Tareas muestra todas las tareas que Clearfolder conoce. Una tarea es un conjunto de documentos en el servicio.',
  steps: [
    {
      task: 'Buscar una tarea',
      how: 'Ingrese un nombre, un archivo, una referencia o palabras de los documentos, por ejemplo un número de afiliado.',
    },
    {
      task: 'Reducir la lista',
      how: 'Elija filtros, por ejemplo “Estado”. “Quitar filtros” muestra de nuevo todas las tareas.',
    },
    {
      task: 'Ver todas las tareas de un paciente',
      how: 'Abra “Tareas relacionadas”. Las tareas de una subcarpeta, o con referencias que empiezan igual, están una junto a otra.',
    },
    {
      task: 'Llevarse la lista',
      how: 'Presione “Exportar…”. El archivo contiene las tareas que coinciden con los filtros.',
    },
  ],
  words: {
    'status.pending': 'El servicio tiene los documentos y no ha empezado.',
    'status.processing': 'El servicio está leyendo los documentos.',
    'status.waiting': 'El servicio necesita de usted otro documento o valor.',
    'status.completed': 'El servicio decidió. Abra la tarea para ver los dictámenes.',
    'status.failed': 'El servicio tuvo un error. No se decidió ningún código.',
    'status.invalid': 'El servicio no encontró en los documentos nada que esta tarea necesite.',
    'status.gone': 'El servicio ya no tiene la tarea.',
    'status.denied':
      'El servicio no encontró la tarea cuando Clearfolder preguntó por última vez. Clearfolder pregunta de nuevo.',
  },
  stuck: [
    {
      when: 'Una tarea no está en la lista.',
      act: 'Presione “Quitar filtros”. Si la tarea todavía falta, busque en la “Bandeja de salida”: un documento que no se ha enviado aún no tiene tarea.',
    },
    {
      when: 'Una tarea está en revisión durante mucho tiempo.',
      act: 'El servicio sigue trabajando, y usted no necesita hacer nada. Clearfolder muestra el resultado en cuanto el servicio lo tiene.',
    },
    {
      when: 'Una tarea ya no está en el servicio.',
      act: 'Pregunte el motivo a su administrador. Si el caso sigue abierto, envíe los documentos como tarea nueva.',
    },
  ],
};

export const task: Translated<typeof en.task> = {
  shows:
    'Esta pantalla muestra una tarea: su estado, el dictamen para cada código, los documentos, lo que el servicio leyó en ellos y el historial.',
  steps: [
    {
      task: 'Ver un documento',
      how: 'Presione “Abrir”. “Girar”, “Ajustar al ancho” y “Página completa” cambian solo la vista, nunca el documento. “Lo que leyó el servicio” está junto a la página.',
    },
    {
      task: 'Imprimir o guardar un documento',
      how: 'Presione “Imprimir…” o “Guardar…” en el documento abierto. El registro de auditoría anota ambas cosas.',
    },
    {
      task: 'Cambiar el nombre',
      how: 'Presione “Cambiar nombre”. El servicio también recibe el nombre nuevo.',
    },
    {
      task: 'Dejar una nota',
      how: '“Agregar nota del personal” queda en esta estación. “Enviar nota al servicio…” va al registro de la tarea en el servicio.',
    },
  ],
  words: {
    'task.externalId':
      'Un identificador que esta estación dio a la tarea. El servicio encuentra la tarea con él.',
    'task.group.inputs': 'Los documentos y valores que envió su clínica.',
    'task.group.outputs': 'Documentos que el servicio creó a partir de los suyos.',
    'task.records':
      'Los registros médicos que el servicio encontró en los documentos, cada uno con su fecha y sus páginas.',
    'task.followUpDone': 'Una persona terminó el trabajo con esta tarea.',
  },
  stuck: [
    {
      when: 'Un documento no se abre.',
      act: 'Clearfolder obtiene el documento del servicio. Revise la conexión en la barra de abajo y presione “Reintentar”.',
    },
    {
      when: 'Clearfolder no puede mostrar el tipo de un documento.',
      act: 'Presione “Guardar…” y abra el archivo en otro programa. Elimine el archivo guardado cuando ya no lo necesite.',
    },
    {
      when: 'La tarea espera su respuesta.',
      act: 'Presione “Responder a esta tarea”.',
    },
  ],
};
