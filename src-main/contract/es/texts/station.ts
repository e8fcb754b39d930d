export const STATION_ES = {
  'Nothing was changed.': 'No se cambió nada.',
  'Another change is waiting for confirmation. {nothing}': 'Otro cambio espera confirmación. {nothing}',
  'Confirm or cancel the other change, then make this change again.':
    'Confirme o cancele el otro cambio y después haga este cambio de nuevo.',
  'Nobody at this computer confirmed the change of where documents go. {nothing}':
    'Nadie en esta computadora confirmó el cambio del destino de los documentos. {nothing}',
  'Make the change again, and confirm when Clearfolder asks.':
    'Haga el cambio de nuevo y confírmelo cuando Clearfolder pregunte.',
  'This code is wrong. You can try 1 more time.': 'Este código es incorrecto. Puede intentarlo 1 vez más.',
  'This code is wrong. You can try {left} more times.':
    'Este código es incorrecto. Puede intentarlo {left} veces más.',
  'Enter the newest code from the window in which Clearfolder was started.':
    'Ingrese el código más reciente de la ventana en la que se inició Clearfolder.',
  'No change is waiting for confirmation. {nothing}': 'Ningún cambio espera confirmación. {nothing}',
  'Make the change again.': 'Haga el cambio de nuevo.',
  'There were too many wrong codes. {nothing} Clearfolder makes no new code for another {seconds} seconds.':
    'Hubo demasiados códigos incorrectos. {nothing} Clearfolder no crea un código nuevo durante {seconds} segundos más.',
  'Wait, then make the change again.': 'Espere y después haga el cambio de nuevo.',
  'Clearfolder is still sending and checking documents.':
    'Clearfolder sigue enviando y comprobando documentos.',
  'This station is locked, so nothing is shown and nothing was changed. {goOn}':
    'Esta estación está bloqueada, por eso no se muestra nada y no se cambió nada. {goOn}',
  'Unlock the station first.': 'Desbloquee primero la estación.',
  'This station was locked in the meantime, so the result is not shown. {goOn}':
    'Mientras tanto, esta estación se bloqueó, por eso el resultado no se muestra. {goOn}',
  'Unlock the station, then check whether your last action was done.':
    'Desbloquee la estación y después compruebe si su última acción se hizo.',
  'After too many wrong PINs, this station accepts no PIN for {time}.':
    'Después de demasiados PIN incorrectos, esta estación no acepta ningún PIN durante {time}.',
  'You can try 1 more time. After that you must wait.': 'Puede intentarlo 1 vez más. Después debe esperar.',
  'You can try {triesLeft} more times. After that you must wait.':
    'Puede intentarlo {triesLeft} veces más. Después debe esperar.',
  'This PIN is wrong. {then}': 'Este PIN es incorrecto. {then}',
  'There were too many wrong PINs. This station accepts no PIN for another {time}.':
    'Hubo demasiados PIN incorrectos. Esta estación no acepta ningún PIN durante {time} más.',
  'You need the current PIN to change the lock. Nothing was changed.':
    'Necesita el PIN actual para cambiar el bloqueo. No se cambió nada.',
  'Enter the current PIN, then save again.': 'Ingrese el PIN actual y después guarde de nuevo.',
  'Try again. If the PIN is forgotten, ask your administrator.':
    'Inténtelo de nuevo. Si olvidó el PIN, pregunte a su administrador.',
  '{count} seconds': '{count} segundos',
  '{count} minutes': '{count} minutos',
  'This computer did not confirm who you are, so nothing was changed.':
    'Esta computadora no confirmó quién es usted, por eso no se cambió nada.',
  'Try again, or type the PIN of this station.': 'Inténtelo de nuevo o escriba el PIN de esta estación.',
  'This station has no lock, so it was not locked.': 'Esta estación no tiene bloqueo, por eso no se bloqueó.',
  'Set a PIN in Settings, under Lock and PIN.': 'Establezca un PIN en Configuración, en Bloqueo y PIN.',
  'is too short': 'es demasiado corto',
  'is longer than 128 characters': 'tiene más de 128 caracteres',
  'is too easy to guess': 'es demasiado fácil de adivinar',
  'This PIN {fault}. Nothing was changed.': 'Este PIN {fault}. No se cambió nada.',
  'Choose 6 digits or more, or a phrase of at least 8 characters.':
    'Elija 6 dígitos o más, o una frase de al menos 8 caracteres.',
  'Nobody could unlock this station without a PIN, so the lock was not turned on.':
    'Sin un PIN nadie podría desbloquear esta estación, por eso el bloqueo no se activó.',
  'Choose a PIN, then save again.': 'Elija un PIN y después guarde de nuevo.',
  'The stored PIN of this station is damaged, so no PIN unlocks the station. Clearfolder is still sending and checking documents.':
    'El PIN guardado de esta estación está dañado, por eso ningún PIN desbloquea la estación. Clearfolder sigue enviando y comprobando documentos.',
  'Ask your administrator to run: clearfolder lock reset':
    'Pida a su administrador que ejecute: clearfolder lock reset',
  ' instead of {old}': ' en lugar de {old}',
  'Clearfolder uses practice mode on this computer{instead}.':
    'Clearfolder usa el modo de práctica de esta computadora{instead}.',
  'Clearfolder signs in at {next}{instead}. After you connect, the documents that you send go to this service.':
    'Clearfolder accede a {next}{instead}. Después de que usted conecte la estación, los documentos que envíe van a este servicio.',
  ' instead of practice mode on this computer': ' en lugar del modo de práctica de esta computadora',
  'Clearfolder works for environment "{next}"{instead}. This environment has its own api_secret and record of what was sent.':
    'Clearfolder trabaja para el entorno "{next}"{instead}. Este entorno tiene su propio api_secret y su propio registro de lo enviado.',
  'Documents go to the account of organization "{next}"{instead}.':
    'Los documentos van a la cuenta de la organización "{next}"{instead}.',
  'Environment "{subject}" with the address {old} is removed.':
    'Se quita el entorno "{subject}" con la dirección {old}.',
  'Environment "{subject}" has the address {next}{instead}.':
    'El entorno "{subject}" tiene la dirección {next}{instead}.',
  'Connections go directly, without the proxy {old}.': 'Las conexiones van directamente, sin el proxy {old}.',
  'Connections go through the proxy {next}{instead}.': 'Las conexiones pasan por el proxy {next}{instead}.',
  'Clearfolder no longer trusts the certificates in {old}.':
    'Clearfolder ya no confía en los certificados de {old}.',
  'Clearfolder trusts the certificates in {next}{instead}.':
    'Clearfolder confía en los certificados de {next}{instead}.',
  'Clearfolder no longer listens for callbacks on {old}.':
    'Clearfolder ya no recibe avisos (callbacks) en {old}.',
  'Clearfolder listens for callbacks on {next}{instead}.':
    'Clearfolder recibe avisos (callbacks) en {next}{instead}.',
  'Clearfolder no longer writes copies of the record of what was sent to {old}.':
    'Clearfolder ya no escribe copias del registro de lo enviado en {old}.',
  'Clearfolder writes copies of the record of what was sent to {next}{instead}.':
    'Clearfolder escribe copias del registro de lo enviado en {next}{instead}.',
  'Clearfolder no longer sends documents from {old} (folder "{subject}").':
    'Clearfolder ya no envía documentos de {old} (carpeta "{subject}").',
  'Practice mode reads the documents in {next}{instead} (folder "{subject}"). No document leaves this computer.':
    'El modo de práctica lee los documentos en {next}{instead} (carpeta "{subject}"). Ningún documento sale de esta computadora.',
  'Clearfolder will send documents from {next}{instead} (folder "{subject}") to {to}.':
    'Clearfolder enviará documentos de {next}{instead} (carpeta "{subject}") a {to}.',
  'The service calls {next} about the Task of the documents that you send now.':
    'El servicio llama a {next} por la tarea de los documentos que usted envía ahora.',
  'The service no longer calls {old} about Tasks of folder "{subject}".':
    'El servicio ya no llama a {old} por las tareas de la carpeta "{subject}".',
  'The service calls {next}{instead} about each Task of folder "{subject}".':
    'El servicio llama a {next}{instead} por cada tarea de la carpeta "{subject}".',
  'Updates, which replace Clearfolder, come from {next}{instead}.':
    'Las actualizaciones, que reemplazan Clearfolder, vienen de {next}{instead}.',
  'the address that its package was built with': 'la dirección con la que se creó su paquete',
  'The PIN of this station will be deleted, and the station will no longer lock.':
    'El PIN de esta estación se eliminará y la estación ya no se bloqueará.',
  'This station gets a PIN. After that, every change of this kind needs the PIN.':
    'Esta estación recibe un PIN. Después, cada cambio de este tipo necesita el PIN.',
  'The stored list of the people of this station is damaged, so nobody can sign in by name. The PIN of the station still works.':
    'La lista guardada de las personas de esta estación está dañada, por eso nadie puede desbloquearla con su nombre. El PIN de la estación sigue funcionando.',
  'Ask your administrator to delete the entry "lock-users" of Clearfolder in the secret store, and to add the people again.':
    'Pida a su administrador que elimine la entrada "lock-users" de Clearfolder en el almacén de secretos y que agregue a las personas de nuevo.',
  'This person is no longer among the people of this station. Nothing was changed.':
    'Esta persona ya no está entre las personas de esta estación. No se cambió nada.',
  'Choose another name, or ask your administrator.': 'Elija otro nombre o pregunte a su administrador.',
  'This name belongs to the computer account or to Clearfolder, so the audit could not tell who acted. Nothing was changed.':
    'Este nombre pertenece a la cuenta de la computadora o a Clearfolder, así que la auditoría no podría decir quién actuó. No se cambió nada.',
  'Choose another name, such as the first and last name of the person.':
    'Elija otro nombre, como el nombre y el apellido de la persona.',
  'This station does not lock, so nobody could be asked for their name. Nothing was changed.':
    'Esta estación no se bloquea, así que no se le podría pedir el nombre a nadie. No se cambió nada.',
  'Set a PIN of the station and a time in Settings, under Lock and PIN. Then add the people.':
    'Establezca un PIN de la estación y un tiempo en Configuración, en Bloqueo y PIN. Después agregue a las personas.',
  'The api_secret and the keys of environment "{subject}" are kept in the system\'s keychain.':
    'El api_secret y las claves del entorno "{subject}" se guardan en el llavero del sistema.',
  'The api_secret and the keys of environment "{subject}" are kept in a private file instead of the system\'s keychain. Whoever can read the files of this account can read them.':
    'El api_secret y las claves del entorno "{subject}" se guardan en un archivo privado en lugar del llavero del sistema. Quien pueda leer los archivos de esta cuenta puede leerlos.',
  'The stations no longer record in the database {old} who sends which document.':
    'Las estaciones ya no registran en la base de datos {old} quién envía cada documento.',
  'The stations record in the database {next}{instead} who sends which document. With another database than the other stations, documents can be sent twice.':
    'Las estaciones registran en la base de datos {next}{instead} quién envía cada documento. Si las otras estaciones usan otra base de datos, un documento puede enviarse dos veces.',
} as const;
