import type { Translated } from '../problem-text.ts';
import type { STATION_PROBLEMS } from '../station-problems.ts';

const WAITS_FOR_DECISION = {
  next: 'Para decidir solo sobre este archivo, presione “Enviar como tarea nueva” u “Omitir” junto al archivo. Para decidir sobre todos los archivos de este tipo de una carpeta, presione “Decidir…” en Carpetas. Puede enviarlos todos, no enviar ninguno o enviar solo los archivos desde una fecha.',
  command:
    'Para enviar todos los archivos de este tipo de una carpeta: clearfolder backlog CARPETA send. Para no enviar ninguno: clearfolder backlog CARPETA skip. Para enviar solo los archivos desde una fecha, indique esa fecha en lugar de send, como 2026-01-31. Para decidir solo sobre este archivo: clearfolder decide NÚMERO send, o: clearfolder decide NÚMERO leave-out.',
};

export const STATION_PROBLEMS_ES: Translated<typeof STATION_PROBLEMS> = {
  'file.empty': {
    message: 'El archivo está vacío, por eso no se envió.',
    next: 'Si otro programa todavía está escribiendo el archivo, no haga nada: Clearfolder envía el archivo cuando esté completo. De lo contrario, vuelva a escanear o exportar el documento.',
    drop: { next: 'Vuelva a escanear o exportar el documento y después agréguelo de nuevo.' },
  },
  'file.unfinished': {
    message: 'Falta el final del archivo. El archivo parece incompleto, por eso no se envió.',
    next: 'Si otro programa todavía está escribiendo el archivo, no haga nada: Clearfolder envía el archivo cuando esté completo. De lo contrario, vuelva a escanear o exportar el documento. Si no hay un archivo mejor, presione “Enviar de todos modos” junto al archivo.',
    command:
      'Si otro programa todavía está escribiendo el archivo, no haga nada: Clearfolder envía el archivo cuando esté completo. De lo contrario, vuelva a escanear o exportar el documento. Para enviar el archivo incompleto: clearfolder decide NÚMERO send.',
    drop: {
      next: 'Vuelva a escanear o exportar el documento y después agréguelo de nuevo. Si no hay un archivo mejor, agregue el archivo de nuevo y presione “Enviar de todos modos” junto al archivo.',
    },
  },
  'file.not-a-document': {
    message:
      'El archivo no se envió, porque no es un PDF, una imagen, un texto ni otro tipo de documento que Clearfolder conozca.',
    next: 'Presione “Enviar de todos modos” u “Omitir” junto al archivo. Si esos archivos siempre forman parte de sus documentos, pida a su administrador que permita este tipo de archivo en la configuración de la carpeta.',
    command:
      'Para enviar el archivo: clearfolder decide NÚMERO send. Para omitir el archivo: clearfolder decide NÚMERO leave-out. Para enviar siempre los archivos de este tipo de esta carpeta, agregue un patrón a "include" de la carpeta en la configuración. Por ejemplo, el patrón **/*.dcm significa todos los archivos que terminan en .dcm.',
    drop: {
      next: 'Para enviar el archivo, agréguelo de nuevo y presione “Enviar de todos modos” junto al archivo.',
    },
  },
  'file.web-page': {
    message:
      'El archivo[ tiene un nombre con {detail}, pero] es una página web, por eso no se envió. Una descarga que falló suele dejar un archivo así: la página contiene un mensaje de error o pide una contraseña.',
    next: 'Vuelva a descargar o exportar el documento. Si la página web es el documento, presione “Enviar de todos modos” junto al archivo; de lo contrario, presione “Omitir”.',
    command:
      'Vuelva a descargar o exportar el documento. Si la página web es el documento: clearfolder decide NÚMERO send. De lo contrario: clearfolder decide NÚMERO leave-out.',
    drop: {
      next: 'Vuelva a descargar o exportar el documento y después agréguelo de nuevo. Si la página web es el documento, agregue el archivo de nuevo y presione “Enviar de todos modos” junto al archivo.',
    },
  },
  'file.conflict-copy': {
    message:
      'Un programa de sincronización hizo esta copia porque dos equipos habían cambiado el mismo archivo, por eso la copia no se envió. La otra versión conserva el nombre original.',
    next: 'Compare las dos versiones. Si esta copia es un documento propio, presione “Enviar de todos modos” junto al archivo; de lo contrario, presione “Omitir”.',
    command:
      'Compare las dos versiones. Si esta copia es un documento propio: clearfolder decide NÚMERO send. De lo contrario: clearfolder decide NÚMERO leave-out.',
  },
  'file.unreadable': {
    message: 'Clearfolder no puede abrir el archivo[ ({detail})], por eso no se envió.',
    next: 'Si otro programa usa el archivo, cierre ese programa. De lo contrario, pida a su administrador permiso para leer el archivo. Clearfolder reintenta automáticamente.',
    drop: {
      next: 'Si otro programa usa el archivo, cierre ese programa. De lo contrario, pida a su administrador permiso para leer el archivo. Después agregue el archivo de nuevo.',
    },
  },
  'file.changing': {
    message: 'El archivo lleva minutos cambiando, por eso todavía no se envió.',
    next: 'Si otro programa todavía está escribiendo el archivo, no haga nada: Clearfolder envía el archivo cuando el archivo ya no cambie. De lo contrario, pregunte a su departamento de TI qué programa cambia el archivo.',
    drop: {
      message: 'El archivo cambió mientras Clearfolder lo leía, por eso no se envió.',
      next: 'Espere hasta que el archivo esté completo y después agréguelo de nuevo.',
    },
  },
  'file.broken-off': {
    message: 'El archivo no llegó completo a Clearfolder[ ({detail})], por eso no se envió.',
    next: 'Agregue el archivo de nuevo.',
  },
  'file.backlog': {
    message:
      'El archivo ya estaba en la carpeta cuando usted agregó la carpeta, por eso el archivo espera su decisión.',
    ...WAITS_FOR_DECISION,
  },
  'file.backlog-doubt': {
    message:
      'Es posible que el archivo ya se haya enviado, por eso el archivo espera su decisión: el archivo estaba en la carpeta mientras faltaba el registro de lo enviado de esta computadora o estaba incompleto[, el {detail}].',
    ...WAITS_FOR_DECISION,
  },
  'file.backlog-left-out': {
    message:
      'El archivo se ve igual que un archivo que usted decidió no enviar, por eso el archivo espera su decisión.',
    ...WAITS_FOR_DECISION,
  },
  'file.backlog-again': {
    message:
      'El archivo se ve igual que un archivo anterior de esta carpeta que no llegó a ser una tarea, por eso el archivo espera su decisión.',
    ...WAITS_FOR_DECISION,
  },
  'file.backlog-later': {
    message:
      'El archivo estaba en la carpeta antes de que Clearfolder pudiera enviarlo. Clearfolder no envía un archivo así por sí solo, por eso el archivo espera su decisión.',
    ...WAITS_FOR_DECISION,
  },
  'file.grown': {
    message:
      'Este archivo empieza con un documento que ya se envió con el mismo nombre. Es probable que el documento enviado sea solo una parte de este archivo[ (tamaño enviado → tamaño actual: {detail})]. Clearfolder no envió este archivo; el archivo espera su decisión.',
    next: 'Envíe el archivo completo como tarea nueva, u omita el archivo si el documento enviado estaba completo.',
  },
  'file.written-after-move': {
    message:
      'Un programa cambió este archivo después de que Clearfolder lo envió y lo movió[ (tamaño enviado → tamaño actual: {detail})]. Es probable que el documento enviado no estuviera completo. Clearfolder devolvió el archivo a su carpeta y no lo envió de nuevo; el archivo espera su decisión.',
    next: 'Compare el archivo con la tarea. Envíe el archivo como tarea nueva, u omita el archivo si el documento enviado estaba completo.',
  },
  'file.late-for-group': {
    message:
      'Los otros archivos de este grupo ya se habían enviado como una tarea cuando llegó este archivo, por eso este archivo no se envió.',
    next: 'Presione uno de los botones junto al archivo. “Enviar como tarea nueva” hace del archivo una tarea aparte. “Agregar a la tarea en espera” agrega el archivo a la tarea del grupo, y aparece solo mientras esa tarea está en espera. “Omitir” no envía el archivo.',
    command:
      'Para hacer del archivo una tarea aparte: clearfolder decide NÚMERO send. Para agregar el archivo a la tarea del grupo, mientras esa tarea está en espera: clearfolder decide NÚMERO answer:TAREA. Para omitir el archivo: clearfolder decide NÚMERO leave-out.',
  },
  'file.late-for-refused': {
    message:
      'Los otros archivos de este grupo ya se habían rechazado cuando llegó este archivo, así que el grupo no llegó a ser una tarea. Clearfolder no envió este archivo sin el grupo.',
    next: 'Puede enviar todo el grupo de nuevo o decidir solo sobre este archivo. Para enviar todo el grupo de nuevo, primero omita los documentos rechazados en la bandeja de salida, lo que cierra solo el intento anterior. Después, si la carpeta agrupa los archivos por sus nombres, cambie el nombre de todos los archivos del grupo: en cada nombre, reemplace la parte común (como 4711) por el mismo texto nuevo (como 4711b). Si la carpeta agrupa los archivos por subcarpetas, copie todos los archivos del grupo en una subcarpeta nueva. Para decidir solo sobre este archivo, envíe el archivo como tarea nueva u omítalo.',
  },
  'file.late-for-kept-back': {
    message:
      'Cuando llegó este archivo, los otros archivos de este grupo ya se habían omitido o eran duplicados de documentos enviados antes. Clearfolder no envió este archivo sin el grupo.',
    next: 'Puede enviar todo el grupo o decidir solo sobre este archivo. Para enviar todo el grupo desde una carpeta que agrupa los archivos por sus nombres, cambie el nombre de todos los archivos del grupo: en cada nombre, reemplace la parte común (como 4711) por el mismo texto nuevo (como 4711b). Si la carpeta agrupa los archivos por subcarpetas, copie todos los archivos del grupo en una subcarpeta nueva. Para decidir solo sobre este archivo, envíe el archivo como tarea nueva u omítalo.',
  },
  'file.outside-answers': {
    message:
      'Este archivo está entre las carpetas de respuestas, pero no en la carpeta de una tarea que Clearfolder conozca; por eso no se envió. El archivo está junto a las carpetas de respuestas, o una persona cambió el nombre, movió o copió una carpeta de respuestas o la carpeta que contiene las carpetas de respuestas.',
    next: 'Mueva el archivo a la carpeta de respuestas de su tarea. El nombre de una carpeta de respuestas termina con un identificador como 1f0a77c2-9b3e10; la pantalla En espera muestra la carpeta de cada tarea. Para enviar el archivo como una tarea propia, presione “Enviar como tarea nueva”. Si no, omita el archivo.',
    command:
      'Mueva el archivo a la carpeta de respuestas de su tarea: el nombre de la carpeta termina con un identificador como 1f0a77c2-9b3e10. Para agregar el archivo a una tarea en espera: clearfolder decide NÚMERO answer:TAREA. Para enviar el archivo como una tarea propia: clearfolder decide NÚMERO send. Si no: clearfolder decide NÚMERO leave-out.',
  },
  'file.outside-groups': {
    message:
      'Cada subcarpeta de esta carpeta se convierte en una tarea, pero este archivo no está en una subcarpeta, por eso no se envió.',
    next: 'Mueva el archivo a la subcarpeta de su paciente.',
  },
  'file.no-group-key': {
    message:
      'En esta carpeta, los archivos con una parte común en sus nombres se convierten en una tarea. El nombre de este archivo no tiene esa parte, por eso el archivo no se envió.',
    next: 'Dé al archivo un nombre como los nombres de los otros archivos de la carpeta. O cambie en Carpetas qué se convierte en una tarea.',
  },
  'file.group-held': {
    message: 'Otro archivo del mismo grupo está retenido, por eso el grupo no se envió.',
    next: 'Primero haga lo que Clearfolder dice sobre el otro archivo. Después Clearfolder envía el grupo.',
    drop: { next: 'Primero corrija el otro archivo. Después agregue todos los archivos de nuevo.' },
  },
  'file.vanished': {
    message: 'El archivo se quitó antes de que se enviara.',
    next: 'No tiene que hacer nada si usted quería quitar el archivo. De lo contrario, vuelva a poner el archivo en la carpeta.',
    drop: {
      next: 'No tiene que hacer nada si usted quería quitar el archivo. De lo contrario, agregue el archivo de nuevo.',
    },
  },
  'file.left-out': {
    message: 'Usted decidió no enviar este archivo.',
    next: 'Nada. Para enviar el archivo de todos modos, agréguelo a mano.',
  },
  'file.given-again': {
    message: 'El archivo se agregó de nuevo, por eso esta entrada anterior está cerrada.',
    next: 'Nada: la entrada más nueva muestra el estado del archivo.',
  },
  'file.duplicate': {
    message: 'El mismo documento ya se envió antes, por eso este archivo no se envió de nuevo.',
    next: 'Nada. Para enviar el archivo de nuevo, presione “Enviar de todos modos” junto al archivo.',
    command: 'Nada. Para enviar el archivo de nuevo: clearfolder decide NÚMERO send-anyway.',
  },
  'file.duplicate-waits': {
    message:
      'El mismo documento ya está en la bandeja de salida, por eso este archivo no se agregó por segunda vez.',
    next: 'Nada. Para enviar también este archivo, presione “Enviar de todos modos” junto al archivo.',
    command: 'Nada. Para enviar también este archivo: clearfolder decide NÚMERO send-anyway.',
  },
  'file.in-other-group': {
    message:
      'Cada documento de este grupo se envió antes o está en la bandeja de salida, pero no como este grupo[: por ejemplo, un documento pertenece al grupo {detail}]. Los documentos pueden ser de otro paciente; por eso este grupo no se envió y espera su decisión.',
    next: 'Compruebe el paciente. Si este grupo necesita una tarea propia, presione “Enviar como tarea nueva” junto a un archivo del grupo: así se envía el grupo completo. Si los documentos ya están en la tarea correcta, presione “Omitir” junto a cada archivo del grupo.',
    command:
      'Compruebe el paciente. Si este grupo necesita una tarea propia, indique el número de un archivo del grupo; así se envía el grupo completo: clearfolder decide NÚMERO send. Si los documentos ya están en la tarea correcta, omita cada archivo del grupo: clearfolder decide NÚMERO leave-out.',
  },
  'file.duplicate-refused': {
    message:
      'Un archivo anterior con el mismo documento se rechazó, así que el documento no llegó a ser una tarea. Este archivo tampoco se envió. La bandeja de salida muestra el motivo.',
    next: 'Abra la bandeja de salida y haga lo que dice sobre el archivo anterior. Para enviar este archivo como tarea nueva, presione “Enviar de todos modos” junto a este archivo.',
    command:
      'Para ver el motivo: clearfolder outbox. Para enviar este archivo como tarea nueva: clearfolder decide NÚMERO send-anyway.',
  },
  'file.duplicate-withdrawn': {
    message:
      'En la bandeja de salida, una persona decidió omitir el mismo documento, por eso este archivo tampoco se envió. El archivo necesita su decisión.',
    next: 'Presione “Enviar como tarea nueva” u “Omitir” junto al archivo.',
    command:
      'Para enviar el archivo como tarea nueva: clearfolder decide NÚMERO send. Para omitir el archivo: clearfolder decide NÚMERO leave-out.',
  },
  'file.perhaps-sent': {
    message:
      'Es posible que este documento ya se haya enviado antes, por eso este archivo no se envió de nuevo. Clearfolder no puede estar seguro, porque el servicio no dio una respuesta clara cuando se envió el documento, o el servicio ya no tiene la tarea que se hizo con el documento.',
    next: 'Busque en el servicio una tarea que tenga este documento. Si no existe esa tarea, presione “Enviar de todos modos” o “Enviar como tarea nueva” junto al archivo. Si el archivo no tiene ninguno de los dos botones, agregue el archivo de nuevo. Si la tarea existe, no es necesario enviar el archivo: si el archivo tiene el botón “Omitir”, presione ese botón.',
    command:
      'Busque en el servicio una tarea que tenga este documento. Si no hay tal tarea, envíe el archivo con: clearfolder decide NÚMERO send. Si el estado del archivo es "duplicate", use send-anyway en lugar de send. Si hay una tarea, no es necesario enviar el archivo. Si el estado del archivo es "held", quite el archivo de la lista de archivos retenidos con: clearfolder decide NÚMERO leave-out.',
  },
  'file.at-service': {
    message:
      'Una tarea de su organización puede tener este documento[ ({detail})], así que este archivo no se envió. El registro de lo enviado no dice que esta estación envió el documento: el registro se perdió o se restauró, u otra estación envió el documento.',
    next: 'Mire la tarea en el servicio. Si la tarea tiene el documento, pulse “Omitir” junto al archivo. De lo contrario, pulse “Enviar de todos modos” o “Enviar como tarea nueva”.',
    command:
      'Busque en el servicio una tarea que tenga este documento. Si no hay tal tarea, envíe el archivo con: clearfolder decide NÚMERO send. Si el estado del archivo es "duplicate", use send-anyway en lugar de send. Si hay una tarea, no es necesario enviar el archivo. Si el estado del archivo es "held", quite el archivo de la lista de archivos retenidos con: clearfolder decide NÚMERO leave-out.',
  },
  'file.claimed-elsewhere': {
    message:
      'Un documento de este grupo también está en un grupo de otra estación, junto con otros archivos. La otra estación ya envió su grupo como tarea, o lo enviará pronto, por eso esta estación no envió este grupo.',
    next: 'Busque en el servicio una tarea que tenga documentos de este grupo. Si no existe esa tarea, presione “Enviar como tarea nueva” junto a un archivo del grupo: así se envía todo el grupo. Si la tarea existe, agregue a esa tarea los documentos que faltan, y presione “Omitir” junto a cada archivo del grupo.',
  },
  'file.taken-back': {
    message:
      'Otra estación[ ({detail})] omitió este documento, por eso esta estación tampoco envió el documento.',
    next: 'No tiene que hacer nada si se quería omitir el documento. Para enviar el documento de todos modos, presione “Enviar como tarea nueva” junto al archivo.',
    command:
      'No tiene que hacer nada si se quería omitir el documento. Para enviar el documento de todos modos: clearfolder decide NÚMERO send.',
  },
  'file.other-organisation': {
    message:
      'Otra estación, que tal vez pertenece a otra organización, anotó que envía este documento. El documento no debe llegar a dos organizaciones, por eso esta estación no envió el documento.',
    next: 'Pregunte a sus colegas qué estación debe enviar este documento. Si esta estación debe enviar el documento, presione “Enviar como tarea nueva” junto al archivo. De lo contrario, presione “Omitir”.',
    command:
      'Pregunte a sus colegas qué estación debe enviar este documento. Si esta estación debe enviar el documento: clearfolder decide NÚMERO send. De lo contrario: clearfolder decide NÚMERO leave-out.',
  },
  'file.other-environment': {
    message:
      'Otra estación envía este documento a otro entorno[ ("{detail}")], por eso el documento no llegó al entorno de esta estación.',
    next: 'Si el documento pertenece también a este entorno, presione “Enviar como tarea nueva” junto al archivo. De lo contrario, presione “Omitir”. Si ambos entornos son el mismo servicio, dé al entorno el mismo nombre en la configuración de todas las estaciones.',
    command:
      'Si el documento pertenece también a este entorno: clearfolder decide NÚMERO send. De lo contrario: clearfolder decide NÚMERO leave-out. Si ambos entornos son el mismo servicio, dé al entorno el mismo nombre en la configuración de todas las estaciones.',
  },
  'file.too-much-text': {
    message:
      'Los documentos de texto y JSON de esta tarea suman más de 48 MB. Una tarea no puede tener más, por eso no se envió nada.',
    next: 'Si la tarea tiene un solo documento, reemplace el documento por varios archivos más pequeños: Clearfolder envía entonces esos archivos. Si la tarea tiene varios documentos, saque de la carpeta algunos de los documentos de texto o JSON. Después presione “Enviar como tarea nueva” junto a uno de los documentos que quedan: Clearfolder envía todos los documentos que quedan como una sola tarea.',
    command:
      'Si la tarea tiene un solo documento, reemplace el documento por varios archivos más pequeños: Clearfolder envía después esos archivos. Si la tarea tiene varios documentos, saque de la carpeta algunos de los documentos de texto o JSON. Después envíe todos los documentos restantes como una sola tarea. Para ello, indique el número de uno de ellos: clearfolder decide NÚMERO send.',
    drop: {
      next: 'Divida el documento en archivos más pequeños y agregue esos archivos, o envíe menos documentos como una tarea.',
    },
  },
  'spool.full': {
    message:
      'Clearfolder copia cada documento antes de enviarlo. La copia de este documento no se pudo escribir[ ({detail})], por eso el documento no se envió.',
    next: 'Libere espacio en el disco de esta computadora, o pida a su departamento de informática que revise el disco. Clearfolder reintenta automáticamente.',
    drop: {
      next: 'Libere espacio en el disco de esta computadora, o pida a su departamento de informática que revise el disco. Después agregue el documento de nuevo.',
    },
  },
  'spool.missing': {
    message:
      'Clearfolder hizo una copia del documento para enviarlo. Esta copia falta o está dañada, por eso el documento no se envió.',
    next: 'Ponga de nuevo el documento en su carpeta.',
    drop: { next: 'Agregue el documento de nuevo.' },
    answer: {
      message:
        'Clearfolder hizo una copia de cada documento de esta respuesta para enviarlo. Una copia falta o está dañada, así que Clearfolder no puede enviar toda la respuesta. Es posible que una parte de la respuesta se haya enviado.',
      next: 'Abra la tarea. Si la tarea sigue en espera, responda de nuevo con los documentos y datos que la tarea todavía no tiene.',
    },
  },
  'spool.unread': {
    message:
      'Clearfolder no pudo leer su copia del documento mientras lo enviaba, por eso el servicio no recibió el documento completo. La copia no está dañada.',
    next: 'Nada: Clearfolder reintenta automáticamente. Si el problema continúa, pida a su departamento de informática que revise el disco de esta computadora.',
  },
  'ledger.restored': {
    message:
      'El registro de lo enviado se restauró desde una copia más antigua. Es posible que este elemento se haya enviado después de hacerse esa copia.',
    next: 'Normalmente nada: Clearfolder pregunta al servicio antes de enviar el elemento de nuevo. Si este elemento es un cambio de una tarea y la bandeja de salida lo muestra como Rechazado, abra la tarea. Si su cambio todavía es correcto, reintente el cambio en la bandeja de salida.',
  },
  'ledger.behind': {
    message:
      'El servicio tiene tareas de esta estación[ (cantidad: {detail})] que faltaban en el registro de lo enviado de esta computadora. Probablemente alguien restauró una copia anterior del disco. Clearfolder agregó estas tareas al registro. Los archivos de las carpetas esperan su decisión, para que nada se envíe dos veces.',
    next: 'Presione “Decidir…” para cada carpeta, aquí o en Carpetas. Si elige enviar los archivos, Clearfolder omite cada documento que encontró en el servicio. Si nadie restauró un disco, quizá otro equipo funciona con una copia del disco de este equipo: pregunte a su departamento de informática.',
    command: WAITS_FOR_DECISION.command,
  },
  'ledger.none': {
    message:
      'Esta estación no tiene registro de documentos anteriores: Clearfolder es nuevo en este equipo, o su registro se perdió. La organización tiene más tareas de las que Clearfolder compara con sus archivos[ (como máximo {detail})]. Los archivos que están en las carpetas esperan, para que nada se envíe dos veces.',
    next: 'Presione “Decidir…” para cada carpeta, aquí o en Carpetas. Envíe los archivos solo si nadie los envió antes.',
    command: WAITS_FOR_DECISION.command,
  },
  'engine.fault': {
    message:
      'Clearfolder tuvo un error interno con este elemento[ ({detail})]. No se perdió nada, y todo lo demás continúa.',
    next: 'Nada: Clearfolder reintenta automáticamente. Si el problema continúa, envíe este mensaje a su administrador.',
  },
  'station.other': {
    message:
      'Varias estaciones comparten la carpeta de este documento, y una sola estación a la vez envía los documentos. En este momento otra estación envía los documentos, o esta estación no puede acceder a la carpeta. Por eso el documento espera aquí.',
    next: 'Por ahora nada: esta estación continúa automáticamente cuando la otra estación se detenga y esta estación pueda acceder a la carpeta. Si el documento sigue esperando después de un día, compruebe que la otra estación no haya enviado el documento y que no lo enviará. Después reintente aquí: Clearfolder pregunta al servicio antes de enviar el documento. Si el documento se envió de otra manera, omita el documento aquí.',
  },
  'station.gone': {
    message:
      'La carpeta de estos documentos ya no se vigila y no se puede acceder a ella. Es posible que otra estación que comparte la carpeta haya enviado los documentos o todavía los envíe, por eso los documentos esperan aquí.',
    next: 'Conecte de nuevo la unidad de red de la carpeta: Clearfolder continúa entonces automáticamente. Si la carpeta ya no existe, asegúrese de que ninguna otra estación enviará los documentos. Después reintente cada documento: Clearfolder pregunta al servicio antes de enviar un documento. Si un documento se envió de otra manera, omita el documento aquí.',
  },
  'station.asks': {
    message:
      'Clearfolder no puede estar seguro de que ninguna otra estación envíe este documento. O esta estación no puede escribir en la carpeta del documento, o una estación de otro servicio u organización usa la carpeta o la usó antes. El documento espera hasta que una persona confirme que ninguna otra estación usa la carpeta.',
    next: 'Si ninguna otra estación usa la carpeta, confírmelo en Carpetas: Clearfolder continúa entonces. Si la carpeta no aparece en Carpetas, primero agregue la carpeta. Si el documento se envió de otra manera, omita el documento en la bandeja de salida.',
  },
  'station.perhaps': {
    message:
      'Otra estación se encargó de esta carpeta por un tiempo, y es posible que haya enviado estos documentos.',
    next: 'Nada: Clearfolder pregunta primero al servicio, y envía los documentos solo si el servicio no los tiene.',
  },
  'station.untold': {
    message:
      'Este elemento se omitió, así que esta estación no lo envía. Si otra estación comparte la carpeta, es posible que la otra estación no sepa que se omitió: tal vez ya envió el elemento o todavía lo envíe.',
    next: 'Si ninguna otra estación comparte la carpeta, no haga nada. De lo contrario, omita el elemento también en la otra estación, porque Clearfolder no puede asegurarse de que la otra estación sepa que se omitió.',
  },
  'folder.read-only': {
    message:
      'Clearfolder no puede escribir en esta carpeta[ ({detail})], así que esta estación no puede comunicar a otras estaciones qué documentos envía. Otra estación podría enviar los mismos documentos, por eso los documentos de esta carpeta esperan.',
    next: 'Si ninguna otra estación usa esta carpeta, confírmelo en Carpetas. De lo contrario, pida a su administrador que dé a su cuenta de la computadora el permiso de escribir en la carpeta.',
    command:
      'Si ninguna otra estación usa esta carpeta, confírmelo con: clearfolder no-other-station CARPETA. De lo contrario, dé a la cuenta que ejecuta Clearfolder el permiso de escribir en la carpeta.',
  },
  'folder.left-by-other': {
    message:
      'Otra estación, que pertenece a otro servicio u organización, envió antes documentos de esta carpeta. Esa estación no está activa ahora.[ Su nombre es {detail}.] Los documentos de esta carpeta podrían pertenecer al otro servicio o a la otra organización, por eso esperan.',
    next: 'Si la otra estación no volverá a usar esta carpeta, confirme en Carpetas que ninguna otra estación usa la carpeta. De lo contrario, deje de vigilar la carpeta en esta estación.',
    command:
      'Si la otra estación no volverá a usar esta carpeta, confírmelo con: clearfolder no-other-station CARPETA. De lo contrario, quite la carpeta de "folders" en la configuración de esta estación.',
  },
  'folder.other-account': {
    message:
      'Otra estación envía los documentos de esta carpeta a otro entorno u organización.[ La otra estación es {detail}.] Nadie envía estos documentos al entorno de esta estación, por eso esperan aquí.',
    next: 'Si los documentos pertenecen al entorno de la otra estación, deje de vigilar la carpeta en esta estación. Si los documentos pertenecen a este entorno, deje de vigilar la carpeta en la otra estación; después confirme en Carpetas que ninguna otra estación usa la carpeta. Si ambos entornos son el mismo servicio, dé al entorno el mismo nombre en la configuración de ambas estaciones.',
    command:
      'Si los documentos pertenecen al entorno de la otra estación, quite la carpeta de "folders" en la configuración de esta estación. Si los documentos pertenecen a este entorno, quite la carpeta de la configuración de la otra estación; después escriba: clearfolder no-other-station CARPETA. Si ambos entornos son el mismo servicio, dé al entorno el mismo nombre en la configuración de ambas estaciones.',
  },
  'folder.in-files': {
    message:
      'Las estaciones que comparten esta carpeta están configuradas de manera distinta: las otras registran quién envía cada documento en archivos de la carpeta, y esta estación usa una base de datos.[ La estación que envía ahora es {detail}.] Esta estación no envía nada de la carpeta, para que ningún documento se envíe dos veces.',
    next: 'Pida a su administrador que pase la carpeta a la base de datos (vea “Move a folder to the database, and back” en el manual para el departamento de informática). Hasta entonces, las otras estaciones envían sus documentos.',
  },
  'folder.in-database': {
    message:
      'Las estaciones de esta carpeta registran en una base de datos quién envía cada documento, y esta estación no usa esa base de datos.[ ({detail})] Esta estación no envía nada de la carpeta, para que ningún documento se envíe dos veces. Las otras estaciones envían los documentos.',
    next: 'Pida a su administrador que indique la base de datos de las estaciones en la configuración de esta computadora.',
  },
  'folder.moving': {
    message:
      'Un administrador está cambiando cómo las estaciones acuerdan quién envía cada documento de esta carpeta. Hasta que el cambio termine, ninguna estación envía documentos de la carpeta. Ningún documento se pierde ni se envía dos veces.',
    next: 'Por ahora nada. Si este mensaje sigue aquí después de diez minutos, pida a su administrador que complete el cambio (vea “Move a folder to the database, and back” en el manual para el departamento de informática).',
  },
  'submission.at-service': {
    message:
      'Una tarea que esta estación envió ya tiene estos documentos[ ({detail})], por eso no se enviaron de nuevo. Cuando se agregaron los documentos, el registro de lo enviado era más antiguo que la realidad y no conocía esa tarea.',
    next: 'Abra la tarea. Si los documentos pertenecen a esa tarea, omita este elemento. Si los documentos necesitan una tarea propia, presione “Reintentar”.',
    command:
      'Vea la tarea. Si los documentos pertenecen a esa tarea: clearfolder withdraw ENVÍO. Si los documentos necesitan una tarea propia: clearfolder retry ENVÍO.',
  },
  'submission.perhaps-sent': {
    message:
      'Estos documentos se omitieron, así que esta estación ya no los envía. Pero es posible que los documentos ya sean una tarea en el servicio, porque Clearfolder no pudo averiguar si el servicio los recibió.',
    next: 'Busque en el servicio una tarea de estos documentos. Si la tarea existe, trabaje con esa tarea. Si no existe y usted todavía necesita enviar los documentos, agregue los documentos de nuevo.',
  },
  'folder.unmoved': {
    message:
      'Algunos archivos enviados de esta carpeta no se pudieron mover a "Sent (Clearfolder)"[: {detail}]. Clearfolder no envía esos archivos de nuevo y reintenta moverlos automáticamente.',
    next: 'Dé a su cuenta de la computadora el permiso de escribir en la carpeta, o edite la carpeta y deje los archivos en su lugar.',
  },
  'folder.answers-unkept': {
    message:
      'Clearfolder no pudo mantener las carpetas de respuesta de esta carpeta[ {detail}] y reintenta automáticamente. Los documentos de la carpeta se siguen enviando.',
    next: 'Responda las tareas en espera en la aplicación. Dé a su cuenta de la computadora el permiso de escribir en la carpeta, o edite la carpeta y desactive las carpetas de respuesta.',
  },
  'folder.twice': {
    message:
      'Esta carpeta es la misma que otra carpeta vigilada, en una segunda ruta[: {detail}]. Sus documentos se envían desde la otra carpeta, por eso esperan aquí.',
    next: 'Deje de vigilar una de las dos carpetas.',
    command: 'Quite una de las dos carpetas de "folders" en la configuración de esta estación.',
  },
  'folder.full': {
    message:
      'La unidad de esta carpeta está llena o es de solo lectura[ {detail}], así que Clearfolder no puede anotar en la carpeta que esta estación envía sus documentos. Los documentos de esta carpeta esperan. El disco de esta computadora no es la causa.',
    next: 'Libere espacio en la unidad de la carpeta, o pida a su departamento de informática que compruebe la unidad. Clearfolder reintenta automáticamente.',
  },
  'folder.missing': {
    message:
      'Clearfolder no puede acceder a la carpeta, por eso los archivos nuevos de la carpeta no se envían. Clearfolder no da por eliminados los archivos de la carpeta.',
    next: 'Compruebe que la carpeta exista y que la unidad de red esté conectada. Clearfolder continúa entonces automáticamente.',
  },
  'folder.emptied': {
    message:
      'De repente la carpeta está vacía. Tal vez una unidad de red no está conectada. Clearfolder no da por eliminados los archivos que faltan.',
    next: 'Compruebe que la unidad de red esté conectada. Clearfolder continúa entonces automáticamente.',
  },
  'folder.silent': {
    message:
      'La carpeta, o un archivo de la carpeta, no responde desde hace más de dos minutos. Hasta que la carpeta responda, es posible que Clearfolder no encuentre archivos nuevos en la carpeta, y que documentos de la carpeta tengan que esperar.',
    next: 'Compruebe que la unidad de red esté conectada. Si la unidad está conectada, pregunte a su departamento de informática por qué la unidad no responde. Clearfolder continúa automáticamente cuando la carpeta responda.',
  },
  'copies.unreachable': {
    message:
      'Clearfolder no pudo guardar una copia de seguridad en la carpeta para copias de seguridad[ ({detail})]. Clearfolder sigue enviando y revisando documentos, y sigue haciendo copias de seguridad en esta computadora.',
    next: 'Compruebe que la carpeta para copias de seguridad exista, que su unidad de red esté conectada y tenga espacio libre, y que su cuenta de la computadora pueda escribir en la carpeta. La entrada "copies" del archivo de configuración dice cuál es la carpeta. Clearfolder reintenta cada 15 minutos.',
  },
  'copies.other-place': {
    message:
      'Las copias de seguridad anteriores faltan en la carpeta para copias de seguridad. Tal vez una unidad de red no está conectada. Por eso Clearfolder no guardó allí ninguna copia nueva. Clearfolder sigue enviando y revisando documentos.',
    next: 'Conecte la unidad de red. Si alguien movió las copias a propósito, cambie la entrada "copies" del archivo de configuración a la carpeta nueva.',
  },
  'copies.in-folder': {
    message:
      'La carpeta para copias de seguridad está dentro de una carpeta vigilada, donde Clearfolder enviaría una copia como un documento. Por eso Clearfolder no guardó ninguna copia de seguridad.',
    next: 'En el archivo de configuración, cambie la entrada "copies" a una carpeta que no esté dentro de una carpeta vigilada.',
  },
  'file.answer-late': {
    message:
      'El archivo está en la carpeta de respuesta de una tarea que ya no espera documentos, así que no se envió.',
    next: 'Revise el resultado de la tarea. Si el documento todavía importa, envíe el archivo como una tarea nueva. Si no, omita el archivo.',
  },
  'file.sent-elsewhere': {
    message:
      'Otra estación[ ({detail})] envió el mismo documento, o lo enviará pronto, así que esta estación no envió el archivo.',
    next: 'Nada. Para enviar el archivo otra vez, presione “Enviar de todos modos” junto al archivo.',
  },
  'station.away': {
    message:
      'Esta estación no puede comunicarse con la base de datos en la que las estaciones registran quién envía qué documento[ ({detail})]. Los documentos nuevos de carpetas compartidas esperan. Los documentos que usted agrega a mano se siguen enviando.',
    next: 'Nada por ahora: esta estación continúa automáticamente cuando la base de datos responde. Si el problema continúa, pida a su administrador que revise la conexión de esta computadora con la base de datos.',
  },
  'station.refused': {
    message:
      'La base de datos en la que las estaciones registran quién envía qué documento no acepta esta estación[ ({detail})]. Los documentos nuevos de carpetas compartidas esperan. Los documentos que usted agrega a mano se siguen enviando.',
    next: 'Pida a su administrador que establezca en esta computadora la contraseña de la base de datos y la frase de contraseña de las estaciones.',
  },
  'station.put-back': {
    message:
      'La base de datos en la que las estaciones registran quién envía qué documento se restauró desde una copia anterior. Cada estación debe registrar de nuevo sus documentos.[ Estas estaciones todavía no lo han hecho: {detail}.] Hasta que todas las estaciones lo hagan, los documentos nuevos de carpetas compartidas esperan, para que nada se envíe dos veces.',
    next: 'Inicie Clearfolder en cada estación que no ha registrado de nuevo sus documentos. Si una estación ya no existe, pida a su administrador que la quite de la base de datos (vea “A restored database” en el manual para el departamento de informática).',
  },
  'ledger.unwritable': {
    message:
      'Clearfolder no puede escribir el registro de lo enviado[ ({detail})], por ejemplo porque el disco está lleno o es de solo lectura. Mientras tanto no se envía nada. Los documentos nuevos esperan en sus carpetas y ningún documento se pierde.',
    next: 'Libere espacio en el disco de esta computadora o pida a su administrador que revise el disco. Clearfolder lo intenta de nuevo al menos una vez por minuto y después continúa.',
  },
  'clock.wrong': {
    message:
      'El reloj de esta computadora difiere en más de dos minutos del reloj del servicio. No se pierde ningún documento, pero es posible que Clearfolder muestre horas equivocadas, y mientras tanto no elimina detalles antiguos.',
    next: 'Active la hora automática en la configuración del sistema operativo, o pida a su administrador que lo haga.',
  },
  'callbacks.off': {
    message:
      'La configuración pide avisos al servicio, pero el servicio tiene desactivados los avisos para su organización. Los resultados llegan de todos modos, porque Clearfolder los pide al servicio.',
    next: 'Pida a los responsables del servicio que activen los avisos. O quite de la configuración las direcciones de aviso de las carpetas y la dirección para los avisos.',
  },
  'callbacks.cannot-listen': {
    message:
      'Clearfolder no puede recibir los avisos (callbacks)[ en {detail}]. Con estos avisos, el servicio anuncia resultados nuevos. Probablemente otro programa de esta computadora usa el mismo puerto. Los resultados llegan de todos modos, porque Clearfolder también los pide al servicio.',
    next: 'Pida a su administrador que cambie en la configuración el puerto de la dirección de los avisos, o que borre la dirección si nadie necesita los avisos. Mientras tanto puede seguir trabajando.',
  },
};
