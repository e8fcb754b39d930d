export const SHARING_ES = {
  'Metrics for Prometheus: {url}': 'Métricas para Prometheus: {url}',
  'another program uses this port': 'otro programa usa este puerto',
  'Clearfolder cannot serve metrics at {host}:{port} ({why}). Nothing was started, and nothing was sent.':
    'Clearfolder no puede ofrecer métricas en {host}:{port} ({why}). No se inició nada y no se envió nada.',
  'Give another port, such as "--metrics 9465", or end the program that uses the port.':
    'Indique otro puerto, como "--metrics 9465", o cierre el programa que usa el puerto.',
  'This station cannot write into the folder "{folder}". The stations there do not see this station.':
    'Esta estación no puede escribir en la carpeta "{folder}". Las estaciones de allí no ven esta estación.',
  'No other station shares a folder or a database with this station.':
    'Ninguna otra estación comparte una carpeta o una base de datos con esta estación.',
  'The database of the stations cannot be read, so it is not known whether everything is out. This station last reported to the others: {when}.':
    'La base de datos de las estaciones no se puede leer, así que no se sabe si ya salió todo. Último informe de esta estación a las otras: {when}.',
  'Everything is out at the only station, as of {asOf}.':
    'En la única estación ya salió todo, actualizado {asOf}.',
  'Everything is out at all {all} stations, as of {asOf}.':
    'En las {all} estaciones ya salió todo, actualizado {asOf}.',
  '1 has something that is not out': '1 tiene algo que no salió',
  '{open} have something that is not out': '{open} tienen algo que no salió',
  '1 was last seen {when}': '1 se vio por última vez {when}',
  '{silent} were last seen {when} or later': '{silent} se vieron por última vez {when} o después',
  '1 does not report': '1 no informa',
  '{mute} do not report': '{mute} no informan',
  'the stations of {folders} cannot be read now': 'las estaciones de {folders} no se pueden leer ahora',
  'the others do not see this station everywhere': 'las otras no ven esta estación en todas partes',
  'It is not certain that everything is out. Of 1 station: {list}.':
    'No es seguro que haya salido todo. De 1 estación: {list}.',
  'It is not certain that everything is out. Of {all} stations: {list}.':
    'No es seguro que haya salido todo. De {all} estaciones: {list}.',
  reports: 'informa',
  watched: 'vigilada',
  'cannot be reached': 'inaccesible',
  paused: 'en pausa',
  'not scanned yet': 'aún sin revisar',
  'another station sends': 'envía otra estación',
  'needs attention': 'requiere atención',
  'not seen lately': 'sin verse últimamente',
  'does not report (a station that has just started, or that cannot write into the folder)':
    'no informa (una estación que acaba de iniciarse, o que no puede escribir en la carpeta)',
  'at an unknown time': 'en un momento desconocido',
  '{standing}, version {version}, last seen {when}':
    '{standing}, versión {version}, vista por última vez {when}',
  unknown: 'desconocida',
  'this station': 'esta estación',
  'since {when}': 'desde {when}',
  'everything is out': 'ya salió todo',
  'not everything is out': 'no salió todo',
  'confirmed by the service: {when}': 'confirmado por el servicio: {when}',
  '{count} to send': '{count} por enviar',
  '{count} Tasks wait for documents or data': '{count} tareas esperan documentos o datos',
  '{count} stuck': '{count} detenidos',
  'found {found}, to send {unsent}, stuck {count}, last scan {scan}':
    'encontrados {found}, por enviar {unsent}, detenidos {count}, última comprobación {scan}',
  'PIN of {name}': 'PIN de {name}',
  '{name} can unlock this station with a PIN of their own.':
    '{name} puede desbloquear esta estación con un PIN propio.',
  'No person of this station has the name "{name}". Nothing was changed.':
    'Ninguna persona de esta estación tiene el nombre "{name}". No se cambió nada.',
  'Find the name with: clearfolder user list': 'Busque el nombre con: clearfolder user list',
  '{name} can no longer unlock this station.': '{name} ya no puede desbloquear esta estación.',
  'This station has no people with a PIN of their own.': 'Esta estación no tiene personas con un PIN propio.',
  'The note is saved for the staff of this station. The service does not get the note.':
    'La nota se guardó para el personal de esta estación. El servicio no recibe la nota.',
  'Nobody looks after the Task now.': 'Ahora nadie se ocupa de la tarea.',
  '{name} looks after the Task now.': 'Ahora {name} se ocupa de la tarea.',
  'The Task is set aside until {until}. The Task comes back earlier if the service moves the Task.':
    'La tarea está pospuesta hasta el {until}. La tarea vuelve antes si el servicio continúa con ella.',
  'The Task is given up. To undo this, run: clearfolder take-back':
    'La tarea está abandonada. Para deshacerlo, ejecute: clearfolder take-back',
  'The Task is back among the waiting Tasks.': 'La tarea está de nuevo entre las tareas en espera.',
  '{assignee} looks after this Task': '{assignee} se ocupa de esta tarea',
  'set aside until {until} by {by}': 'pospuesta hasta el {until} por {by}',
  'given up by {by}: {reason}': 'abandonada por {by}: {reason}',
  'Notes of your staff, not sent to the service:': 'Notas de su personal, que no se envían al servicio:',
  'In practice mode, the command line gets documents only while no other Clearfolder runs with this data folder. Nothing was saved or sent.':
    'En el modo de práctica, la línea de comandos obtiene documentos solo mientras ningún otro Clearfolder se ejecuta con esta carpeta de datos. No se guardó ni se envió nada.',
  'Use the app, or stop Clearfolder first: clearfolder stop':
    'Use la aplicación o detenga primero Clearfolder: clearfolder stop',
  '--what must have 1 to {most} characters. Nothing was sent.':
    '--what debe tener de 1 a {most} caracteres. No se envió nada.',
  '--leave-out {named}: no document of this Task has this id or name. Nothing was sent. The documents are: {all}':
    '--leave-out {named}: ningún documento de esta tarea tiene este id o nombre. No se envió nada. Los documentos son: {all}',
  '--leave-out {named}: more than one document of this Task has this id or name. Nothing was sent. The documents are: {all}':
    '--leave-out {named}: más de un documento de esta tarea tiene este id o nombre. No se envió nada. Los documentos son: {all}',
  'wrong-patient': 'con identidad por verificar',
  'corrected-patient': 'corregida(s) con seguimiento abierto',
  'date of birth': 'fecha de nacimiento',
  'member ID': 'número de afiliado',
  'CHECK THE PATIENT: the documents do not agree on who the patient is.':
    'VERIFIQUE LA IDENTIDAD DEL PACIENTE: los documentos no coinciden en quién es el paciente.',
  '{property} {value} in {list}': '{property} {value} en {list}',
  'Compare the documents. If one is about another patient, correct the Task without it, and tell the person who is responsible for privacy.':
    'Compare los documentos. Si uno trata de otro paciente, corrija la tarea sin él y avise a la persona responsable de privacidad.',
  'This Task was corrected. If a document of another patient was sent, tell the person who is responsible for privacy, then mark the follow-up as done.':
    'Esta tarea fue corregida. Si se envió un documento de otro paciente, avise a la persona responsable de la privacidad y marque el seguimiento como hecho.',
  'correction of {task}: {what}': 'corrección de {task}: {what}',
  'Corrected: see {task}: {what}': 'Corregida: vea {task}: {what}',
  'a submission ({state})': 'un envío ({state})',
  'correct it: clearfolder correct {uuid} --what "..." --leave-out DOCUMENT FILE':
    'corregirla: clearfolder correct {uuid} --what "..." --leave-out DOCUMENTO ARCHIVO',
  'No folder is watched. Nothing was changed.': 'No se vigila ninguna carpeta. No se cambió nada.',
  'No folder with the name "{folder}" is watched. Nothing was changed.':
    'No se vigila ninguna carpeta con el nombre "{folder}". No se cambió nada.',
  'List the folders with: clearfolder folders': 'Liste las carpetas con: clearfolder folders',
  'Practice mode shares no folder with other stations. Nothing was changed.':
    'El modo de práctica no comparte ninguna carpeta con otras estaciones. No se cambió nada.',
  'Choose another environment in the settings.': 'Elija otro entorno en la configuración.',
  'Folder "{id}": moving. This takes up to two minutes. Nothing is sent from the folder meanwhile.':
    'Carpeta "{id}": en traslado. Esto tarda hasta dos minutos. Mientras tanto no se envía nada de la carpeta.',
  'Folder "{folder}" is not back yet. These stations did not write their claims into the folder: {list}. No station sends from the folder until then.':
    'La carpeta "{folder}" todavía no volvió. Estas estaciones no escribieron sus reservas en la carpeta: {list}. Hasta entonces ninguna estación envía de la carpeta.',
  'Start Clearfolder on these stations and repeat the command, or type: clearfolder stations migrate FOLDER --to postgres. For a station that no longer exists, see "Move a folder to the database, and back" in the manual.':
    'Inicie Clearfolder en estas estaciones y repita el comando, o escriba: clearfolder stations migrate CARPETA --to postgres. Para una estación que ya no existe, vea "Move a folder to the database, and back" en el manual.',
  'no station has used the folder yet': 'ninguna estación usó la carpeta todavía',
  'stations share the folder by files': 'las estaciones comparten la carpeta por archivos',
  'stations share the folder by files; "{holder}" sends now':
    'las estaciones comparten la carpeta por archivos; "{holder}" envía ahora',
  'a move to the database was begun and not ended':
    'un traslado a la base de datos se comenzó y no se terminó',
  'stations use a database': 'las estaciones usan una base de datos',
  'a move back to files was begun and not ended':
    'un traslado de vuelta a archivos se comenzó y no se terminó',
  'The move copies {claims} claims into the database, and stops sending from the folder for about 20 seconds.':
    'El traslado copia {claims} reservas en la base de datos y detiene el envío de la carpeta durante unos 20 segundos.',
  'Afterwards, stations without this database in their settings send nothing from the folder.':
    'Después, las estaciones sin esta base de datos en su configuración no envían nada de la carpeta.',
  'The move waits until these stations wrote their claims into the folder: {list}.':
    'El traslado espera hasta que estas estaciones escriban sus reservas en la carpeta: {list}.',
  'Afterwards, stations with a database in their settings send nothing from the folder.':
    'Después, las estaciones con una base de datos en su configuración no envían nada de la carpeta.',
  'Folder "{id}": {now}.': 'Carpeta "{id}": {now}.',
  'The move changes nothing.': 'El traslado no cambia nada.',
  'Folder "{id}": waits for {list}.': 'Carpeta "{id}": espera a {list}.',
  'Folder "{id}": the stations agree by the database from now on.':
    'Carpeta "{id}": desde ahora las estaciones se ponen de acuerdo por la base de datos.',
  'Folder "{id}": the stations agree by files from now on.':
    'Carpeta "{id}": desde ahora las estaciones se ponen de acuerdo por archivos.',
  'The settings name no database of the stations. Nothing was changed.':
    'La configuración no indica una base de datos de las estaciones. No se cambió nada.',
  'Enter "stations": { "postgres": "postgres://USER@HOST:PORT/DATABASE" } in the settings first.':
    'Ingrese primero "stations": { "postgres": "postgres://USER@HOST:PORT/DATABASE" } en la configuración.',
  'a station or another command changed the folder at the same time':
    'una estación u otro comando cambió la carpeta al mismo tiempo',
  'The move of folder "{id}" did not end ({why}). No document is lost or sent twice.':
    'El traslado de la carpeta "{id}" no terminó ({why}). Ningún documento se pierde ni se envía dos veces.',
  'Repeat the command to continue, or move the folder the other way with --to. Until then, "clearfolder folders" shows whether the folder waits.':
    'Repita el comando para continuar, o traslade la carpeta en el otro sentido con --to. Hasta entonces, "clearfolder folders" muestra si la carpeta espera.',
} as const;
