import type { Translated } from '../../en/help/help-text.ts';
import type * as en from '../../en/help/sending.ts';

export const today: Translated<typeof en.today> = {
  shows:
    'Hoy dice en una frase si se envió todo. Un archivo es todo lo que está en una carpeta vigilada o lo que usted agrega, aunque Clearfolder no lo envíe. Un documento es un archivo que Clearfolder envía o envió. Debajo, usted ve lo que requiere su atención, lo que se está enviando o revisando y lo que se decidió hoy.',
  steps: [
    {
      task: 'Atender lo que requiere atención',
      how: 'Empiece por arriba en “Requiere atención”. El botón de cada elemento abre el lugar donde usted actúa.',
    },
    {
      task: 'Enviar documentos',
      how: 'Suelte archivos en cualquier parte de la ventana o presione “Agregar documentos”. Usted revisa los documentos antes de que Clearfolder los envíe.',
    },
    {
      task: 'Saber qué pasó con un archivo',
      how: 'Presione un número en “Archivos por estado”. La lista muestra cada archivo, su estado y el motivo. La frase de arriba no cuenta los archivos que no hace falta enviar: los ignorados, los duplicados y los omitidos.',
    },
    {
      task: 'Leer las decisiones',
      how: 'Presione “Abrir Dictámenes” para ver por qué no se aprobó un código.',
    },
  ],
  words: {
    'state.settling':
      'Otro programa todavía escribe el archivo. Clearfolder espera hasta que el archivo esté completo.',
    'state.uncompared':
      'Desde su inicio, Clearfolder todavía no ha comparado su registro de lo enviado con el servicio. Antes de eso, Clearfolder no envía ningún archivo de una carpeta, para que nada se envíe dos veces.',
    'state.held':
      'Clearfolder no envía el archivo hasta que usted decida o lo corrija. La lista de archivos dice el motivo.',
    'state.queued': 'El documento está en la bandeja de salida y se envía por sí solo.',
    'state.unconfirmed':
      'La conexión se interrumpió antes de que el servicio confirmara el documento. Clearfolder pregunta al servicio y no envía nada dos veces.',
    'state.accepted': 'El servicio tiene el documento.',
    'state.rejected': 'El servicio rechazó el documento. La bandeja de salida dice el motivo.',
    'state.duplicate':
      'El mismo documento se envió antes o está en la bandeja de salida, así que Clearfolder no lo envía de nuevo.',
    'state.ignored':
      'El archivo no es un documento, por ejemplo un archivo de bloqueo, o una regla lo deja fuera.',
    'state.withdrawn': 'Una persona omitió el archivo antes de que saliera.',
  },
  stuck: [
    {
      when: 'No hay conexión con el servicio.',
      act: 'Sus documentos están seguros. Clearfolder conserva los documentos y lo intenta de nuevo por sí solo. Si tampoco se abren otras páginas web, revise la red. Si se abren, avise a su administrador.',
    },
    {
      when: 'El secreto (clave de API) falta o fue rechazado.',
      act: 'No sale nada hasta que el servicio acepte el secreto (clave de API). Pida el secreto a su administrador e ingréselo en “Configuración”, en “Acceso”.',
    },
    {
      when: 'Los números no cambian.',
      act: 'La barra de abajo dice cuándo fue la última comprobación. Si esa hora es antigua, el texto de al lado dice el motivo.',
    },
  ],
};

export const drop: Translated<typeof en.drop> = {
  shows:
    'Esta pantalla muestra los documentos que usted agregó a mano. Clearfolder no envía nada hasta que usted presione el botón de envío.',
  steps: [
    {
      task: 'Agrupar los documentos',
      how: 'Elija qué se convierte en una tarea. Los documentos de un paciente van en una sola tarea; los de varios pacientes, nunca.',
    },
    {
      task: 'Elegir el tipo de tarea',
      how: 'El tipo de tarea indica al servicio qué debe hacer con los documentos.',
    },
    {
      task: 'Omitir un documento',
      how: 'Presione la cruz junto al documento. Su propio archivo permanece donde está.',
    },
    {
      task: 'Enviar',
      how: 'Presione el botón de envío. “Deshacer”, en la parte inferior, cuenta los segundos en los que puede deshacer el envío.',
    },
  ],
  words: {
    'drop.taskType': 'Un nombre que su organización acordó con el servicio, por ejemplo prior-auth.',
    'details.label':
      'Lo que busca el servicio, por ejemplo los códigos que debe revisar. Su administrador sabe qué ingresar.',
    'drop.reference':
      'Su propio identificador de la tarea. La referencia no debe decir quién es el paciente.',
    'drop.discard': 'Clearfolder olvida estos documentos. Sus propios archivos permanecen donde están.',
  },
  stuck: [
    {
      when: 'No se puede presionar el botón de envío.',
      act: 'El texto junto al botón dice qué falta todavía.',
    },
    {
      when: 'Un archivo no se envía, por ejemplo porque está incompleto.',
      act: 'La lista dice el motivo. Vuelva a escanear o exportar el documento, y agregue el archivo de nuevo. Si no hay un archivo mejor, presione “Enviar de todos modos” junto al archivo.',
    },
    {
      when: 'Un documento ya se envió.',
      act: 'Primero busque su tarea en “Tareas”. “Enviar de todos modos” crea una segunda tarea para el mismo documento.',
    },
  ],
};

