export const LEDGER_ES = {
  'The disk is full or read-only ({code}), so this action was not completed. Nothing was sent.':
    'El disco está lleno o es de solo lectura ({code}), por eso esta acción no se completó. No se envió nada.',
  'Free some space on the disk of this computer, or ask your IT department to check the disk. Then refresh the list and repeat the action for the remaining items.':
    'Libere espacio en el disco de esta computadora, o pida a su departamento de informática que revise el disco. Después actualice la lista y repita la acción para los elementos restantes.',
  'Clearfolder cannot use the file {path} ({code}), most likely because another program has the file open. The file is unchanged.':
    'Clearfolder no puede usar el archivo {path} ({code}), probablemente porque otro programa tiene el archivo abierto. El archivo no cambió.',
  'Close the program that has the file open, or exclude the data folder of Clearfolder from virus scans, backups and indexing. Check that the account that runs Clearfolder may change the file. Then try again.':
    'Cierre el programa que tiene el archivo abierto, o excluya la carpeta de datos de Clearfolder de los análisis de virus, las copias de seguridad y la indexación. Compruebe que la cuenta que ejecuta Clearfolder pueda cambiar el archivo. Después inténtelo de nuevo.',
  'A date of the filter is not valid, so nothing was searched.':
    'Una fecha del filtro no es válida, por eso no se buscó nada.',
  'Write the date like 2026-11-20, or choose the date from the calendar.':
    'Escriba la fecha como 2026-11-20 o elija la fecha del calendario.',
  'There is no record of what was sent yet: nothing was sent from this data folder in this environment.':
    'Todavía no hay un registro de lo enviado: no se envió nada desde esta carpeta de datos en este entorno.',
  'Start Clearfolder once with this data folder, or choose another data folder with --data.':
    'Inicie Clearfolder una vez con esta carpeta de datos, o elija otra carpeta de datos con --data.',
  'A newer version of Clearfolder wrote the record of what was sent. Nothing was changed, and nothing is sent.':
    'Una versión más nueva de Clearfolder escribió el registro de lo enviado. No se cambió nada y no se envía nada.',
  'Install the newer version again, or use another data folder.':
    'Instale de nuevo la versión más nueva o use otra carpeta de datos.',
  'An older version of Clearfolder wrote the record of what was sent, so this command cannot read it yet.':
    'Una versión anterior de Clearfolder escribió el registro de lo enviado, por eso este comando todavía no puede leerlo.',
  'Start Clearfolder once: it updates the record of what was sent.':
    'Inicie Clearfolder una vez: actualiza el registro de lo enviado.',
  'Clearfolder cannot read the record of what was sent: the record is damaged, or the key in the secret store does not belong to the record.':
    'Clearfolder no puede leer el registro de lo enviado: el registro está dañado, o la clave del almacén de secretos no pertenece al registro.',
  'Start Clearfolder: it sets the damaged record aside and says what to do next.':
    'Inicie Clearfolder: aparta el registro dañado y dice qué hacer después.',
  'Clearfolder cannot read the record of what was sent: the record is damaged, or the key in the secret store does not belong to the record. The record was set aside as ledger.db.{suffix}; nothing was deleted and nothing was sent.':
    'Clearfolder no puede leer el registro de lo enviado: el registro está dañado, o la clave del almacén de secretos no pertenece al registro. El registro se apartó como ledger.db.{suffix}; no se eliminó nada y no se envió nada.',
  'Copy a backup from the folder "backups" to the name ledger.db, or start with a new record: then every file that is already in a folder waits for your decision.':
    'Copie una copia de seguridad de la carpeta "backups" con el nombre ledger.db, o comience con un registro nuevo: entonces cada archivo que ya está en una carpeta espera su decisión.',
  'A passphrase for a backup has at least {least} characters, because anybody who has the file can try any number of passphrases. No backup was written.':
    'Una frase de contraseña para una copia de seguridad tiene al menos {least} caracteres, porque cualquiera que tenga el archivo puede probar muchas frases. No se escribió ninguna copia.',
  'Choose a longer passphrase, for instance four or five unrelated words.':
    'Elija una frase más larga, por ejemplo cuatro o cinco palabras sin relación.',
  'The file {target} already exists. No backup was written, and the file is unchanged.':
    'El archivo {target} ya existe. No se escribió ninguna copia y el archivo no cambió.',
  'Choose another name for the backup.': 'Elija otro nombre para la copia de seguridad.',
  'The file {path} is damaged or incomplete. Nothing was changed.':
    'El archivo {path} está dañado o incompleto. No se cambió nada.',
  'Copy the backup again from its original place, or restore another backup: clearfolder restore --list':
    'Copie la copia de seguridad otra vez de su lugar original, o restaure otra: clearfolder restore --list',
  'Clearfolder could not write the backup to {target} ({code}), so no backup was made. The record of what was sent is not affected.':
    'Clearfolder no pudo escribir la copia de seguridad en {target} ({code}), por eso no se hizo ninguna copia. El registro de lo enviado no se ve afectado.',
  'Check that the folder exists, that the disk has free space, and that this account may write there.':
    'Compruebe que la carpeta exista, que el disco tenga espacio libre y que esta cuenta pueda escribir allí.',
  'This version of Clearfolder must update the record of what was sent, but could not copy the record before the update ({code}). Nothing was changed, and nothing is sent.':
    'Esta versión de Clearfolder debe actualizar el registro de lo enviado, pero no pudo copiar el registro antes de la actualización ({code}). No se cambió nada y no se envía nada.',
  'Check that the disk has room for another copy of the record, and that this user may write to {folder}. Then start Clearfolder again.':
    'Compruebe que el disco tenga lugar para otra copia del registro y que este usuario pueda escribir en {folder}. Después inicie Clearfolder de nuevo.',
  'This version of Clearfolder must update the record of what was sent, but the disk has no room for the update ({code}). Nothing was changed, and nothing is sent.':
    'Esta versión de Clearfolder debe actualizar el registro de lo enviado, pero el disco no tiene lugar para la actualización ({code}). No se cambió nada y no se envía nada.',
  'Free some space on the disk of this computer, then start Clearfolder again.':
    'Libere espacio en el disco de esta computadora y después inicie Clearfolder de nuevo.',
  'A restore of the record of what was sent is still running or was interrupted, so this command did not start and changed nothing.':
    'Una restauración del registro de lo enviado todavía está en curso o se interrumpió, por eso este comando no se inició y no cambió nada.',
  'Start Clearfolder, which finishes the restore first. Then try again.':
    'Inicie Clearfolder, que primero termina la restauración. Después inténtelo de nuevo.',
  'The backup opens, but its content is damaged. Nothing was changed.':
    'La copia de seguridad se abre, pero su contenido está dañado. No se cambió nada.',
  'Restore another backup. This command lists the backups: clearfolder restore --list':
    'Restaure otra copia de seguridad. Este comando lista las copias: clearfolder restore --list',
  'This station has no automatic backup yet. Nothing was changed.':
    'Esta estación todavía no tiene una copia de seguridad automática. No se cambió nada.',
  'There is no backup {named}. Nothing was changed.':
    'No hay una copia de seguridad {named}. No se cambió nada.',
  'List the backups: clearfolder restore --list. Or name the file of a backup that you made.':
    'Liste las copias de seguridad: clearfolder restore --list. O indique el archivo de una copia que usted hizo.',
  'The passphrase does not open the backup. Nothing was changed.':
    'La frase de contraseña no abre la copia de seguridad. No se cambió nada.',
  'Try again, with the same capitals and spaces as before. Without the passphrase, nobody can open the backup.':
    'Inténtelo de nuevo, con las mismas mayúsculas y espacios que antes. Sin la frase de contraseña, nadie puede abrir la copia.',
  'This backup belongs to environment "{backup}", but the settings name environment "{environment}". Nothing was changed.':
    'Esta copia de seguridad pertenece al entorno "{backup}", pero la configuración indica el entorno "{environment}". No se cambió nada.',
  'Restore a backup of "{environment}", or set "environment" in the settings first.':
    'Restaure una copia de seguridad de "{environment}", o cambie primero "environment" en la configuración.',
  'This backup comes from another station ("{name}"). If that station still runs, both stations would send the documents that waited on that station. Nothing was changed.':
    'Esta copia de seguridad viene de otra estación ("{name}"). Si esa estación todavía se ejecuta, ambas estaciones enviarían los documentos que esperaban en ella. No se cambió nada.',
  'Add --other-station only if the other station is gone for good or will never be started again.':
    'Agregue --other-station solo si la otra estación ya no existe o nunca se volverá a iniciar.',
  'an organization with an unknown name': 'una organización de nombre desconocido',
  'This backup belongs to {backup}, but this environment belongs to {present}: documents would go to the wrong organization. Nothing was changed.':
    'Esta copia de seguridad pertenece a {backup}, pero este entorno pertenece a {present}: los documentos irían a la organización equivocada. No se cambió nada.',
  'Restore a backup of the organization of this environment. Or add an environment for the other organization in the settings, and restore the backup there.':
    'Restaure una copia de seguridad de la organización de este entorno. O agregue en la configuración un entorno para la otra organización y restaure la copia allí.',
  'No key in {store} opens this backup. The backup is damaged, or was made without a passphrase on a station whose keys this station does not have. Nothing was changed.':
    'Ninguna clave en {store} abre esta copia de seguridad. La copia está dañada, o se hizo sin frase de contraseña en una estación cuyas claves esta estación no tiene. No se cambió nada.',
  'Restore another backup, or restore the keychain or secrets file of the station that made the backup, or name that secrets file with --secrets.':
    'Restaure otra copia de seguridad, o restaure el llavero o el archivo de secretos de la estación que hizo la copia, o indique ese archivo de secretos con --secrets.',
  'The file {path} would be in the watched folder "{id}", so the backup would be sent as a document. No backup was written.':
    'El archivo {path} estaría en la carpeta vigilada "{id}", así que la copia de seguridad se enviaría como documento. No se escribió ninguna copia.',
  'Choose a folder that is not watched.': 'Elija una carpeta que no se vigile.',
  'Another Clearfolder is creating the key of the record of what was sent and has not finished. Nothing was started and nothing was sent.':
    'Otro Clearfolder está creando la clave del registro de lo enviado y no ha terminado. No se inició nada y no se envió nada.',
  'Check whether your computer asks for the password of its keychain, enter the password, and try again.':
    'Compruebe si su computadora pide la contraseña de su llavero, ingrese la contraseña e inténtelo de nuevo.',
  'Environment "{environment}" has sent its documents to {known} so far, but the settings now name {baseUrl}. Nothing was started.':
    'El entorno "{environment}" envió hasta ahora sus documentos a {known}, pero la configuración indica ahora {baseUrl}. No se inició nada.',
  'Restore the old address, or add a new environment for the new address under "environments".':
    'Restaure la dirección anterior, o agregue en "environments" un entorno nuevo para la dirección nueva.',
  'A Clearfolder window or command is using the record of what was sent, so its key was not changed.':
    'Una ventana o un comando de Clearfolder está usando el registro de lo enviado, por eso su clave no se cambió.',
  'Close Clearfolder and wait until all commands end, then try again.':
    'Cierre Clearfolder, espere hasta que terminen todos los comandos y después inténtelo de nuevo.',
  'The data folder {path} is the root of a disk, which other programs need too, so nothing was started.':
    'La carpeta de datos {path} es la raíz de un disco, que otros programas también necesitan, por eso no se inició nada.',
  'Choose a folder of your own with --data, such as a new subfolder.':
    'Elija una carpeta propia con --data, como una subcarpeta nueva.',
  'The data folder {path} has other files, and other users of this computer may change them. The folder is not safe for patient documents, so nothing was started.':
    'La carpeta de datos {path} tiene otros archivos, y otros usuarios de esta computadora pueden cambiarlos. La carpeta no es segura para documentos de pacientes, por eso no se inició nada.',
  'Choose an empty folder of your own with --data, such as a new subfolder.':
    'Elija una carpeta propia vacía con --data, como una subcarpeta nueva.',
  'The data folder {path} is on the network ({kind}), where the record of what was sent could be damaged, so nothing was started.':
    'La carpeta de datos {path} está en la red ({kind}), donde el registro de lo enviado podría dañarse, por eso no se inició nada.',
  'Choose a folder on a disk of this computer with --data. Watched folders may be on the network.':
    'Elija con --data una carpeta en un disco de esta computadora. Las carpetas vigiladas sí pueden estar en la red.',
  '"{name}" cannot be the name of an environment, because its documents are kept in a folder of that name. Nothing was started.':
    '"{name}" no puede ser el nombre de un entorno, porque sus documentos se guardan en una carpeta con ese nombre. No se inició nada.',
  'In the settings, give the environment a name of letters, digits, "-" or "_" (but not "logs", nor a name of a Windows device such as "aux").':
    'En la configuración, dé al entorno un nombre de letras, dígitos, "-" o "_" (pero no "logs" ni el nombre de un dispositivo de Windows como "aux").',
  'Clearfolder cannot use the data folder {path} ({code}). Without the data folder Clearfolder cannot remember what was sent, so this start or command did nothing.':
    'Clearfolder no puede usar la carpeta de datos {path} ({code}). Sin la carpeta de datos, Clearfolder no puede recordar qué se envió, por eso este inicio o comando no hizo nada.',
  'Check that the path is a folder, that the disk has free space, and that this account may write there. Or choose another folder with --data.':
    'Compruebe que la ruta sea una carpeta, que el disco tenga espacio libre y que esta cuenta pueda escribir allí. O elija otra carpeta con --data.',
  'The file {path} is damaged, so this station cannot find its keys. Nothing was sent and nothing was replaced.':
    'El archivo {path} está dañado, por eso esta estación no puede encontrar sus claves. No se envió nada y no se reemplazó nada.',
  'Restore station.json from a backup of the data folder, or start with another folder (--data).':
    'Restaure station.json de una copia de seguridad de la carpeta de datos, o inicie con otra carpeta (--data).',
  'Another program deleted or replaced the file {file} in the data folder {dir} while Clearfolder ran. Clearfolder stopped at once, because a second Clearfolder could otherwise send the same documents. Documents that were being sent are looked up at the service after the next start, so no document is lost or sent twice.':
    'Otro programa eliminó o reemplazó el archivo {file} de la carpeta de datos {dir} mientras Clearfolder se ejecutaba. Clearfolder se detuvo de inmediato, porque de lo contrario un segundo Clearfolder podría enviar los mismos documentos. Los documentos que se estaban enviando se buscan en el servicio después del próximo inicio, así que ningún documento se pierde ni se envía dos veces.',
  'Find the program that changes the data folder, such as a program that cleans up, copies or restores folders, and exclude the data folder there. Then start Clearfolder again.':
    'Busque el programa que cambia la carpeta de datos, por ejemplo uno que limpia, copia o restaura carpetas, y excluya allí la carpeta de datos. Después inicie Clearfolder de nuevo.',
  'Clearfolder is already running with the data folder {dir}{holder}, so a second Clearfolder was not started. Nothing was changed, and no document is affected.':
    'Clearfolder ya se está ejecutando con la carpeta de datos {dir}{holder}, por eso no se inició un segundo Clearfolder. No se cambió nada y ningún documento se ve afectado.',
  'Use the running Clearfolder, or stop it first. For a second station, choose another folder with --data.':
    'Use el Clearfolder en ejecución o deténgalo primero. Para una segunda estación, elija otra carpeta con --data.',
  'Clearfolder cannot lock the data folder {dir} ({code}), so nothing was started and nothing was sent.':
    'Clearfolder no puede reservar la carpeta de datos {dir} ({code}), por eso no se inició nada y no se envió nada.',
  'Check that the folder exists, is on a local disk with free space, and belongs to the account that runs Clearfolder.':
    'Compruebe que la carpeta exista, esté en un disco local con espacio libre y pertenezca a la cuenta que ejecuta Clearfolder.',
  ' (process {pid}, since {started})': ' (proceso {pid}, desde {started})',
} as const;
