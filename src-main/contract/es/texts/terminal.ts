export const TERMINAL_ES = {
  'This look is not in the audit record, because the disk is full or read-only ({code}).':
    'Esta consulta de la lista no está en el registro de auditoría, porque el disco está lleno o es de solo lectura ({code}).',
  'Use "send" or "dismiss".': 'Use "send" o "dismiss".',
  'The Task is marked as superfluous. The service keeps both Tasks.':
    'La tarea está marcada como sobrante. El servicio conserva ambas tareas.',
  'Both Tasks are marked as wanted.': 'Ambas tareas están marcadas como necesarias.',
  'what the Task is: superfluous, or wanted': 'qué es la tarea: superfluous (sobra) o wanted (necesaria)',
  'the decision must be superfluous or wanted.': 'la decisión debe ser superfluous o wanted.',
  'decide about a Task that the service made twice: this Task is superfluous, or both are wanted':
    'decidir sobre una tarea que el servicio creó dos veces: esta tarea sobra, o ambas son necesarias',
  'The service made a second Task of the same submission: {task}.':
    'El servicio creó una segunda tarea del mismo envío: {task}.',
  'Compare both Tasks, then decide: clearfolder twin {task} superfluous, or: clearfolder twin {task} wanted':
    'Compare ambas tareas y después decida: clearfolder twin {task} superfluous, o: clearfolder twin {task} wanted',
  'This Task is marked as superfluous.': 'Esta tarea está marcada como sobrante.',
  'The other Task is marked as superfluous.': 'La otra tarea está marcada como sobrante.',
  'upkeep (sent files that cannot be moved, or answer folders that cannot be kept)':
    'mantenimiento (archivos enviados que no se pueden mover, o carpetas de respuesta que no se pueden mantener)',
  'failed-act (requests that failed after the time for Undo; Today says why)':
    'solicitud fallida (solicitudes que fallaron después del plazo para deshacer; Hoy indica por qué)',
  'twin (Tasks that the service made twice)': 'doble (tareas que el servicio creó dos veces)',
  'The service has only one Task of this submission, so there is nothing to decide. Nothing was changed.':
    'El servicio tiene una sola tarea de este envío, así que no hay nada que decidir. No se cambió nada.',
  'Open the Task to see its state.': 'Abra la tarea para ver su estado.',
  '--data {stray} is neither a JSON object, such as \'{"member_id": "..."}\', nor a data folder that exists.':
    '--data {stray} no es un objeto JSON, como \'{"member_id": "..."}\', ni una carpeta de datos que exista.',
  'Clearfolder could not write the file ({code}). No document is affected.':
    'Clearfolder no pudo escribir el archivo ({code}). Ningún documento se ve afectado.',
  passphrase: 'frase de contraseña',
  'No {what} came from standard input. Give it like this: ... < FILE':
    'De la entrada estándar no llegó lo que se pidió: {what}. Indíquelo así: ... < ARCHIVO',
  'No {what} was entered. Nothing was done.': 'No se ingresó lo que se pidió: {what}. No se hizo nada.',
  'Type the {what} and press Enter (your typing is not shown):':
    'Escriba y presione Enter (lo que escribe no se muestra): {what}',
  'Type the {what} again:': 'Escriba otra vez: {what}',
  'The two passphrases differ. Nothing was done.':
    'Las dos frases de contraseña son diferentes. No se hizo nada.',
  'Clearfolder could not write the audit record ({code}), so it shows nothing. No document is affected.':
    'Clearfolder no pudo escribir el registro de auditoría ({code}), por eso no muestra nada. Ningún documento se ve afectado.',
  'Check that the disk has free space and that you may write to the data folder, then try again.':
    'Compruebe que el disco tenga espacio libre y que usted pueda escribir en la carpeta de datos, y después inténtelo de nuevo.',
  'PIN of this station': 'PIN de esta estación',
  'This station is locked with a PIN, so nothing is shown and nothing was changed. Clearfolder is still sending and checking documents.':
    'Esta estación está bloqueada con un PIN, por eso no se muestra nada y no se cambió nada. Clearfolder sigue enviando y comprobando documentos.',
  'Unlock Clearfolder, or give the PIN: type the PIN when the terminal asks, or give the PIN on standard input with: ... --pin < FILE':
    'Desbloquee Clearfolder o indique el PIN: escriba el PIN cuando la terminal lo pida, o dé el PIN en la entrada estándar con: ... --pin < ARCHIVO',
  'The PIN is deleted, and the station does not lock. A running Clearfolder unlocks automatically.':
    'El PIN se eliminó y la estación no se bloquea. Un Clearfolder en ejecución se desbloquea automáticamente.',
  'To lock the station again, set a new PIN in Settings, under Lock and PIN.':
    'Para bloquear la estación de nuevo, establezca un PIN nuevo en Configuración, en Bloqueo y PIN.',
  never: 'nunca',
  'For help: clearfolder --help': 'Para obtener ayuda: clearfolder --help',
  'These are the newest {count} of {total} entries. For more: --limit NUMBER':
    'Estas son las {count} entradas más recientes de {total}. Para ver más: --limit NÚMERO',
  'No entries.': 'No hay entradas.',
  'newest: {seq} {hash}': 'más reciente: {seq} {hash}',
  '1 entry written to {path}.': '1 entrada escrita en {path}.',
  '{entries} entries written to {path}.': '{entries} entradas escritas en {path}.',
  'Each line has its own hash and the hash of the entry before, so the export can be verified without Clearfolder (docs/operations.md).':
    'Cada línea tiene su propio hash y el hash de la entrada anterior, así que la exportación se puede verificar sin Clearfolder (docs/operations.md).',
  '--{option} needs a day such as 2026-01-31, or a time such as 2026-01-31T14:30:00Z.':
    '--{option} necesita un día como 2026-01-31, o una hora como 2026-01-31T14:30:00Z.',
  'The filter is too long.': 'El filtro es demasiado largo.',
  'The record of what was sent is copied to {path}, encrypted and checked.':
    'El registro de lo enviado se copió en {path}, cifrado y comprobado.',
  'Only this station can open the copy, with the key in {store}. If this computer is lost, so is the copy. For a copy that opens on another computer: clearfolder backup FILE --passphrase':
    'Solo esta estación puede abrir la copia, con la clave en {store}. Si se pierde esta computadora, también se pierde la copia. Para una copia que se abra en otra computadora: clearfolder backup ARCHIVO --passphrase',
  'The copy opens with the passphrase on any computer. Keep the copy and the passphrase in different places. Without the passphrase nobody can open the copy.':
    'La copia se abre con la frase de contraseña en cualquier computadora. Guarde la copia y la frase en lugares diferentes. Sin la frase de contraseña nadie puede abrir la copia.',
  'The copy does not include documents that are not sent yet. Those documents stay in their folders.':
    'La copia no incluye los documentos que todavía no se enviaron. Esos documentos permanecen en sus carpetas.',
  'Give the file of a backup, or "latest". For a list of backups: clearfolder restore --list':
    'Indique el archivo de una copia de seguridad o "latest". Para ver la lista de copias: clearfolder restore --list',
  'The record of what was sent is restored.': 'El registro de lo enviado se restauró.',
  'The record of what was sent is restored, as it was at {when}.':
    'El registro de lo enviado se restauró, tal como estaba el {when}.',
  'The previous record is kept as {setAside}.': 'El registro anterior se conserva como {setAside}.',
  'The outbox of the previous record was kept.': 'La bandeja de salida del registro anterior se conservó.',
  'The backup does not know about documents that were sent after the backup was made. Clearfolder therefore first asks the service about everything in the outbox, and files in the folders wait for your decision.':
    'La copia de seguridad no conoce los documentos que se enviaron después de hacerla. Por eso Clearfolder pregunta primero al servicio por todo lo que está en la bandeja de salida, y los archivos de las carpetas esperan su decisión.',
  'When the backup was made, {openRequests} requests to Clearfolder, such as a retry or a withdrawal, were still open. Clearfolder may have carried out these requests later, so it ignores them now. Look at the outbox, and make a request again if you still need it.':
    'Cuando se hizo la copia de seguridad, quedaban abiertas {openRequests} solicitudes a Clearfolder, como un reintento o una omisión. Es posible que Clearfolder las haya cumplido después, por eso ahora las ignora. Revise la bandeja de salida y repita una solicitud si todavía la necesita.',
  'Start Clearfolder, then check: clearfolder outbox, and clearfolder files --state held':
    'Inicie Clearfolder y después compruebe: clearfolder outbox, y clearfolder files --state held',
  'There is no automatic backup yet. Clearfolder makes the first backup two minutes after the start.':
    'Todavía no hay una copia de seguridad automática. Clearfolder hace la primera dos minutos después del inicio.',
  'Automatic backups, newest first. Only this station can open them.':
    'Copias de seguridad automáticas, primero la más reciente. Solo esta estación puede abrirlas.',
  '(in the future: the clock was wrong at that time)': '(en el futuro: el reloj estaba mal en ese momento)',
  'To restore a backup: clearfolder restore NAME, or: clearfolder restore latest':
    'Para restaurar una copia: clearfolder restore NOMBRE, o: clearfolder restore latest',
  'The record of what was sent has a new key, kept in {store}, and so have {copies} copies in the data folder.':
    'El registro de lo enviado tiene una clave nueva, guardada en {store}, y también {copies} copias en la carpeta de datos.',
  '{unopened} copies could not be opened with any saved key and were not changed.':
    '{unopened} copias no se pudieron abrir con ninguna clave guardada y no se cambiaron.',
  'Backups in other folders open as before: with their passphrase, or on this station with the old key, which Clearfolder keeps.':
    'Las copias de seguridad en otras carpetas se abren como antes: con su frase de contraseña, o en esta estación con la clave anterior, que Clearfolder conserva.',
  'Only this station can open new copies.': 'Solo esta estación puede abrir las copias nuevas.',
  'The passphrase is saved in {store}. New copies open with the passphrase on any computer.':
    'La frase de contraseña está guardada en {store}. Las copias nuevas se abren con ella en cualquier computadora.',
  'Keep the passphrase in another place as well: without it nobody can open the copies if this station is lost.':
    'Guarde la frase de contraseña también en otro lugar: sin ella nadie puede abrir las copias si se pierde esta estación.',
  FAULT: 'FALLO',
  'The file {file} contains exactly this text. Read the text before you share the file.':
    'El archivo {file} contiene exactamente este texto. Lea el texto antes de compartir el archivo.',
  'The outbox is empty.': 'La bandeja de salida está vacía.',
  'next try {when}': 'próximo intento {when}',
  'send the documents of a rejected answer as a new Task, and close the answer':
    'enviar los documentos de una respuesta rechazada como tarea nueva, y cerrar la respuesta',
  'the task type, if it is not the type of the answered Task':
    'el tipo de tarea, si no es el tipo de la tarea respondida',
  'is Task {uuid}': 'es la tarea {uuid}',
  'answer to Task {uuid}': 'respuesta a la tarea {uuid}',
  'change of Task {uuid}': 'cambio de la tarea {uuid}',
  'Clearfolder has not asked the service yet.': 'Clearfolder todavía no preguntó al servicio.',
  'As of {when}:': 'Actualizado {when}:',
  'Clearfolder has not prepared the texts of all documents for the search yet, so Tasks may be missing. Clearfolder prepares the texts while it runs.':
    'Clearfolder todavía no preparó los textos de todos los documentos para la búsqueda, así que pueden faltar tareas. Clearfolder prepara los textos mientras se ejecuta.',
  'in its documents: {passage}': 'en sus documentos: {passage}',
  'in a note of your staff: {note}': 'en una nota de su personal: {note}',
  'No Task matches.': 'Ninguna tarea coincide.',
  'No Tasks.': 'No hay tareas.',
  'No Task is {list}.': 'Ninguna tarea está en {list}.',
  or: 'o',
  '"{unknown}" is not a status. The statuses are: {list}.':
    '"{unknown}" no es un estado de tarea. Los estados son: {list}.',
  Unnamed: 'Sin nombre',
  '"{unknown}" is not a state. The states are: {list}.':
    '"{unknown}" no es un estado de archivo. Los estados son: {list}.',
  'No files.': 'No hay archivos.',
  'ignored by the rule "{rule}"': 'ignorado por la regla "{rule}"',
  'No folder is watched. Add a folder under "folders" in the settings.':
    'No se vigila ninguna carpeta. Agregue una carpeta en "folders" de la configuración.',
  'no files found': 'no se encontraron archivos',
  'files or folders that cannot be read: {unreadable}':
    'archivos o carpetas que no se pueden leer: {unreadable}',
  'Paused: Clearfolder sends nothing from this folder until you run "clearfolder resume".':
    'En pausa: Clearfolder no envía nada de esta carpeta hasta que usted ejecute "clearfolder resume".',
  'Handled by {station}: that station sends the documents in this folder.':
    'A cargo de {station}: esa estación envía los documentos de esta carpeta.',
  'watched by {watching}, last checked {when}': 'vigilada por {watching}, última comprobación {when}',
  'not checked yet: Clearfolder has not run since the folder was set up':
    'todavía sin comprobar: Clearfolder no se ejecutó desde que se configuró la carpeta',
  'cannot be reached since {when}; last checked {checked}':
    'inaccesible desde {when}; última comprobación {checked}',
  '--to must not be before --from.': '--to no debe ser anterior a --from.',
  'with every code approved': 'con todos los códigos aprobados',
  'with a code that was not approved': 'con algún código no aprobado',
  'without a verdict for any code': 'sin dictamen para ningún código',
  'whose details are not loaded yet': 'cuyos detalles todavía no se cargaron',
  'whose details were deleted after the time that the settings say':
    'cuyos detalles se eliminaron después del plazo que indica la configuración',
  'corrected; a correction is a Task of its own': 'corregidas; una corrección es una tarea aparte',
  'From {from} to {to}, as of {when}:': 'Del {from} al {to}, actualizado {when}:',
  '1 Task created': '1 tarea creada',
  '{count} Tasks created': '{count} tareas creadas',
  '1 Task decided: {outcome}': '1 tarea decidida: {outcome}',
  '{count} Tasks decided: {outcome}': '{count} tareas decididas: {outcome}',
  '{count} of them {words}': '{count} de ellas {words}',
  'code {code}': 'código {code}',
  'from other stations': 'de otras estaciones',
  'added by hand': 'agregadas a mano',
  'Why codes were not approved:': 'Por qué no se aprobaron los códigos:',
  '{waits} times a Task began to wait': 'Veces que una tarea comenzó a esperar: {waits}',
  'What was missing:': 'Qué faltaba:',
  'no codes': 'ningún código',
  '{approved} of {count} codes approved ({rate})': 'códigos aprobados: {approved} de {count} ({rate})',
  '{rate}; half within {half}, 90% within {most}':
    '{rate}; la mitad en {half} o menos, el 90% en {most} o menos',
  '1 Task written to {path}.': '1 tarea escrita en {path}.',
  '{count} Tasks written to {path}.': '{count} tareas escritas en {path}.',
  'The file contains patient data and is not encrypted.':
    'El archivo contiene datos de pacientes y no está cifrado.',
  'PRACTICE: nothing left this computer.': 'PRÁCTICA: nada salió de esta computadora.',
  'Task {task}': 'Tarea {task}',
  'This station sent nothing for this Task.': 'Esta estación no envió nada para esta tarea.',
  'Documents of the Task, sent {when}, accepted {accepted}:':
    'Documentos de la tarea, enviados {when}, aceptados {accepted}:',
  'Answer, sent {when}, accepted {accepted}:': 'Respuesta, enviada {when}, aceptada {accepted}:',
  '(name no longer kept)': '(nombre que ya no se conserva)',
  '{size} bytes': '{size} bytes',
  'values: {list}': 'valores: {list}',
  'Done.': 'Hecho.',
  'The request is saved. Clearfolder carries it out when it runs.':
    'La solicitud está guardada. Clearfolder la cumple cuando se ejecute.',
  'Clearfolder has stopped. Documents that are not sent yet are sent after the next start.':
    'Clearfolder se detuvo. Los documentos que todavía no se enviaron se envían después del próximo inicio.',
  'Clearfolder is not running with this data folder.':
    'Clearfolder no se está ejecutando con esta carpeta de datos.',
  'The running Clearfolder did not answer within 5 seconds. Nothing was changed, and no document is lost.':
    'El Clearfolder en ejecución no respondió en 5 segundos. No se cambió nada y no se perdió ningún documento.',
  'The running Clearfolder did not answer within 5 seconds. Clearfolder may still carry out the request. No document is lost.':
    'El Clearfolder en ejecución no respondió en 5 segundos. Es posible que Clearfolder todavía cumpla la solicitud. No se perdió ningún documento.',
  'Wait a minute and try again. If Clearfolder still does not answer, end its process in the task manager and start Clearfolder again. Nothing is lost or sent twice.':
    'Espere un minuto e inténtelo de nuevo. Si Clearfolder sigue sin responder, finalice su proceso en el administrador de tareas e inicie Clearfolder de nuevo. Nada se pierde ni se envía dos veces.',
  'The outbox has no submission or answer with this id. Nothing was changed.':
    'La bandeja de salida no tiene un envío ni una respuesta con este id. No se cambió nada.',
  'No file has this number. Nothing was changed.': 'Ningún archivo tiene este número. No se cambió nada.',
  'Find the number with: clearfolder files': 'Busque el número con: clearfolder files',
  'No folder has the id "{id}". Nothing was changed.':
    'Ninguna carpeta tiene el id "{id}". No se cambió nada.',
  'Add a folder under "folders" in the settings first.':
    'Agregue primero una carpeta en "folders" de la configuración.',
  'The folders are: {list}.': 'Las carpetas son: {list}.',
  'Use "send", "skip", or a date such as 2026-01-31 (files of that day and newer files are sent).':
    'Use "send", "skip" o una fecha como 2026-01-31 (se envían los archivos de ese día y los más nuevos).',
  'FILE must be the number that "clearfolder files" shows.':
    'ARCHIVO debe ser el número que muestra "clearfolder files".',
  'Use "send", "leave-out", "send-anyway" (for a duplicate) or "answer:TASK".':
    'Use "send", "leave-out", "send-anyway" (para un duplicado) o "answer:TASK".',
  'Use --task-type with one submission: retry SUBMISSION --task-type TYPE.':
    'Use --task-type con un solo envío: retry ENVÍO --task-type TIPO.',
  'Clearfolder is running. This account opens its window with: clearfolder open':
    'Clearfolder está en ejecución. Esta cuenta abre su ventana con: clearfolder open',
  '1 watched folder': '1 carpeta vigilada',
  '{count} watched folders': '{count} carpetas vigiladas',
  'Clearfolder is running: environment "{environment}", {watched}, secrets in {store}.':
    'Clearfolder está en ejecución: entorno "{environment}", {watched}, secretos en {store}.',
  'No folder is watched, so Clearfolder sends only files that you submit by hand. Add a folder under "folders" in the settings.':
    'No se vigila ninguna carpeta, así que Clearfolder envía solo los archivos que usted envía a mano. Agregue una carpeta en "folders" de la configuración.',
  'No api_secret is set, so Clearfolder cannot send anything yet. Set the api_secret with: clearfolder secret set':
    'No se estableció un api_secret, así que Clearfolder todavía no puede enviar nada. Establezca el api_secret con: clearfolder secret set',
  'Clearfolder is stopping: open requests end first. A second Ctrl+C or SIGTERM stops Clearfolder immediately.':
    'Clearfolder se está deteniendo: primero terminan las solicitudes abiertas. Un segundo Ctrl+C o SIGTERM detiene Clearfolder de inmediato.',
  'The practice service is running. Its verdicts are for training only and are no medical judgment.':
    'El servicio de práctica está en ejecución. Sus dictámenes son solo para capacitación y no son un juicio médico.',
  'Press Ctrl+C to stop. The practice service keeps its Tasks.':
    'Presione Ctrl+C para detenerlo. El servicio de práctica conserva sus tareas.',
  'Saved as {target}.': 'Guardado como {target}.',
  'No document of this Task has this id or name, so nothing was saved.':
    'Ningún documento de esta tarea tiene este id o nombre, por eso no se guardó nada.',
  'More than one document of this Task has this id or name, so nothing was saved.':
    'Más de un documento de esta tarea tiene este id o nombre, por eso no se guardó nada.',
  'This Task has no documents. See its texts and data with: clearfolder text ID':
    'Esta tarea no tiene documentos. Vea sus textos y datos con: clearfolder text ID',
  'The documents are: {list}': 'Los documentos son: {list}',
  'Ctrl+Z and Enter': 'Ctrl+Z y Enter',
  'Paste the api_secret and press Enter, then {endOfInput}:':
    'Pegue el api_secret y presione Enter, después {endOfInput}:',
  'No api_secret came from standard input. Give it like this: clearfolder secret set < FILE':
    'No llegó ningún api_secret de la entrada estándar. Indíquelo así: clearfolder secret set < ARCHIVO',
  'The api_secret is set, but the service could not check it. To check it later: clearfolder secret check':
    'El api_secret está establecido, pero el servicio no pudo comprobarlo. Para comprobarlo más tarde: clearfolder secret check',
  'The api_secret is set.': 'El api_secret está establecido.',
  'A running Clearfolder continues automatically.': 'Un Clearfolder en ejecución continúa automáticamente.',
  'Clearfolder sends nothing yet.': 'Clearfolder todavía no envía nada.',
  'The record of what was sent now belongs to {name}.': 'El registro de lo enviado pertenece ahora a {name}.',
  'not named by the service': 'el servicio no da el nombre',
  'the organization of the api_secret': 'la organización del api_secret',
  'A running Clearfolder continues automatically, and first asks the service about documents that may have arrived.':
    'Un Clearfolder en ejecución continúa automáticamente, y primero pregunta al servicio por los documentos que pueden haber llegado.',
  'The api_secret is deleted. Clearfolder sends nothing until you set an api_secret.':
    'El api_secret se eliminó. Clearfolder no envía nada hasta que usted establezca un api_secret.',
  'Secrets are saved in {store}.': 'Los secretos se guardan en {store}.',
  'Practice mode uses its own api_secret.': 'El modo de práctica usa su propio api_secret.',
  'The service accepts the api_secret. Organization: {name}.':
    'El servicio acepta el api_secret. Organización: {name}.',
  'Callbacks (external_callback_enabled): {state}.': 'Callbacks (external_callback_enabled): {state}.',
  'external_read_enabled: {state}. The description of the service does not say what this switch allows. Clearfolder works the same with either value.':
    'external_read_enabled: {state}. La descripción del servicio no dice qué permite esta opción. Clearfolder funciona igual con cualquiera de los dos valores.',
  on: 'sí',
  off: 'no',
  'The service rejects the api_secret, probably because it was replaced. An earlier sign-in may still work for a while. After that nothing is sent, and nothing is lost: everything waits on this computer.':
    'El servicio rechaza el api_secret, probablemente porque se reemplazó. Un acceso anterior puede funcionar todavía por un tiempo. Después no se envía nada y no se pierde nada: todo espera en esta computadora.',
  'Get the new api_secret from your administrator and set it with: clearfolder secret set':
    'Pida el api_secret nuevo a su administrador y establézcalo con: clearfolder secret set',
  'The settings name no proxy ("network.proxy"). Nothing was changed.':
    'La configuración no indica un proxy ("network.proxy"). No se cambió nada.',
  'The user name of a proxy must not contain ":". Nothing was changed.':
    'El nombre de usuario de un proxy no debe contener ":". No se cambió nada.',
  'password of the proxy': 'contraseña del proxy',
  'The password of the proxy is deleted.': 'La contraseña del proxy se eliminó.',
  'The password for {proxy} is saved. A running Clearfolder continues automatically.':
    'La contraseña para {proxy} está guardada. Un Clearfolder en ejecución continúa automáticamente.',
  'password of the database': 'contraseña de la base de datos',
  'passphrase of the stations': 'frase de contraseña de las estaciones',
  'The passphrase must have at least {least} characters. Nothing was changed.':
    'La frase de contraseña debe tener al menos {least} caracteres. No se cambió nada.',
  'The settings name no database ("stations.postgres"). Nothing was changed.':
    'La configuración no indica una base de datos ("stations.postgres"). No se cambió nada.',
  'The {what} is saved. A running Clearfolder continues automatically.':
    'Se guardó: {what}. Un Clearfolder en ejecución continúa automáticamente.',
  'The environment variable CLEARFOLDER_API_SECRET is set and overrides the saved api_secret. Remove the variable first.':
    'La variable de entorno CLEARFOLDER_API_SECRET está definida y tiene prioridad sobre el api_secret guardado. Quite primero la variable.',
  'Give at least one file or folder, --text TEXT, or --data JSON. For a Task without documents, give --request-spec JSON.':
    'Indique al menos un archivo o una carpeta, --text TEXTO o --data JSON. Para una tarea sin documentos, indique --request-spec JSON.',
  'not sent: {path}': 'no enviado: {path}',
  'Documents that are not sent yet are saved. Clearfolder sends them automatically while it runs: clearfolder outbox':
    'Los documentos que todavía no se enviaron están guardados. Clearfolder los envía automáticamente mientras se ejecuta: clearfolder outbox',
  'The file is empty. Scan or export the document again, then submit it again.':
    'El archivo está vacío. Escanee o exporte el documento otra vez y después envíelo de nuevo.',
  'The end of the file is missing, so the file seems incomplete. Scan or export the document again, then submit it again. To send the incomplete file, submit it again with --incomplete.':
    'Falta el final del archivo, así que el archivo parece incompleto. Escanee o exporte el documento otra vez y después envíelo de nuevo. Para enviar el archivo incompleto, envíelo de nuevo con --incomplete.',
  'The file changed while Clearfolder read it. Wait until the file is complete, then submit it again.':
    'El archivo cambió mientras Clearfolder lo leía. Espere hasta que el archivo esté completo y después envíelo de nuevo.',
  'This file or folder does not exist. Check the name, then submit again.':
    'Este archivo o esta carpeta no existe. Compruebe el nombre y después envíe de nuevo.',
  'Clearfolder cannot open the file. If another program uses the file, close that program. Otherwise ask your administrator for permission to read the file. Then submit the file again.':
    'Clearfolder no puede abrir el archivo. Si otro programa usa el archivo, cierre ese programa. De lo contrario, pida a su administrador permiso para leer el archivo. Después envíe el archivo de nuevo.',
  'The same document was sent before, so this file was not sent again. To send the file again, find its number with "clearfolder files --state duplicate", then run "clearfolder decide NUMBER send-anyway".':
    'El mismo documento se envió antes, por eso este archivo no se envió de nuevo. Para enviar el archivo otra vez, busque su número con "clearfolder files --state duplicate" y después ejecute "clearfolder decide NÚMERO send-anyway".',
  'The same document is already in the outbox, so this file was not added a second time. To send this file too, find its number with "clearfolder files --state duplicate", then run "clearfolder decide NUMBER send-anyway".':
    'El mismo documento ya está en la bandeja de salida, por eso este archivo no se agregó por segunda vez. Para enviar también este archivo, busque su número con "clearfolder files --state duplicate" y después ejecute "clearfolder decide NÚMERO send-anyway".',
  'The file is a web page, although its name is the name of another type. Download or export the document again. To send the web page, submit it again with --any-type.':
    'El archivo es una página web, aunque su nombre es el de otro tipo. Vuelva a descargar o exportar el documento. Para enviar la página web, envíela de nuevo con --any-type.',
  'The file is not a PDF, an image, a text or another type of document that Clearfolder knows. To send the file anyway, submit it again with --any-type.':
    'El archivo no es un PDF, una imagen, un texto ni otro tipo de documento que Clearfolder conozca. Para enviar el archivo de todos modos, envíelo de nuevo con --any-type.',
  'No folder and no Task has the id "{id}". Nothing was changed.':
    'Ninguna carpeta y ninguna tarea tiene el id "{id}". No se cambió nada.',
  'Find the id with: clearfolder folders, or: clearfolder tasks':
    'Busque el id con: clearfolder folders, o: clearfolder tasks',
  'The service accepted the answer and continues with Task {uuid}.':
    'El servicio aceptó la respuesta y continúa con la tarea {uuid}.',
  'The service rejected the answer.': 'El servicio rechazó la respuesta.',
  'The answer is saved ({state}). Clearfolder sends the answer automatically while Clearfolder runs.':
    'La respuesta está guardada ({state}). Clearfolder envía la respuesta automáticamente mientras se ejecuta.',
  'The service accepted the change of Task {uuid}.': 'El servicio aceptó el cambio de la tarea {uuid}.',
  'The service rejected the change.': 'El servicio rechazó el cambio.',
  'The change is saved ({state}). Clearfolder sends the change automatically while Clearfolder runs.':
    'El cambio está guardado ({state}). Clearfolder envía el cambio automáticamente mientras se ejecuta.',
  'The service accepted the request and continues with Task {uuid}.':
    'El servicio aceptó la solicitud y continúa con la tarea {uuid}.',
  'The service rejected the request.': 'El servicio rechazó la solicitud.',
  'The request is saved ({state}). Clearfolder sends the request automatically while Clearfolder runs.':
    'La solicitud está guardada ({state}). Clearfolder envía la solicitud automáticamente mientras se ejecuta.',
  '--external-id must have 1 to 1024 characters. Nothing was sent.':
    '--external-id debe tener de 1 a 1024 caracteres. No se envió nada.',
  '--name must have 1 to 500 characters. Nothing was sent.':
    '--name debe tener de 1 a 500 caracteres. No se envió nada.',
  '--callback {fault}. Nothing was sent.': '--callback {fault}. No se envió nada.',
  'is not valid': 'no es válido',
  '{name} cannot be read ({found}), so the answer was not sent.':
    '{name} no se puede leer ({found}), por eso la respuesta no se envió.',
  '{name} is not a file, so the answer was not sent.':
    '{name} no es un archivo, por eso la respuesta no se envió.',
  '{name} is empty, so the answer was not sent.': '{name} está vacío, por eso la respuesta no se envió.',
  'Give each complete document with --file, then answer again.':
    'Indique cada documento completo con --file y después responda de nuevo.',
  '--data must be a JSON object, for instance \'{"member_id": "..."}\'.':
    '--data debe ser un objeto JSON, por ejemplo \'{"member_id": "..."}\'.',
  'Folder "{id}": {remark}': 'Carpeta "{id}": {remark}',
  'The settings are valid: environment "{environment}", 1 folder.':
    'La configuración es válida: entorno "{environment}", 1 carpeta.',
  'The settings are valid: environment "{environment}", {count} folders.':
    'La configuración es válida: entorno "{environment}", {count} carpetas.',
  'The policy {file} sets and locks: {list}.': 'La política {file} establece y bloquea: {list}.',
  'There is no settings file. These are the defaults:':
    'No hay un archivo de configuración. Estos son los valores predeterminados:',
  'From {settingsFile}:': 'De {settingsFile}:',
  'Last checked: {when}.': 'Última comprobación: {when}.',
  'The last state in the record: {state}, since {when}.':
    'El último estado en el registro: {state}, desde {when}.',
  'Clearfolder is running. Nothing needs attention beyond the everyday work.':
    'Clearfolder está en ejecución. Nada requiere atención fuera del trabajo diario.',
  'Clearfolder is running, and something needs attention.':
    'Clearfolder está en ejecución y algo requiere atención.',
  'Clearfolder is running, but cannot reach the service.':
    'Clearfolder está en ejecución, pero no puede comunicarse con el servicio.',
  'Clearfolder is running, but does not answer. Whether documents go out is not known.':
    'Clearfolder está en ejecución, pero no responde. No se sabe si los documentos salen.',
  'Clearfolder is running, but a folder or a part of the outbox is paused.':
    'Clearfolder está en ejecución, pero una carpeta o una parte de la bandeja de salida está en pausa.',
  'Clearfolder is running, but has not scanned every watched folder since its start.':
    'Clearfolder está en ejecución, pero no ha revisado todas las carpetas vigiladas desde su inicio.',
  'Clearfolder is running, but cannot sign in to the service, so nothing is sent or checked.':
    'Clearfolder está en ejecución, pero no puede iniciar sesión en el servicio, así que no se envía ni se comprueba nada.',
  'Clearfolder is running, but cannot write to its disk, so documents are not sent and new files may not be counted.':
    'Clearfolder está en ejecución, pero no puede escribir en su disco, así que no se envían documentos y es posible que los archivos nuevos no se cuenten.',
  'Files in the state "settling" may be complete: Clearfolder sends no file of a folder before it has compared its record with the service, so that nothing is sent twice.':
    'Los archivos en el estado "guardándose" pueden estar completos: Clearfolder no envía ningún archivo de una carpeta antes de comparar su registro con el servicio, para que nada se envíe dos veces.',
  '1 other item of the outbox is not sent. For the reason: clearfolder outbox.':
    'Otro elemento de la bandeja de salida no se envió. Para ver el motivo: clearfolder outbox.',
  '{count} other items of the outbox are not sent. For the reasons: clearfolder outbox.':
    'Otros {count} elementos de la bandeja de salida no se enviaron. Para ver los motivos: clearfolder outbox.',
  '1 folder needs attention. For the reason: clearfolder folders.':
    '1 carpeta requiere atención. Para ver el motivo: clearfolder folders.',
  '{count} folders need attention. For the reasons: clearfolder folders.':
    '{count} carpetas requieren atención. Para ver los motivos: clearfolder folders.',
  'The counts of files do not add up: {count} files are in no state or in two. Report this message.':
    'Los números de archivos no cuadran: {count} archivos no están en ningún estado o están en dos. Comunique este mensaje.',
  'Files that are not recorded yet: {count}.': 'Archivos que aún no están registrados: {count}.',
  'record of what was sent (it cannot be written)': 'registro de lo enviado (no se puede escribir)',
  'Clearfolder is starting or stopping. Clearfolder sends no file of a folder before it has compared its record with the service.':
    'Clearfolder se está iniciando o deteniendo. Clearfolder no envía ningún archivo de una carpeta antes de comparar su registro con el servicio.',
  'Clearfolder is not running with this data folder, so nothing is sent or checked.':
    'Clearfolder no se está ejecutando con esta carpeta de datos, así que no se envía ni se comprueba nada.',
  'engine-stopped': 'motor detenido',
  secret: 'api_secret',
  folder: 'carpeta',
  'record of what was sent (the service has Tasks that it did not know)':
    'registro de lo enviado (el servicio tiene tareas que el registro no conocía)',
  waiting: 'por responder',
  denied: 'sin confirmar por el servicio',
  'held (existing files that need a decision)': 'retenido(s) (archivos existentes por decidir)',
  'held (files that could not be sent)': 'retenido(s) (archivos que no se pudieron enviar)',
  'rejected (items of the outbox)': 'rechazado(s) (elementos de la bandeja de salida)',
  held: 'retenido(s)',
  rejected: 'rechazado(s)',
  stuck: 'detenido(s)',
  'unreadable (files or folders that cannot be read)':
    'ilegible(s) (archivos o carpetas que no se pueden leer)',
  'not-approved': 'con un código no aprobado',
  'ended-badly': 'terminada(s) con error',
  drop: 'borrador(es)',
  'queued at the service': 'en cola en el servicio',
  'being checked': 'en revisión',
  'waiting for you': 'por responder',
  decided: 'decidida',
  'failed at the service': 'con error en el servicio',
  'nothing relevant found in the documents': 'nada relevante en los documentos',
  'gone since {when}; was: {statusText}': 'desaparecida desde {when}; antes: {statusText}',
  'status unknown since {when}; was: {statusText}': 'estado desconocido desde {when}; antes: {statusText}',
  approved: 'aprobado',
  'NOT APPROVED': 'NO APROBADO',
  'because: {message}': 'porque: {message}',
  '{code} without a verdict: {conclusion}': '{code} sin dictamen: {conclusion}',
  'answer it: {command}': 'responder: {command}',
  DOCUMENT: 'DOCUMENTO',
  'Other issues:': 'Otros problemas:',
  'Category: {category}': 'Categoría: {category}',
  'Other data of the service (interceptions):': 'Otros datos del servicio (interceptions):',
  'Documents and data:': 'Documentos y datos:',
  none: 'ninguno',
  'details as of {when}: not loaded again since the Task changed':
    'detalles del {when}: no se cargaron de nuevo desde que la tarea cambió',
  'details not loaded yet: verdicts, issues and documents are not known':
    'detalles aún sin cargar: no se conocen los dictámenes, problemas y documentos',
  'copy of {name}': 'copia de {name}',
  'copy of {name} of the Task {task}': 'copia de {name} de la tarea {task}',
  property: 'propiedad',
  'record type': 'tipo de registro',
  code: 'código',
  'details deleted by retention': 'detalles eliminados por la conservación',
  'not known: the details are not loaded': 'desconocido: los detalles no se han cargado',
  'none yet: the service has not finished reading the documents':
    'ninguno todavía: el servicio no ha terminado de leer los documentos',
  'Records found:': 'Registros encontrados:',
  'History:': 'Historial:',
  settling: 'guardándose',
  queued: 'en cola',
  sending: 'enviándose',
  unconfirmed: 'aún sin confirmar',
  '1 file is not sent ({list}). For the reasons: clearfolder files.':
    '1 archivo no se envió ({list}). Para ver los motivos: clearfolder files.',
  '{count} files are not sent ({list}). For the reasons: clearfolder files.':
    '{count} archivos no se enviaron ({list}). Para ver los motivos: clearfolder files.',
  '1 file or folder cannot be read, so nobody knows which documents it is or holds. For the name: clearfolder folders.':
    'No se puede leer 1 archivo o carpeta, por lo que nadie sabe qué documentos es o contiene. Para ver el nombre: clearfolder folders.',
  '{count} files or folders cannot be read, so nobody knows which documents these are or hold. For the names: clearfolder folders.':
    'No se pueden leer {count} archivos o carpetas, por lo que nadie sabe qué documentos son o contienen. Para ver los nombres: clearfolder folders.',
  '1 file is handled by another station.': '1 archivo está a cargo de otra estación.',
  '{count} files are handled by another station.': '{count} archivos están a cargo de otra estación.',
  '1 answer is not sent. For the reason: clearfolder outbox.':
    '1 respuesta no se ha enviado. Para ver el motivo: clearfolder outbox.',
  '{count} answers are not sent. For the reasons: clearfolder outbox.':
    '{count} respuestas no se han enviado. Para ver los motivos: clearfolder outbox.',
  '{folder} is paused, so new files wait. To resume: clearfolder resume FOLDER.':
    '{folder} está en pausa, así que los archivos nuevos esperan. Para reanudar: clearfolder resume CARPETA.',
  '{folders} are paused, so new files wait. To resume: clearfolder resume FOLDER.':
    '{folders} están en pausa, así que los archivos nuevos esperan. Para reanudar: clearfolder resume CARPETA.',
  '{folders} cannot be reached, so new files there are not known. For details: clearfolder folders.':
    'Sin acceso a {folders}, así que no se conocen los archivos nuevos de allí. Para ver los detalles: clearfolder folders.',
  '1 Task is gone from the service. For a list: clearfolder tasks --status gone.':
    '1 tarea ya no está en el servicio. Para ver la lista: clearfolder tasks --status gone.',
  '{count} Tasks are gone from the service. For a list: clearfolder tasks --status gone.':
    '{count} tareas ya no están en el servicio. Para ver la lista: clearfolder tasks --status gone.',
  '1 Task has an unknown status. For a list: clearfolder tasks.':
    '1 tarea tiene un estado desconocido. Para ver la lista: clearfolder tasks.',
  '{count} Tasks have an unknown status. For a list: clearfolder tasks.':
    '{count} tareas tienen un estado desconocido. Para ver la lista: clearfolder tasks.',
  'Nothing is left to send.': 'No queda nada por enviar.',
  'This station is locked. The summary continues here when the station is unlocked.':
    'Esta estación está bloqueada. El resumen continúa aquí cuando la estación se desbloquee.',
  'This output may be a log, which must not contain patient names. Clearfolder therefore shows documents and results only in its window.':
    'Esta salida puede ser un registro de eventos, que no debe contener nombres de pacientes. Por eso Clearfolder muestra los documentos y los resultados solo en su ventana.',
  'Clearfolder is stopping: open requests end first. Press Ctrl+C again to stop immediately; nothing is lost.':
    'Clearfolder se está deteniendo: primero terminan las solicitudes abiertas. Presione Ctrl+C otra vez para detenerlo de inmediato; no se pierde nada.',
  'Clearfolder, practice mode: nothing leaves this computer, and every patient is invented.':
    'Clearfolder, modo de práctica: nada sale de esta computadora y todos los pacientes son inventados.',
  'Clearfolder, environment "{environment}", as {actor}.':
    'Clearfolder, entorno "{environment}", como {actor}.',
  'Watching {path}': 'Vigilando {path}',
  'Sample documents for waiting Tasks: {answers}': 'Documentos de ejemplo para tareas en espera: {answers}',
  'Put documents into a watched folder, and Clearfolder sends them. Press Ctrl+C to stop. Where this text says "clearfolder VERB", use "npm start -- VERB" in a second terminal.':
    'Ponga documentos en una carpeta vigilada y Clearfolder los envía. Presione Ctrl+C para detenerlo. Donde este texto dice "clearfolder COMANDO", use "npm start -- COMANDO" en una segunda terminal.',
  '1 document': '1 documento',
  '{count} documents': '{count} documentos',
  sent: 'enviado',
  '{count} files': '{count} archivos',
  'not sent': 'no enviado',
  'gone: {name}': 'desapareció: {name}',
  '{count} approved': '{count} aprobadas',
  '{count} with a code that was not approved': '{count} con un código que no se aprobó',
  '{count} waiting for you': '{count} por responder',
  '{count} gone from the service': '{count} ya no están en el servicio',
  '{count} with an unknown status': '{count} con un estado desconocido',
  '1 Task: {list}.': '1 tarea: {list}.',
  '{count} Tasks: {list}.': '{count} tareas: {list}.',
  '"{word}" is not a command of clearfolder. For a list: clearfolder --help':
    '"{word}" no es un comando de clearfolder. Para ver la lista: clearfolder --help',
  'Clearfolder is already running on this data folder. This link opens its window; the link works once, within one minute:':
    'Clearfolder ya se está ejecutando en esta carpeta de datos. Este enlace abre su ventana; el enlace funciona una sola vez, durante un minuto:',
  'Downloading the desktop runtime (Electron). This happens once and may take two minutes.':
    'Descargando el entorno de escritorio (Electron). Esto ocurre una sola vez y puede tardar dos minutos.',
  'the desktop runtime (Electron) is not available on this computer':
    'el entorno de escritorio (Electron) no está disponible en esta computadora',
  'this terminal cannot open a window': 'esta terminal no puede abrir una ventana',
  'The Clearfolder window ended unexpectedly. The record of what was sent is safe, and nothing is sent twice.':
    'La ventana de Clearfolder terminó de forma inesperada. El registro de lo enviado está seguro y nada se envía dos veces.',
  'Start Clearfolder again, or use the browser: clearfolder open --browser':
    'Inicie Clearfolder de nuevo o use el navegador: clearfolder open --browser',
  'Clearfolder opens in the browser, because {reason}.':
    'Clearfolder se abre en el navegador, porque {reason}.',
  'If no window opens, open this link:': 'Si no se abre ninguna ventana, abra este enlace:',
  'Open this link in a browser on this computer:': 'Abra este enlace en un navegador de esta computadora:',
  'The link works once, within one minute. Press Enter for a new link.':
    'El enlace funciona una sola vez, durante un minuto. Presione Enter para obtener un enlace nuevo.',
  'The link works once, within one minute. For a new link: clearfolder open':
    'El enlace funciona una sola vez, durante un minuto. Para obtener un enlace nuevo: clearfolder open',
  '(a place that the app shows)': '(un lugar que la aplicación muestra)',
  'A Clearfolder window asks for this change:': 'Una ventana de Clearfolder pide este cambio:',
  'Type {code} in the app only if you asked for this. The code is valid for 3 minutes.':
    'Escriba {code} en la aplicación solo si usted pidió esto. El código es válido durante 3 minutos.',
  'Type {code} in the app only if you asked for all {count} changes above. The code is valid for 3 minutes.':
    'Escriba {code} en la aplicación solo si usted pidió los {count} cambios anteriores. El código es válido durante 3 minutos.',
  'files found': 'archivos encontrados',
  ignored: 'ignorado(s)',
  duplicate: 'duplicado(s)',
  events: 'eventos',
  poll: 'consultas',
  scan: 'revisiones',
} as const;