export const outbox: Translated<typeof en.outbox> = {
  shows:
    'La bandeja de salida muestra cada documento, respuesta y cambio que Clearfolder envía al servicio, y su estado.',
  steps: [
    {
      task: 'Ver lo que está en camino',
      how: 'Elija “En curso”. Clearfolder envía estos elementos por sí solo.',
    },
    {
      task: 'Reintentar un elemento rechazado',
      how: 'Lea el motivo, corrija lo que indica y presione “Reintentar ahora”. “Reintentar todo” lo hace con todos los elementos.',
    },
    {
      task: 'Omitir un elemento',
      how: 'Presione “Omitir” antes de que el elemento salga. Su propio archivo permanece donde está.',
    },
    {
      task: 'Enviar sin esperar',
      how: 'Presione “Enviar ahora” para terminar el tiempo en el que puede deshacer.',
    },
  ],
  words: {
    'state.queued': 'El elemento espera su turno, o el final del tiempo en el que puede deshacer.',
    'state.sending': 'El elemento va ahora al servicio.',
    'state.unconfirmed':
      'La conexión se interrumpió antes de que el servicio confirmara el elemento. Clearfolder pregunta al servicio si el elemento llegó.',
    'state.accepted': 'El servicio tiene el elemento.',
    'state.rejected':
      'El servicio rechazó el elemento. El elemento permanece aquí hasta que usted lo reintente o lo omita.',
    'state.withdrawn': 'Una persona omitió el elemento. Clearfolder no lo envía.',
  },
  stuck: [
    {
      when: 'Un elemento sigue sin confirmar durante mucho tiempo.',
      act: 'Espere: Clearfolder sigue preguntando al servicio. Use “Enviar de nuevo…” solo si el servicio no tiene ninguna tarea con estos documentos. De lo contrario, el servicio crea dos tareas.',
    },
    {
      when: 'El servicio no acepta el tipo de tarea.',
      act: 'Elija otro tipo de tarea encima de la lista. Su administrador conoce los tipos de tarea de su organización.',
    },
    {
      when: 'Un elemento se intenta una y otra vez.',
      act: 'Clearfolder lo intenta de nuevo por sí solo, con pausas más largas. El motivo está junto al elemento. Si el motivo dura horas, avise a su administrador.',
    },
  ],
};

export const folders: Translated<typeof en.folders> = {
  shows:
    'Carpetas muestra las carpetas que Clearfolder vigila, si cada carpeta funciona y sus archivos por estado.',
  steps: [
    {
      task: 'Vigilar una carpeta',
      how: 'Presione “Agregar carpeta…”. Antes de que se envíe algo, usted ve qué documentos saldrían y como qué tareas.',
    },
    {
      task: 'Decidir sobre los archivos que ya estaban',
      how: 'Presione “Decidir…”. Clearfolder envía los archivos existentes solo después de su decisión. La pregunta dice cuántos archivos esperan y cuántos de ellos no son documentos completos. Un archivo vacío no espera esta decisión.',
    },
    {
      task: 'Detener por un tiempo',
      how: 'Presione “Pausar”. Los archivos nuevos permanecen en la carpeta hasta que usted presione “Reanudar”.',
    },
    {
      task: 'Buscar un archivo',
      how: 'Presione un número en “Archivos por estado”. La lista dice por qué no se envió un archivo.',
    },
  ],
  words: {
    'folders.health.ok': 'Clearfolder lee la carpeta y envía los documentos nuevos.',
    'folders.health.away':
      'La carpeta o su unidad de red no responde. No se pierde nada, y nada cuenta como eliminado.',
    'folders.health.paused': 'Una persona puso la carpeta en pausa. Los archivos nuevos esperan.',
    'folders.health.problem':
      'Clearfolder no puede trabajar con la carpeta tal como está configurada. El texto de abajo dice qué hacer.',
    'folders.counts.others':
      'Otra estación se encarga de estos archivos, así que esta estación no los envía.',
    'folders.answerFolders':
      'Una subcarpeta para cada tarea por responder, con una nota que dice qué falta. Un documento que usted guarda allí responde a la tarea.',
  },
  stuck: [
    {
      when: 'Una carpeta está inaccesible.',
      act: 'Conecte la unidad de red y abra la carpeta en su explorador de archivos. Clearfolder continúa por sí solo en cuanto la carpeta está disponible.',
    },
    {
      when: 'Un archivo nuevo no sale.',
      act: 'Presione “Actualizar todas”. Después, presione el número de su estado: la lista dice por qué espera el archivo y ofrece “Enviar de todos modos” u “Omitir” cuando es posible.',
    },
    {
      when: 'Los documentos de un paciente se convirtieron en varias tareas.',
      act: 'Presione “Editar…” y cambie “Qué se convierte en una tarea”, o aumente “Segundos sin cambios en un grupo” para un escáner lento.',
    },
  ],
};
