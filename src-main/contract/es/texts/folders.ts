export const FOLDERS_ES = {
  'not a whole path': 'no es una ruta completa',
  'Another folder has the short name "{id}". Nothing was changed.':
    'Otra carpeta tiene el nombre corto "{id}". No se cambió nada.',
  'Choose a different short name.': 'Elija un nombre corto diferente.',
  'The path of the folder is incomplete. Nothing was changed.':
    'La ruta de la carpeta está incompleta. No se cambió nada.',
  'Enter the whole path, starting with the drive or /.':
    'Ingrese la ruta completa, que comience con la unidad o con /.',
  'This folder is no longer watched. Nothing was changed.':
    'Esta carpeta ya no se vigila. No se cambió nada.',
  'Refresh the list of folders: the folder was removed in the meantime.':
    'Actualice la lista de carpetas: mientras tanto, la carpeta se quitó.',
  'Clearfolder carries out an earlier decision about these files in a moment. Nothing was changed.':
    'Clearfolder llevará a cabo en un momento una decisión anterior sobre estos archivos. No se cambió nada.',
  'To decide again, first choose Undo in the message about the earlier decision.':
    'Para decidir de nuevo, elija primero Deshacer en el mensaje sobre la decisión anterior.',
  'This folder is on another computer. Clearfolder does not list the folder, because Windows would send your sign-in to that computer. Nothing was changed.':
    'Esta carpeta está en otra computadora. Clearfolder no muestra su contenido, porque Windows enviaría su inicio de sesión a esa computadora. No se cambió nada.',
  'Enter the whole path of the folder, or choose a connected drive letter.':
    'Ingrese la ruta completa de la carpeta o elija una letra de unidad conectada.',
  'Clearfolder cannot list this folder ({why}).':
    'Clearfolder no puede mostrar el contenido de esta carpeta ({why}).',
  'Choose another folder, or let this account open the folder.':
    'Elija otra carpeta o permita que esta cuenta abra la carpeta.',
  'No folder with the name "{id}" is watched now. Nothing was changed.':
    'Ahora no se vigila ninguna carpeta con el nombre "{id}". No se cambió nada.',
  Reading: 'Lectura',
  'Clearfolder cannot list the files of the folder ({code}), so it could not send files from the folder.':
    'Clearfolder no puede listar los archivos de la carpeta ({code}), así que no podría enviar archivos de la carpeta.',
  'Check that the folder exists, that the network drive is connected, and that this account may open the folder.':
    'Compruebe que la carpeta exista, que la unidad de red esté conectada y que esta cuenta pueda abrir la carpeta.',
  'Clearfolder can list the files of the folder. The folder has no files to send now.':
    'Clearfolder puede listar los archivos de la carpeta. La carpeta no tiene archivos para enviar ahora.',
  'Clearfolder can list the files of the folder and read one of them.':
    'Clearfolder puede listar los archivos de la carpeta y leer uno de ellos.',
  'Clearfolder can list the files of the folder but cannot read the first file ({code}).':
    'Clearfolder puede listar los archivos de la carpeta, pero no puede leer el primer archivo ({code}).',
  'Let this account read the files in the folder.': 'Permita que esta cuenta lea los archivos de la carpeta.',
  Moving: 'Traslado',
  'Clearfolder could create a test file, move it into the archive folder, and delete it.':
    'Clearfolder pudo crear un archivo de prueba, moverlo a la carpeta de archivo y eliminarlo.',
  'Clearfolder could not move a test file ({code}). Documents would be sent but not moved.':
    'Clearfolder no pudo mover un archivo de prueba ({code}). Los documentos se enviarían, pero no se moverían.',
  'Let this account write into the folder, or choose to leave files in the folder.':
    'Permita que esta cuenta escriba en la carpeta, o elija dejar los archivos en la carpeta.',
  'Practice mode moves no files, so Clearfolder did not test moving.':
    'El modo de práctica no mueve archivos, por eso Clearfolder no probó el traslado.',
  'Test the folder again when you use your service.': 'Pruebe la carpeta de nuevo cuando use su servicio.',
  'Other folders': 'Otras carpetas',
  'No other watched folder has the same files.': 'Ninguna otra carpeta vigilada tiene los mismos archivos.',
  'The folder "{id}" needs no confirmation about other stations. Nothing was changed.':
    'La carpeta "{id}" no necesita una confirmación sobre otras estaciones. No se cambió nada.',
  'Refresh the folder to see its state. Either Clearfolder can now write into the folder, or another station sends its documents, or the folder cannot be reached.':
    'Actualice la carpeta para ver su estado. O Clearfolder ya puede escribir en la carpeta, u otra estación envía sus documentos, o no se puede acceder a la carpeta.',
  'The settings of the folder changed, so your decision applied only to some of the files. The other files still wait.':
    'La configuración de la carpeta cambió, por eso su decisión se aplicó solo a algunos archivos. Los otros archivos siguen esperando.',
  'Refresh the folder, then decide about the other files.':
    'Actualice la carpeta y después decida sobre los otros archivos.',
  'The folder at this path is a different folder than before, without the earlier files. Perhaps a network drive is not connected. Clearfolder treats the files that are now in this folder like files from before the folder was set up, and sends only newer files. Clearfolder counts no file as deleted.':
    'La carpeta en esta ruta no es la misma que antes, y no tiene los archivos anteriores. Quizás una unidad de red no está conectada. Clearfolder trata los archivos que ahora están en esta carpeta como archivos anteriores a su configuración, y envía solo los más nuevos. Clearfolder no cuenta ningún archivo como eliminado.',
  'Clearfolder cannot open these files or folders, and sends none of these documents: {some}. Ask your IT staff for permission to read them.':
    'Clearfolder no puede abrir estos archivos o carpetas, y no envía ninguno de estos documentos: {some}. Pida al personal de informática permiso para leerlos.',
  'Clearfolder cannot read these names, and sends none of these documents: {some}. Change the names.':
    'Clearfolder no puede leer estos nombres, y no envía ninguno de estos documentos: {some}. Cambie los nombres.',
  '{list} and {count} more': '{list} y {count} más',
  '1 sent file could not be moved to "{folder}". Clearfolder does not send these files again and retries the move automatically. Let this account write into the folder, or edit the folder and leave files in place.':
    'No se pudo mover 1 archivo enviado a "{folder}". Clearfolder no lo envía de nuevo y vuelve a intentar moverlo automáticamente. Permita que esta cuenta escriba en la carpeta, o edite la carpeta y deje los archivos en su lugar.',
  '{count} sent files could not be moved to "{folder}". Clearfolder does not send these files again and retries the move automatically. Let this account write into the folder, or edit the folder and leave files in place.':
    'No se pudieron mover {count} archivos enviados a "{folder}". Clearfolder no los envía de nuevo y vuelve a intentar moverlos automáticamente. Permita que esta cuenta escriba en la carpeta, o edite la carpeta y deje los archivos en su lugar.',
  'Clearfolder could not keep the answer folders in "{folder}" ({code}) and retries automatically. Answer waiting Tasks in the app. Let this account write into the folder, or edit the folder and switch answer folders off.':
    'Clearfolder no pudo mantener las carpetas de respuesta en "{folder}" ({code}) y lo intenta de nuevo automáticamente. Responda las tareas en espera en la aplicación. Permita que esta cuenta escriba en la carpeta, o edite la carpeta y desactive las carpetas de respuesta.',
  'Another computer uses this folder with the same station id, probably because a disk was copied. This computer treats the other computer as another station, so nothing is sent twice. Do not use both computers: set up Clearfolder again on one of them, with a new data folder.':
    'Otra computadora usa esta carpeta con el mismo identificador de estación, probablemente porque se copió un disco. Esta computadora trata a la otra como otra estación, así que nada se envía dos veces. No use las dos computadoras: configure Clearfolder de nuevo en una de ellas, con una nueva carpeta de datos.',
  'Practice mode moves no files and writes nothing into this folder, whatever the folder settings say.':
    'El modo de práctica no mueve archivos ni escribe nada en esta carpeta, sea cual sea la configuración de la carpeta.',
  'The task type or the request details of the folder changed in the meantime, so nothing was sent.':
    'El tipo de tarea o los detalles de la solicitud de la carpeta cambiaron entretanto, así que no se envió nada.',
  'Look at the folder, then decide again.': 'Revise la carpeta y después decida de nuevo.',
  'Sent with another task type or other request details, and not sent again by itself: {documents}. New files go out as "{taskType}".':
    'Enviados con otro tipo de tarea u otros detalles de la solicitud, y no se envían de nuevo por sí solos: {documents}. Los archivos nuevos se envían como "{taskType}".',
  'To send these documents as "{taskType}" too: clearfolder offer {id} send':
    'Para enviar estos documentos también como "{taskType}": clearfolder offer {id} send',
  'Documents that were left out, because they were gone, changed or unreadable, or may already be a Task of the type "{taskType}": {leftOut}. These documents were not sent.':
    'Documentos que se omitieron porque ya no estaban, habían cambiado o no se podían leer, o porque quizá ya son una tarea del tipo "{taskType}": {leftOut}. Estos documentos no se enviaron.',
  'To end this message: clearfolder offer {id} dismiss':
    'Para terminar este mensaje: clearfolder offer {id} dismiss',
  'Clearfolder wrote this note, and replaces and deletes this note.':
    'Clearfolder escribió esta nota, y la reemplaza y la elimina.',
  'Save the missing documents in this folder. Clearfolder sends complete documents that no longer change. For data, use the screen Waiting of the app.':
    'Guarde en esta carpeta los documentos que faltan. Clearfolder envía los documentos completos que ya no cambian. Para los datos, use la pantalla “Por responder” de la aplicación.',
  'Look at the Task in the app.': 'Consulte la tarea en la aplicación.',
  Documents: 'Documentos',
  Data: 'Datos',
  Also: 'Además',
  'The service does not say what is missing. Look at the Task in the app.':
    'El servicio no dice qué falta. Consulte la tarea en la aplicación.',
  'The service says: {message}': 'El servicio dice: {message}',
  'This request was made before an older copy of the record of what was sent was restored. Clearfolder may have carried out the request before the restore, so it does not carry out the request now.':
    'Esta solicitud se hizo antes de restaurar una copia anterior del registro de lo enviado. Es posible que Clearfolder ya la haya cumplido antes de la restauración, por eso no la cumple ahora.',
  'Check whether the request was carried out. If you still need the request, make it again.':
    'Compruebe si la solicitud se cumplió. Si todavía la necesita, hágala de nuevo.',
  'The running Clearfolder has another version and does not know this request. Nothing was changed.':
    'El Clearfolder que está en ejecución tiene otra versión y no conoce esta solicitud. No se cambió nada.',
  'Restart Clearfolder, so that both programs have the same version. Then try again.':
    'Reinicie Clearfolder para que ambos programas tengan la misma versión. Después inténtelo de nuevo.',
  'An unexpected error occurred ({error}). Nothing was changed.':
    'Ocurrió un error inesperado ({error}). No se cambió nada.',
  'Try again, or report this message.': 'Inténtelo de nuevo o informe de este mensaje.',
  'A person undid the request.': 'Una persona deshizo la solicitud.',
  'Nothing is left to do.': 'No queda nada por hacer.',
} as const;
