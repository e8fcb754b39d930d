export const DOCTOR_ES = {
  'Clearfolder cannot write into the data folder ({code}), so Clearfolder sends and records nothing new. Documents wait in their folders.':
    'Clearfolder no puede escribir en la carpeta de datos ({code}), así que Clearfolder no envía ni registra nada nuevo. Los documentos esperan en sus carpetas.',
  'Free some space on that disk, or let this account write there. Then run this check again.':
    'Libere espacio en ese disco, o permita que esta cuenta escriba ahí. Después repita esta comprobación.',
  'nothing was sent yet': 'todavía no se envió nada',
  'encrypted with AES-256': 'cifrado con AES-256',
  'only in the data folder: "copies" in the settings names no other folder':
    'solo en la carpeta de datos: "copies" en la configuración no indica otra carpeta',
  'none in practice mode': 'ninguna en el modo de práctica',
  'Only this station can open the copies. If the station loses its keys, nobody can open the copies. To open copies on another computer, set a passphrase: clearfolder copies passphrase.':
    'Solo esta estación puede abrir las copias. Si la estación pierde sus claves, nadie puede abrir las copias. Para abrir copias en otra computadora, establezca una frase de contraseña: clearfolder copies passphrase.',
  'The copies open with their passphrase.': 'Las copias se abren con su frase de contraseña.',
  'This folder has no copy yet.': 'Esta carpeta todavía no tiene ninguna copia.',
  'The newest copy was made at {when}.': 'La copia más reciente se hizo el {when}.',
  'The newest copy in {folder} is too old: the settings ask for a copy every {hours} hours. {newest}':
    'La copia más reciente en {folder} es demasiado antigua: la configuración pide una copia cada {hours} horas. {newest}',
  'Start Clearfolder and keep it running: Clearfolder makes copies only while it runs.':
    'Inicie Clearfolder y manténgalo en ejecución: Clearfolder hace copias solo mientras se ejecuta.',
  'every {hours} hours to {folder}. {newest} {opens}': 'cada {hours} horas en {folder}. {newest} {opens}',
  'not asked for in the settings': 'la configuración no los pide',
  'asked for in the settings, and nothing is known to keep them away':
    'la configuración los pide, y no se conoce nada que los impida',
  'never: "lock.idleMinutes" is null in the settings, so a screen that somebody leaves stays open':
    'nunca: "lock.idleMinutes" es null en la configuración, así que una pantalla que alguien deja queda abierta',
  'after {idleMinutes} minutes, but no PIN is set, so the screen stays open: set a PIN in Settings, under Lock and PIN':
    'después de {idleMinutes} minutos, pero no hay un PIN, así que la pantalla queda abierta: establezca un PIN en Configuración, en Bloqueo y PIN',
  'after {idleMinutes} minutes without input': 'después de {idleMinutes} minutos sin actividad',
  'no record was set aside': 'no se apartó ningún registro',
  'Old records of what was sent, which were replaced or could not be read, are kept in {dir}: {names}. These old records still have details of Tasks that "retention" ({days} days) deleted from the current record.':
    'Registros antiguos de lo enviado, que se reemplazaron o no se pudieron leer, se conservan en {dir}: {names}. Estos registros antiguos todavía tienen detalles de tareas que "retention" ({days} días) eliminó del registro actual.',
  'Delete the old records when nobody needs them any more to find out what was sent. While the data folder has an unreadable record, files in newly added folders wait for your decision.':
    'Elimine los registros antiguos cuando nadie los necesite ya para saber qué se envió. Mientras la carpeta de datos tenga un registro ilegible, los archivos de las carpetas recién agregadas esperan su decisión.',
  'old records, kept until somebody deletes them: {names}':
    'registros antiguos, que se conservan hasta que alguien los elimine: {names}',
  'Windows did not say who may open {folder}. In the properties of the folder, open "Security": only the account of Clearfolder, SYSTEM and administrators should be listed.':
    'Windows no indicó quién puede abrir {folder}. En las propiedades de la carpeta, abra "Seguridad": solo deben aparecer la cuenta de Clearfolder, SYSTEM y los administradores.',
  'closed to the other users of this computer, except for accounts that were let in by name':
    'cerrada a los otros usuarios de esta computadora, salvo las cuentas admitidas por su nombre',
  'Other users of this computer may open the data folder {folder}, which contains documents until they are sent.':
    'Otros usuarios de esta computadora pueden abrir la carpeta de datos {folder}, que contiene documentos hasta que se envían.',
  'Type as an administrator, with the account that runs Clearfolder for ACCOUNT: icacls "{folder}" /inheritance:r /grant:r "ACCOUNT:(OI)(CI)F" *S-1-5-18:(OI)(CI)F *S-1-5-32-544:(OI)(CI)F':
    'Escriba como administrador, con la cuenta que ejecuta Clearfolder en lugar de CUENTA: icacls "{folder}" /inheritance:r /grant:r "CUENTA:(OI)(CI)F" *S-1-5-18:(OI)(CI)F *S-1-5-32-544:(OI)(CI)F',
  versions: 'versiones',
  'data folder and settings': 'carpeta de datos y configuración',
  '{path}, environment "{environment}"': '{path}, entorno "{environment}"',
  engine: 'motor',
  secrets: 'secretos',
  'kept in {store}': 'guardados en {store}',
  rights: 'permisos',
  disk: 'disco',
  'older records': 'registros antiguos',
  'new Tasks at the service': 'tareas nuevas en el servicio',
  'The service showed each new Task in time.': 'El servicio mostró a tiempo cada tarea nueva.',
  'On {when} the service showed a new Task {seconds} seconds late. Clearfolder waits {waits} seconds before it sends a document again.':
    'El {when} el servicio mostró una tarea nueva con {seconds} segundos de retraso. Clearfolder espera {waits} segundos antes de enviar otra vez un documento.',
  'On {when} the service showed a new Task {seconds} seconds late, but Clearfolder waits only {waits} seconds before it sends a document again. Two Tasks of one document can be made.':
    'El {when} el servicio mostró una tarea nueva con {seconds} segundos de retraso, pero Clearfolder espera solo {waits} segundos antes de enviar otra vez un documento. Pueden crearse dos tareas de un documento.',
  'Set "sending.quarantineSeconds" in the settings to {wanted} or more, and ask the operator of the service why new Tasks appear late.':
    'Ponga "sending.quarantineSeconds" en la configuración a {wanted} o más, y pregunte al operador del servicio por qué las tareas nuevas aparecen tarde.',
  lock: 'bloqueo',
  record: 'registro',
  audit: 'auditoría',
  environment: 'entorno',
  certificate: 'certificado',
  clock: 'reloj',
  service: 'servicio',
  'Clearfolder is not running with this data folder, so nothing is sent or checked. Nothing is lost: everything waits.':
    'Clearfolder no se está ejecutando con esta carpeta de datos, así que no se envía ni se comprueba nada. No se pierde nada: todo espera.',
  'Start Clearfolder: open the app, start the service of this computer, or type: clearfolder run':
    'Inicie Clearfolder: abra la aplicación, inicie el servicio de esta computadora o escriba: clearfolder run',
  'Less than 2 GB are free on the disk where Clearfolder keeps documents until they are sent.':
    'Hay menos de 2 GB libres en el disco donde Clearfolder guarda los documentos hasta que se envían.',
  'Free some space on that disk.': 'Libere espacio en ese disco.',
  '{count} GiB free': '{count} GiB libres',
  '{message}, so Clearfolder sends nothing from there.':
    '{message}, por eso Clearfolder no envía nada de allí.',
  'Check that the folder exists, that the network drive is connected, and that this account may read the folder.':
    'Compruebe que la carpeta exista, que la unidad de red esté conectada y que esta cuenta pueda leer la carpeta.',
  'Clearfolder cannot read {path} ({code})': 'Clearfolder no puede leer {path} ({code})',
  '{path} is not a folder': '{path} no es una carpeta',
  'Clearfolder may not write into {path}, so it cannot move sent files.':
    'Clearfolder no puede escribir en {path}, por eso no puede mover los archivos enviados.',
  'Let this account write into the folder, or set "after" to "keep" in the settings.':
    'Permita que esta cuenta escriba en la carpeta, o ponga "after" en "keep" en la configuración.',
  '{path} (read-only: Clearfolder holds the documents until you confirm that no other station uses the folder)':
    '{path} (solo lectura: Clearfolder retiene los documentos hasta que usted confirme que ninguna otra estación usa la carpeta)',
  '{place}. {remark}': '{place}. {remark}',
  'signed in to {name}': 'sesión iniciada en {name}',
  'signed in to {name}, which has {count} Tasks': 'sesión iniciada en {name}, que tiene {count} tareas',
  directly: 'directamente',
  'through the proxy {proxy}': 'a través del proxy {proxy}',
  ', trusting 1 more authority from {file}': ', con confianza en 1 autoridad más de {file}',
  ', trusting {count} more authorities from {file}': ', con confianza en {count} autoridades más de {file}',
  " (the environment's {list} is not used)": ' (no se usa {list} del entorno del sistema)',
  '{way}{more}{ignored}': '{way}{more}{ignored}',
  'no variable weakens connections': 'ninguna variable debilita las conexiones',
  'The environment variable NODE_TLS_REJECT_UNAUTHORIZED is 0. Clearfolder still checks certificates, but other programs may not.':
    'La variable de entorno NODE_TLS_REJECT_UNAUTHORIZED es 0. Clearfolder sigue comprobando los certificados, pero es posible que otros programas no lo hagan.',
  'Remove the variable. If Clearfolder does not trust a certificate, enter the root certificate as "network.extraCaFile" in the settings.':
    'Quite la variable. Si Clearfolder no confía en un certificado, indique el certificado raíz como "network.extraCaFile" en la configuración.',
  'for {subject}, issued by {issuer}, valid from {from} until {until}':
    'para {subject}, emitido por {issuer}, válido desde {from} hasta {until}',
  '{message} The certificate is {facts}.': '{message} El certificado es {facts}.',
  'an unknown date': 'una fecha desconocida',
  'Clearfolder could not check the clock, because it cannot reach the service.':
    'Clearfolder no pudo comprobar el reloj, porque no puede comunicarse con el servicio.',
  'Check the network connection, and the service address under "environments" in the settings.':
    'Compruebe la conexión de red y la dirección del servicio en "environments" de la configuración.',
  'not checked: the service does not tell its time': 'no se comprobó: el servicio no indica su hora',
  'agrees with the clock of the service': 'coincide con el reloj del servicio',
  'The clock of this computer is {minutes} minutes ahead of the clock of the service. Nothing is lost, but Clearfolder shows wrong times.':
    'El reloj de esta computadora está {minutes} minutos adelantado respecto al reloj del servicio. No se pierde nada, pero Clearfolder muestra horas incorrectas.',
  'The clock of this computer is {minutes} minutes behind the clock of the service. Nothing is lost, but Clearfolder shows wrong times.':
    'El reloj de esta computadora está {minutes} minutos atrasado respecto al reloj del servicio. No se pierde nada, pero Clearfolder muestra horas incorrectas.',
  'Turn on automatic time in the operating system.': 'Active la hora automática en el sistema operativo.',
  'reached; no station has used it yet': 'accesible; ninguna estación la usó todavía',
  'reached; stations active now: {stations}, documents claimed and not yet done: {claims}':
    'accesible; estaciones activas ahora: {stations}, documentos reservados y todavía sin terminar: {claims}',
  '1 entry': '1 entrada',
  '{entries} entries': '{entries} entradas',
  'The entries are unchanged ({counted}), but Clearfolder cannot tell whether the newest entries were removed.':
    'Las entradas no cambiaron ({counted}), pero Clearfolder no puede saber si se quitaron las entradas más recientes.',
  'The audit record is complete and unchanged: {counted}.':
    'El registro de auditoría está completo y sin cambios: {counted}.',
  'The audit record was CHANGED ({counted}).': 'El registro de auditoría fue MODIFICADO ({counted}).',
  'Export the audit record and keep the file. Do not delete anything in the data folder. Tell your privacy officer. The folder "backups" has earlier copies of the audit record.':
    'Exporte el registro de auditoría y guarde el archivo. No elimine nada en la carpeta de datos. Avise a su responsable de privacidad. La carpeta "backups" tiene copias anteriores del registro de auditoría.',
  'Entry {seq} was changed, or was inserted later.': 'La entrada {seq} se cambió, o se insertó después.',
  'Entry {seq} was removed.': 'Se quitó la entrada {seq}.',
  'Entries {seq} to {until} were removed.': 'Se quitaron las entradas {seq} a {until}.',
  'Entry {seq} was removed from the end of the audit record, or lost in a disk failure.':
    'Se quitó la entrada {seq} del final del registro de auditoría, o se perdió en un fallo del disco.',
  'Entries {seq} to {until} were removed from the end of the audit record, or lost in a disk failure.':
    'Se quitaron las entradas {seq} a {until} del final del registro de auditoría, o se perdieron en un fallo del disco.',
  'Entry {seq} was replaced by a different entry.': 'Otra entrada reemplazó la entrada {seq}.',
  'On {when}, Clearfolder found that entries up to number {until} had been removed or replaced. The audit record then had {seq} entries.':
    'El {when}, Clearfolder encontró que se habían quitado o reemplazado entradas hasta el número {until}. El registro de auditoría tenía entonces {seq} entradas.',
  'On {when} an older copy of the record of what was sent was restored.':
    'El {when} se restauró una copia más antigua del registro de lo enviado.',
  'On {when} an older copy of the record of what was sent was restored, or a new record was started: Entry {until} was not in this audit record.':
    'El {when} se restauró una copia más antigua del registro de lo enviado, o se comenzó un registro nuevo: falta la entrada {until} en este registro de auditoría.',
  'On {when} an older copy of the record of what was sent was restored, or a new record was started: Entries {seq} to {until} were not in this audit record.':
    'El {when} se restauró una copia más antigua del registro de lo enviado, o se comenzó un registro nuevo: faltan las entradas {seq} a {until} en este registro de auditoría.',
  'An older copy of the record of what was sent was restored, so newer audit entries are missing. At its next start, Clearfolder notes the restore in the audit record.':
    'Se restauró una copia más antigua del registro de lo enviado, por eso faltan entradas de auditoría más nuevas. Al iniciar la próxima vez, Clearfolder anota la restauración en el registro de auditoría.',
  'The end marker of the audit record was missing. Clearfolder cannot tell whether entries were removed from the end before that time.':
    'Faltaba la marca final del registro de auditoría. Clearfolder no puede saber si antes de ese momento se quitaron entradas del final.',
  'The end marker of the audit record was missing on {when}. Clearfolder cannot tell whether entries were removed from the end before that time.':
    'Faltaba la marca final del registro de auditoría el {when}. Clearfolder no puede saber si antes de ese momento se quitaron entradas del final.',
} as const;
