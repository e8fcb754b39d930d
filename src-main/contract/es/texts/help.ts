export const HELP_ES = {
  'send also files that are no documents, such as programs and archives':
    'enviar también archivos que no son documentos, como programas y archivos comprimidos',
  'send also files whose end is missing': 'enviar también archivos a los que les falta el final',
  'the {name} must be a whole number from {least} to {most}.':
    'el {name} debe ser un número entero de {least} a {most}.',
  port: 'puerto',
  'exchange limit': 'límite de intercambios',
  'queue cap': 'límite de la cola',
  limit: 'límite',
  'The {name} must have 1 to {most} characters. Nothing was changed.':
    'Se requieren de 1 a {most} caracteres: {name}. No se cambió nada.',
  name: 'nombre',
  reference: 'referencia',
  note: 'nota',
  'the value must be a JSON object without hundreds of nested levels.':
    'el valor debe ser un objeto JSON sin cientos de niveles anidados.',
  'Sends hospital documents to the document-validation service and shows the results.':
    'Envía documentos del hospital al servicio de validación de documentos y muestra los resultados.',
  'show the version': 'mostrar la versión',
  "the data folder of the station (default: the operating system's usual place)":
    'la carpeta de datos de la estación (predeterminado: el lugar habitual del sistema operativo)',
  'the settings file (default: settings.json in the data folder)':
    'el archivo de configuración (predeterminado: settings.json en la carpeta de datos)',
  'where to keep secrets: keychain, or file:PATH': 'dónde guardar los secretos: keychain o file:PATH',
  'show results as JSON': 'mostrar los resultados como JSON',
  'the language of the texts: en or es (default: the language of the system)':
    'el idioma de los textos: en o es (predeterminado: el idioma del sistema)',
  'read the PIN from standard input, if the station is locked':
    'leer el PIN de la entrada estándar, si la estación está bloqueada',
  'The default command is "open". In a source folder, use "npm start -- COMMAND" instead of "clearfolder COMMAND".\nExit codes: 0 done, 1 failed, 2 wrong usage, 6 the running Clearfolder does not answer.':
    'El comando predeterminado es "open". En una carpeta de código fuente, use "npm start -- COMANDO" en lugar de "clearfolder COMANDO".\nCódigos de salida: 0 hecho, 1 falló, 2 uso incorrecto, 6 el Clearfolder en ejecución no responde.',
  'open the app and show a summary on this terminal (practice mode, unless the settings name a service)':
    'abrir la aplicación y mostrar un resumen en esta terminal (modo de práctica, salvo que la configuración indique un servicio)',
  'use the browser instead of the desktop app': 'usar el navegador en lugar de la aplicación de escritorio',
  'print the link without opening a window or browser':
    'mostrar el enlace sin abrir una ventana ni un navegador',
  'the port for browsers (default: any free port)':
    'el puerto para navegadores (predeterminado: cualquier puerto libre)',
  'run without a window: watch folders, send documents and collect results until SIGTERM':
    'ejecutar sin ventana: vigilar carpetas, enviar documentos y recoger resultados hasta SIGTERM',
  'serve the app to browsers of this account, for "open" and for the desktop app':
    'ofrecer la aplicación a los navegadores de esta cuenta, para "open" y para la aplicación de escritorio',
  'stop the Clearfolder that runs on this data folder: open requests end first':
    'detener el Clearfolder que se ejecuta en esta carpeta de datos: primero terminan las solicitudes abiertas',
  'send files and folders, typed text, or data': 'enviar archivos y carpetas, un texto escrito o datos',
  'a task type of your organization': 'un tipo de tarea de su organización',
  'send all files as one Task': 'enviar todos los archivos como una sola tarea',
  'wait until each Task is decided or waits for an answer':
    'esperar hasta que cada tarea se decida o espere una respuesta',
  'the name of the Task': 'el nombre de la tarea',
  'request details for this task type, as a JSON object':
    'los detalles de la solicitud para este tipo de tarea, como objeto JSON',
  'the reference (external_id) of the Task, without patient data':
    'la referencia (external_id) de la tarea, sin datos de pacientes',
  'the address that the service calls when the Task ends, with {uuid} or {reference}. Clearfolder sets --external-id after the service has confirmed the Task; a call before then has an id of Clearfolder as {reference}':
    'la dirección que el servicio llama cuando la tarea termina, con {uuid} o {reference}. Clearfolder pone --external-id después de que el servicio confirma la tarea; un aviso anterior lleva como {reference} un id de Clearfolder',
  'a text to send as a document': 'un texto para enviar como documento',
  '--data <json>  a JSON object to send as a document: \'{"member_id": "..."}\'':
    '--data <json>  un objeto JSON para enviar como documento: \'{"member_id": "..."}\'',
  'send documents or data to a waiting Task': 'enviar documentos o datos a una tarea en espera',
  'a document to send (repeat for more documents)': 'un documento para enviar (repita para más documentos)',
  '--data <json>  the values to send, as a JSON object: \'{"member_id": "..."}\'':
    '--data <json>  los valores para enviar, como objeto JSON: \'{"member_id": "..."}\'',
  'list the Tasks': 'listar las tareas',
  'show all details of one Task; give its id, the beginning of its id, or its external_id; a Task that this station does not know is read from the service':
    'mostrar todos los detalles de una tarea; indique su id, el comienzo de su id o su external_id; una tarea que esta estación no conoce se lee del servicio',
  'give a Task another name': 'dar otro nombre a una tarea',
  'mark the follow-up of a Task as done': 'marcar el seguimiento de una tarea como hecho',
  'reopen the follow-up of a Task': 'reabrir el seguimiento de una tarea',
  'give a Task another reference (external_id), without patient data':
    'dar otra referencia (external_id) a una tarea, sin datos de pacientes',
  'show what the service read in the documents of a Task':
    'mostrar lo que el servicio leyó en los documentos de una tarea',
  'save a document of a Task; give the id of the document, the beginning of its id, or its name':
    'guardar un documento de una tarea; indique el id del documento, el comienzo de su id o su nombre',
  'show what this station sent for a Task: documents with size and hash, and when':
    'mostrar lo que esta estación envió para una tarea: documentos con tamaño y hash, y cuándo',
  'show the newest answer of the service about a Task, as JSON':
    'mostrar la respuesta más reciente del servicio sobre una tarea, como JSON',
  'show volumes, times to the verdict, approvals and reasons of a period (default: the last 30 days)':
    'mostrar volúmenes, tiempos hasta el dictamen, aprobaciones y motivos de un período (predeterminado: los últimos 30 días)',
  'the first day of the period (2026-01-31)': 'el primer día del período (2026-01-31)',
  'the last day of the period (default: today)': 'el último día del período (predeterminado: hoy)',
  'write Tasks with their verdicts and reasons into a new file':
    'escribir las tareas con sus dictámenes y motivos en un archivo nuevo',
  'CSV for spreadsheet programs, or JSON': 'CSV para hojas de cálculo, o JSON',
  'the file to write; never an existing file': 'el archivo para escribir; nunca un archivo existente',
  'tell the state of Clearfolder, for monitoring (exit code 0: fine, 3: needs attention, 4: service away, 5: not running, 6: no answer, 7: paused, 8: a folder was not scanned, 9: no sign-in, 10: starting, 11: the record cannot be written)':
    'indicar el estado de Clearfolder, para monitoreo (código de salida 0: bien, 3: requiere atención, 4: servicio no disponible, 5: no se ejecuta, 6: no responde, 7: en pausa, 8: una carpeta no se revisó, 9: sin inicio de sesión, 10: iniciándose, 11: no se puede escribir el registro)',
  'list all submissions and their state': 'listar todos los envíos y su estado',
  'list the watched folders and their state': 'listar las carpetas vigiladas y su estado',
  'list all files with their state and the reason': 'listar todos los archivos con su estado y el motivo',
  'list only files of this folder': 'listar solo los archivos de esta carpeta',
  'list only files in this state, such as held (repeat for more)':
    'listar solo los archivos en este estado, como held (repita para más)',
  'decide about files that were in the folder before it was set up: "send", "skip", or a date such as 2026-01-31 (send files of that day and newer files)':
    'decidir sobre los archivos que estaban en la carpeta antes de configurarla: "send" (enviar), "skip" (omitir) o una fecha como 2026-01-31 (enviar los archivos de ese día y los más nuevos)',
  'decide about documents that a folder sent with another task type or other request details (see "folders"): "send" each once as the folder says now, or "dismiss"':
    'decidir sobre los documentos que una carpeta envió con otro tipo de tarea u otros detalles de la solicitud (vea "folders"): "send" (enviar cada uno una vez como la carpeta indica ahora) o "dismiss" (descartar)',
  'decide about a held or duplicate file (see its number in "files"): "send", "leave-out", "send-anyway" (for a duplicate), or "answer:TASK" to add the file to a waiting Task':
    'decidir sobre un archivo retenido o duplicado (vea su número en "files"): "send" (enviar), "leave-out" (omitir), "send-anyway" (enviar un duplicado) o "answer:TASK" para agregar el archivo a una tarea en espera',
  'retry one submission, or all that wait or were rejected':
    'reintentar un envío, o todos los que esperan o se rechazaron',
  'retry with this task type, if the service rejected the task type':
    'reintentar con este tipo de tarea, si el servicio rechazó el tipo de tarea',
  'withdraw a submission that was not sent yet, or close a rejected submission; "outbox" shows whether it may already be a Task':
    'omitir un envío que todavía no se envió, o cerrar un envío rechazado; "outbox" muestra si es posible que ya sea una tarea',
  'send an unconfirmed submission again, although this can make a second Task':
    'enviar de nuevo un envío sin confirmar, aunque esto puede crear una segunda tarea',
  'refresh one folder, or all folders': 'actualizar una carpeta o todas las carpetas',
  'confirm that no other station uses a folder that is read-only or was left by another station; this station then sends its documents':
    'confirmar que ninguna otra estación usa una carpeta de solo lectura o que otra estación dejó; esta estación envía después sus documentos',
  'pause a folder: send nothing from it for now': 'pausar una carpeta: no enviar nada de ella por ahora',
  'resume a paused folder, or a waiting Task without new documents or data':
    'reanudar una carpeta pausada, o continuar una tarea en espera sin documentos ni datos nuevos',
  'run only the built-in practice service': 'ejecutar solo el servicio de práctica integrado',
  'the port of the practice service (default: any free port)':
    'el puerto del servicio de práctica (predeterminado: cualquier puerto libre)',
  'report external_read_enabled as off in org_settings':
    'informar external_read_enabled como desactivado en org_settings',
  'report external_callback_enabled as off in org_settings, and make no callbacks':
    'informar external_callback_enabled como desactivado en org_settings y no enviar avisos (callbacks)',
  'the token exchanges that the practice service allows in a minute':
    'los intercambios de token que el servicio de práctica permite en un minuto',
  'the deferred Tasks that the practice service holds before it refuses a create; one Task is pending at a time':
    'las tareas aplazadas que el servicio de práctica guarda antes de rechazar una creación; solo una tarea está pendiente a la vez',
  'manage the api_secret of this environment': 'administrar el api_secret de este entorno',
  'read the api_secret from standard input and save it':
    'leer el api_secret de la entrada estándar y guardarlo',
  'delete the saved api_secret': 'eliminar el api_secret guardado',
  'ask the service whether it accepts the api_secret': 'preguntar al servicio si acepta el api_secret',
  'read the password of a proxy from standard input and save it; without a user, delete the saved password':
    'leer la contraseña de un proxy de la entrada estándar y guardarla; sin usuario, eliminar la contraseña guardada',
  'read the password of the stations’ database from standard input and save it':
    'leer la contraseña de la base de datos de las estaciones de la entrada estándar y guardarla',
  'read the passphrase that all stations share from standard input and save it':
    'leer la frase de contraseña que comparten todas las estaciones de la entrada estándar y guardarla',
  'confirm that the api_secret belongs to the same organization under a new name or account':
    'confirmar que el api_secret pertenece a la misma organización con un nombre nuevo o una cuenta nueva',
  'make an encrypted copy of the record of what was sent, even while Clearfolder runs':
    'hacer una copia cifrada del registro de lo enviado, incluso mientras Clearfolder se ejecuta',
  'read a passphrase from standard input, so that the copy also opens on another computer':
    'leer una frase de contraseña de la entrada estándar, para que la copia también se abra en otra computadora',
  'restore a backup while Clearfolder is stopped: a file, the name of an automatic backup, or "latest"':
    'restaurar una copia de seguridad mientras Clearfolder está detenido: un archivo, el nombre de una copia automática o "latest"',
  'list the automatic backups': 'listar las copias de seguridad automáticas',
  'restore the backup of another station that will never run again':
    'restaurar la copia de seguridad de otra estación que nunca se volverá a ejecutar',
  'For a backup with a passphrase, give the passphrase on standard input.':
    'Para una copia de seguridad con frase de contraseña, indique la frase en la entrada estándar.',
  'manage the automatic copies to another folder ("copies" in the settings)':
    'administrar las copias automáticas a otra carpeta ("copies" en la configuración)',
  'read a passphrase from standard input and save it: new copies then open with it on any computer':
    'leer una frase de contraseña de la entrada estándar y guardarla: las copias nuevas se abren con ella en cualquier computadora',
  'delete the passphrase: only this station can then open new copies':
    'eliminar la frase de contraseña: después solo esta estación puede abrir las copias nuevas',
  'manage the record of what was sent': 'administrar el registro de lo enviado',
  'encrypt the record and its copies on this computer with a new key, while Clearfolder is stopped':
    'cifrar el registro y sus copias en esta computadora con una clave nueva, mientras Clearfolder está detenido',
  'manage the lock of this station': 'administrar el bloqueo de esta estación',
  'delete a forgotten PIN and turn off the lock': 'eliminar un PIN olvidado y desactivar el bloqueo',
  'show or check the settings': 'mostrar o comprobar la configuración',
  'check whether a settings file is valid': 'comprobar si un archivo de configuración es válido',
  'show the current settings': 'mostrar la configuración actual',
  'print the JSON Schema of the settings file': 'mostrar el esquema JSON del archivo de configuración',
  'run the system check and say what to do': 'ejecutar la revisión del sistema y decir qué hacer',
  'show the audit record: who viewed, sent, changed or exported what':
    'mostrar el registro de auditoría: quién vio, envió, cambió o exportó qué',
  'show entries from this day (2026-01-31) or time on':
    'mostrar las entradas desde este día (2026-01-31) u hora',
  'show entries up to this day or time': 'mostrar las entradas hasta este día u hora',
  'show only entries of this account (repeat for more)':
    'mostrar solo las entradas de esta cuenta (repita para más)',
  'show only this action, such as task.viewed (repeat for more)':
    'mostrar solo esta acción, como task.viewed (repita para más)',
  'show only entries about this Task, submission, folder or list (its id or a part of it)':
    'mostrar solo las entradas sobre esta tarea, envío, carpeta o lista (su id o una parte)',
  'show this many of the newest entries (default: 100)':
    'mostrar esta cantidad de las entradas más recientes (predeterminado: 100)',
  'check that the audit record is complete and unchanged':
    'comprobar que el registro de auditoría está completo y sin cambios',
  'export to a new file: CSV if the name ends in .csv, otherwise JSON Lines':
    'exportar a un archivo nuevo: CSV si el nombre termina en .csv; de lo contrario, JSON Lines',
  'show a support bundle: versions, errors, settings, counts and the log, without patient data':
    'mostrar un paquete de soporte: versiones, errores, configuración, cantidades y el registro de eventos, sin datos de pacientes',
  'also save the support bundle as a new file': 'guardar también el paquete de soporte como archivo nuevo',
  'the day must be a date such as 2026-01-31.': 'el día debe ser una fecha como 2026-01-31.',
  'only Tasks of this status, or "gone" (repeat for more)':
    'solo las tareas con este estado, o "gone" (repita para más)',
  'only Tasks of this task type (repeat for more)': 'solo las tareas de este tipo (repita para más)',
  'only Tasks with this text in a name, file name, external_id, journey, staff note or the name of who looks after them, or with these words in a document':
    'solo tareas con este texto en un nombre, nombre de archivo, external_id, recorrido, nota del personal o el nombre de quien se ocupa de ellas, o con estas palabras en un documento',
  'only Tasks of this watched folder': 'solo las tareas de esta carpeta vigilada',
  'only Tasks with a verdict on this code': 'solo las tareas con un dictamen sobre este código',
  'only Tasks with such a verdict': 'solo las tareas con un dictamen así',
  'only Tasks with an open or a done follow-up': 'solo las tareas con un seguimiento abierto o hecho',
  'only Tasks from this day on (2026-01-31)': 'solo las tareas desde este día (2026-01-31)',
  'only Tasks up to this day': 'solo las tareas hasta este día',
  'the date that --from and --to mean': 'la fecha a la que se refieren --from y --to',
  'only Tasks that the service no longer confirms': 'solo las tareas que el servicio ya no confirma',
  'the order (default: created)': 'el orden (predeterminado: created)',
  'begin with the smallest or oldest': 'comenzar con lo más pequeño o antiguo',
  'the address must be PORT or HOST:PORT, such as 9464.':
    'la dirección debe ser PORT o HOST:PORT, como 9464.',
  'serve metrics for Prometheus, /healthz and /readyz at PORT (this computer only) or HOST:PORT':
    'ofrecer métricas para Prometheus, /healthz y /readyz en PORT (solo esta computadora) o HOST:PORT',
  'show all stations that share folders with this one, and whether everything is out at all of them':
    'mostrar todas las estaciones que comparten carpetas con esta, y si en todas ellas ya salió todo',
  'send a note to the log of a Task at the service, without patient data':
    'enviar una nota al registro de una tarea en el servicio, sin datos de pacientes',
  'send an event of your own to the log of a Task at the service, without patient data: Clearfolder does not check the name or the data for patient data':
    'enviar un evento propio al registro de una tarea en el servicio, sin datos de pacientes: Clearfolder no comprueba si el nombre o los datos contienen datos de pacientes',
  '--data <json>  more about the event, as a JSON object: {example}':
    '--data <json>  más sobre el evento, como objeto JSON: {example}',
  'add a note about a Task for the staff of this station only; the service never gets it':
    'agregar una nota sobre una tarea solo para el personal de esta estación; el servicio nunca la recibe',
  'name the person who looks after a Task': 'indicar la persona que se ocupa de una tarea',
  'remove the name of the person who looks after a Task':
    'quitar el nombre de la persona que se ocupa de una tarea',
  'the day on which the Task comes back (2026-01-31)': 'el día en que la tarea vuelve (2026-01-31)',
  'set a waiting Task aside until a day': 'posponer una tarea en espera hasta un día',
  'leave a waiting Task out of the waiting Tasks, because nobody will answer it':
    'sacar una tarea de las tareas en espera, porque nadie la responderá',
  'put a Task that was set aside or given up back among the waiting Tasks':
    'devolver una tarea pospuesta o abandonada a las tareas en espera',
  reason: 'motivo',
  'manage the people who share this computer account':
    'administrar las personas que comparten esta cuenta de la computadora',
  'read a PIN from standard input, and let a person unlock with it; for a known name, change the PIN':
    'leer un PIN de la entrada estándar y permitir que una persona desbloquee con él; para un nombre conocido, cambiar el PIN',
  'remove a person and the PIN of the person': 'quitar una persona y el PIN de la persona',
  'list the people who have a PIN of their own': 'listar las personas que tienen un PIN propio',
  'only Tasks that this person looks after': 'solo las tareas de las que se ocupa esta persona',
  'only Tasks that you look after': 'solo las tareas de las que usted se ocupa',
  'only waiting Tasks that are set aside': 'solo las tareas en espera que están pospuestas',
  'only waiting Tasks that are given up': 'solo las tareas en espera que están abandonadas',
  'send a Task that was not approved again, as a new Task: with its documents, without those of --leave-out, and with the given files':
    'enviar de nuevo, como tarea nueva, una tarea que no se aprobó: con sus documentos, sin los de --leave-out, y con los archivos indicados',
  'what has changed, in your words': 'qué cambió, en sus palabras',
  'a document to leave out: its id or name (repeat for more)':
    'un documento para omitir: su id o nombre (repita para más)',
  'another task type': 'otro tipo de tarea',
  'other request details, as a JSON object': 'otros detalles de la solicitud, como objeto JSON',
  'the name of the new Task': 'el nombre de la tarea nueva',
  'the reference (external_id) of the new Task, without patient data':
    'la referencia (external_id) de la tarea nueva, sin datos de pacientes',
  'the address that the service calls when the new Task ends, with {uuid} or {reference}. Clearfolder sets --external-id after the service has confirmed the Task; a call before then has an id of Clearfolder as {reference}':
    'la dirección que el servicio llama cuando la tarea nueva termina, con {uuid} o {reference}. Clearfolder pone --external-id después de que el servicio confirma la tarea; un aviso anterior lleva como {reference} un id de Clearfolder',
  'send although nothing has changed: this makes a second claim':
    'enviar aunque nada cambió: esto crea una segunda reclamación',
  'wait until the new Task is decided or waits for an answer':
    'esperar hasta que la tarea nueva se decida o espere una respuesta',
  'move a folder, or all folders, from files to the database of the stations, or back; a repeated command continues a move that was interrupted':
    'pasar una carpeta, o todas las carpetas, de archivos a la base de datos de las estaciones, o de vuelta; un comando repetido continúa un traslado que se interrumpió',
  'how the stations of the folder agree from then on':
    'cómo se ponen de acuerdo las estaciones de la carpeta desde entonces',
  'show what would happen, and change nothing': 'mostrar qué pasaría, sin cambiar nada',
} as const;
