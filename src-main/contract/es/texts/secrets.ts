export const SECRETS_ES = {
  'The current api_secret no longer belongs to a different organization. Nothing was changed.':
    'El api_secret actual ya no pertenece a otra organización. No se cambió nada.',
  'Check the api_secret in Settings.': 'Compruebe el api_secret en Configuración.',
  'Another entry in the list of services has the name "{name}". Nothing was changed.':
    'Otra entrada de la lista de servicios tiene el nombre "{name}". No se cambió nada.',
  'Practice mode uses its own api_secret, so you cannot set an api_secret. Nothing was changed.':
    'El modo de práctica usa su propio api_secret, por eso no puede establecer uno. No se cambió nada.',
  'Choose the service of your organization in Settings first.':
    'Elija primero el servicio de su organización en Configuración.',
  'The environment variable CLEARFOLDER_API_SECRET is set and overrides the saved api_secret. Nothing was changed.':
    'La variable de entorno CLEARFOLDER_API_SECRET está definida y tiene prioridad sobre el api_secret guardado. No se cambió nada.',
  'Remove the environment variable CLEARFOLDER_API_SECRET and restart Clearfolder. Then set the api_secret.':
    'Quite la variable de entorno CLEARFOLDER_API_SECRET y reinicie Clearfolder. Después establezca el api_secret.',
  'This text is in UTF-16, and Clearfolder reads an api_secret in UTF-8. Nothing was changed.':
    'Este texto está en UTF-16, y Clearfolder lee un api_secret en UTF-8. No se cambió nada.',
  'Save the file with the api_secret as UTF-8: in Notepad with "Save as" and the encoding "UTF-8", in Windows PowerShell with "Set-Content -Encoding utf8". Then set the api_secret again.':
    'Guarde el archivo con el api_secret como UTF-8: en el Bloc de notas con "Guardar como" y la codificación "UTF-8", en Windows PowerShell con "Set-Content -Encoding utf8". Después establezca el api_secret de nuevo.',
  'This is not an api_secret: an api_secret has three parts with colons between them, provider:uid:secret, without spaces. Nothing was changed.':
    'Esto no es un api_secret: un api_secret tiene tres partes separadas por dos puntos, provider:uid:secret, sin espacios. No se cambió nada.',
  "Copy the whole api_secret from the service's web page of your organization and set it again.":
    'Copie el api_secret completo de la página web de su organización en el servicio y establézcalo de nuevo.',
  'The value of --secrets is not valid, so nothing was started.':
    'El valor de --secrets no es válido, por eso no se inició nada.',
  'Use --secrets keychain, or --secrets file:PATH with the path of a private file.':
    'Use --secrets keychain, o --secrets file:PATH con la ruta de un archivo privado.',
  'a private file, because this is practice mode: {path}':
    'un archivo privado, porque este es el modo de práctica: {path}',
  'the private file {path}': 'el archivo privado {path}',
  'The secrets file {path} is damaged. Without the file nothing can be sent; the file is unchanged.':
    'El archivo de secretos {path} está dañado. Sin el archivo no se puede enviar nada; el archivo no cambió.',
  'Restore the file from a backup. Move the file away only if you have the api_secret and do not need the record of what was sent.':
    'Restaure el archivo de una copia de seguridad. Retire el archivo de su lugar solo si tiene el api_secret y no necesita el registro de lo enviado.',
  'Clearfolder cannot write the secrets file {path} ({code}). The content of the file is unchanged.':
    'Clearfolder no puede escribir el archivo de secretos {path} ({code}). El contenido del archivo no cambió.',
  'Check that its folder exists, that the disk has free space, and that the account that runs Clearfolder may write there.':
    'Compruebe que su carpeta exista, que el disco tenga espacio libre y que la cuenta que ejecuta Clearfolder pueda escribir allí.',
  'is a link to another file': 'es un enlace a otro archivo',
  'Give the path of the file itself.': 'Indique la ruta del archivo mismo.',
  'is not an ordinary file': 'no es un archivo ordinario',
  'Give the path of an ordinary file.': 'Indique la ruta de un archivo ordinario.',
  'belongs to another user': 'pertenece a otro usuario',
  'Make the account that runs Clearfolder the owner of the file (chown), or delete the file if you do not know it: {path}':
    'Haga que la cuenta que ejecuta Clearfolder sea la propietaria del archivo (chown), o elimine el archivo si no lo conoce: {path}',
  'can be read or changed by other users of this computer':
    'puede ser leído o cambiado por otros usuarios de esta computadora',
  'Restrict the permissions: chmod 600 {path}. Other users may have read the api_secret, so ask your administrator for a new api_secret.':
    'Restrinja los permisos: chmod 600 {path}. Es posible que otros usuarios hayan leído el api_secret, así que pida a su administrador un api_secret nuevo.',
  'is in a folder of another user, who could replace the file':
    'está en una carpeta de otro usuario, que podría reemplazar el archivo',
  'Move the file into a folder of the account that runs Clearfolder.':
    'Mueva el archivo a una carpeta de la cuenta que ejecuta Clearfolder.',
  'is in a folder where other users may replace the file':
    'está en una carpeta donde otros usuarios pueden reemplazar el archivo',
  'Restrict the permissions of the folder: chmod go-w {folder}':
    'Restrinja los permisos de la carpeta: chmod go-w {folder}',
  'The secrets file {path} {what}, so Clearfolder did not use it. Nothing can be sent until this is corrected; nothing is lost.':
    'El archivo de secretos {path} {what}, por eso Clearfolder no lo usó. No se puede enviar nada hasta que esto se corrija; no se pierde nada.',
  'Clearfolder cannot read the secrets file {path} ({code}). Without the file nothing can be sent; nothing is lost.':
    'Clearfolder no puede leer el archivo de secretos {path} ({code}). Sin el archivo no se puede enviar nada; no se pierde nada.',
  'Check that the disk is connected and that the account that runs Clearfolder may read the file.':
    'Compruebe que el disco esté conectado y que la cuenta que ejecuta Clearfolder pueda leer el archivo.',
  "the system's keychain": 'el llavero del sistema',
  'or choose a private file instead with --secrets file:PATH':
    'o elija en su lugar un archivo privado con --secrets file:PATH',
  'Without the keychain nothing can be sent. Documents stay in their folders and nothing is lost.':
    'Sin el llavero no se puede enviar nada. Los documentos permanecen en sus carpetas y no se pierde nada.',
  "Clearfolder cannot use the system's keychain, because a system library is missing. {waits}":
    'Clearfolder no puede usar el llavero del sistema, porque falta una biblioteca del sistema. {waits}',
  'Install libsecret (package libsecret-1-0 on Debian and Ubuntu) and a keyring such as gnome-keyring, {instead}.':
    'Instale libsecret (paquete libsecret-1-0 en Debian y Ubuntu) y un llavero como gnome-keyring, {instead}.',
  'Install Clearfolder again, {instead}.': 'Instale Clearfolder de nuevo, {instead}.',
  "The system's keychain did not respond for {seconds} seconds and probably waits for a password. {waits}":
    'El llavero del sistema no respondió durante {seconds} segundos y probablemente espera una contraseña. {waits}',
  'Look for a window that asks for the password of the keychain and enter the password, then try again; {instead}.':
    'Busque una ventana que pida la contraseña del llavero, ingrese la contraseña y después inténtelo de nuevo; {instead}.',
  "The system's keychain is locked, or was never set up. Its entries are not lost, but Clearfolder cannot read them now. {waits}":
    'El llavero del sistema está bloqueado o nunca se configuró. Sus entradas no se perdieron, pero Clearfolder no puede leerlas ahora. {waits}',
  'Log in to the desktop or unlock the keychain, then try again; on a machine where nobody logs in, choose a private file with --secrets file:PATH.':
    'Inicie sesión en el escritorio o desbloquee el llavero y después inténtelo de nuevo; en una máquina donde nadie inicia sesión, elija un archivo privado con --secrets file:PATH.',
  'The keychain entry "{name}" is incomplete. {waits}':
    'La entrada "{name}" del llavero está incompleta. {waits}',
  'Set the api_secret again (clearfolder secret set). If the message names the ledger-key, restore the keychain from a backup.':
    'Establezca el api_secret de nuevo (clearfolder secret set). Si el mensaje nombra ledger-key, restaure el llavero de una copia de seguridad.',
  "Clearfolder cannot reach the system's keychain ({message}). {waits}":
    'Clearfolder no puede acceder al llavero del sistema ({message}). {waits}',
  'Start Clearfolder from a desktop session that has a keychain, {instead}.':
    'Inicie Clearfolder desde una sesión de escritorio que tenga un llavero, {instead}.',
  'Clearfolder could not save the key of the record of what was sent in {store}, so nothing was encrypted with this key and nothing was sent.':
    'Clearfolder no pudo guardar la clave del registro de lo enviado en {store}, por eso no se cifró nada con esta clave y no se envió nada.',
  'Ask your IT department to check this secret store, or choose a private file instead with --secrets file:PATH.':
    'Pida a su departamento de informática que revise este almacén de secretos, o elija en su lugar un archivo privado con --secrets file:PATH.',
  'The record of what was sent (the ledger of "{environment}") is there, but its key is no longer in {store}. Nothing was sent, and the record was left as it is; without the key nobody can read it.':
    'El registro de lo enviado (el registro de "{environment}") está allí, pero su clave ya no está en {store}. No se envió nada y el registro quedó como está; sin la clave nadie puede leerlo.',
  'The record of what was sent (the ledger of "{environment}") is there, but its key is damaged in {store}. Nothing was sent, and the record was left as it is; without the key nobody can read it.':
    'El registro de lo enviado (el registro de "{environment}") está allí, pero su clave está dañada en {store}. No se envió nada y el registro quedó como está; sin la clave nadie puede leerlo.',
  'If Clearfolder used another secret store before, start with the same --secrets. Otherwise restore the keychain or secrets file from a backup, or restore a backup of the record that was made with a passphrase: clearfolder restore FILE. Only if there is no such backup: move the ledger away and start with a new ledger; then check at the service what has been sent before.':
    'Si Clearfolder usaba antes otro almacén de secretos, inicie con el mismo --secrets. De lo contrario, restaure el llavero o el archivo de secretos de una copia de seguridad, o restaure una copia de seguridad del registro hecha con una frase de contraseña: clearfolder restore ARCHIVO. Solo si no hay tal copia: retire el registro de su lugar y comience con un registro nuevo; después compruebe en el servicio qué se envió antes.',
  'Clearfolder cannot read the file {file} ({code}), which links CLEARFOLDER_API_SECRET to its service. Nothing was sent.':
    'Clearfolder no puede leer el archivo {file} ({code}), que vincula CLEARFOLDER_API_SECRET con su servicio. No se envió nada.',
  'Restore the file, or delete the file and start Clearfolder once with CLEARFOLDER_API_SECRET_ORIGIN set to the origin of your service, such as https://HOST.':
    'Restaure el archivo, o elimine el archivo e inicie Clearfolder una vez con CLEARFOLDER_API_SECRET_ORIGIN definida como el origen de su servicio, como https://HOST.',
  'Clearfolder cannot write the file {file} ({code}), which links CLEARFOLDER_API_SECRET to its service. Nothing was sent.':
    'Clearfolder no puede escribir el archivo {file} ({code}), que vincula CLEARFOLDER_API_SECRET con su servicio. No se envió nada.',
  'Check that the disk has free space and that the account that runs Clearfolder may write there.':
    'Compruebe que el disco tenga espacio libre y que la cuenta que ejecuta Clearfolder pueda escribir allí.',
  'CLEARFOLDER_API_SECRET_ORIGIN is not an origin. Nothing was sent.':
    'CLEARFOLDER_API_SECRET_ORIGIN no es un origen. No se envió nada.',
  'Set CLEARFOLDER_API_SECRET_ORIGIN to the scheme, host and port of your service, such as https://HOST, or remove the variable.':
    'Defina CLEARFOLDER_API_SECRET_ORIGIN con el esquema, el servidor y el puerto de su servicio, como https://HOST, o quite la variable.',
  'Clearfolder could not save a test entry in {store}. Without a place for the api_secret nothing can be sent.':
    'Clearfolder no pudo guardar una entrada de prueba en {store}. Sin un lugar para el api_secret no se puede enviar nada.',
  'The service rejected this api_secret, so it was not saved. Nothing was changed.':
    'El servicio rechazó este api_secret, por eso no se guardó. No se cambió nada.',
  'Copy the api_secret again from the web page of your organization, or ask your administrator for the current api_secret.':
    'Copie el api_secret de nuevo de la página web de su organización, o pida el api_secret actual a su administrador.',
  'Clearfolder does not send the api_secret of environment "{environment}" to {address}: {was}. Nothing is lost: everything waits on this computer.':
    'Clearfolder no envía el api_secret del entorno "{environment}" a {address}: {was}. No se pierde nada: todo espera en esta computadora.',
  'the secret was set for {origin}': 'el secreto se estableció para {origin}',
  'Clearfolder was not started for that address': 'Clearfolder no se inició para esa dirección',
  'the secret was first used for {origin}': 'el secreto se usó primero para {origin}',
  'If the address is right, set the api_secret of that service again. If not, restore the old address in the settings.':
    'Si la dirección es correcta, establezca de nuevo el api_secret de ese servicio. Si no, restaure la dirección anterior en la configuración.',
  'Clearfolder does not send the api_secret in CLEARFOLDER_API_SECRET to {address}: {was}. Nothing is lost: everything waits on this computer.':
    'Clearfolder no envía el api_secret de CLEARFOLDER_API_SECRET a {address}: {was}. No se pierde nada: todo espera en esta computadora.',
  'If the address is right, set CLEARFOLDER_API_SECRET_ORIGIN to {origin} and restart Clearfolder. If not, restore the old address in the settings.':
    'Si la dirección es correcta, defina CLEARFOLDER_API_SECRET_ORIGIN como {origin} y reinicie Clearfolder. Si no, restaure la dirección anterior en la configuración.',
  'The current api_secret does not belong to a different organization. Nothing was changed.':
    'El api_secret actual no pertenece a otra organización. No se cambió nada.',
  'Check the api_secret with: clearfolder secret check':
    'Compruebe el api_secret con: clearfolder secret check',
  'The settings changed after the test of the sign-in, or the test was canceled. Nothing was changed.':
    'La configuración cambió después de la prueba de acceso, o la prueba se canceló. No se cambió nada.',
  'Go back one step and test the sign-in again.': 'Vuelva un paso atrás y pruebe el acceso de nuevo.',
} as const;
