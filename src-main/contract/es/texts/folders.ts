export const FOLDERS_ES = {
  'not a whole path': 'no es una ruta completa',
  'Another folder has the short name "{id}". Nothing was changed.':
    'Otra carpeta tiene el nombre corto "{id}". No se cambió nada.',
  'Choose a different short name.': 'Elija un nombre corto diferente.',
  'The path of the folder is incomplete. Nothing was changed.':
    'La ruta de la carpeta está incompleta. No se cambió nada.',
  'Enter the whole path, starting with the drive or /.':
    'Escriba la ruta completa, que comience con la unidad o con /.',
  'This folder is no longer watched. Nothing was changed.':
    'Esta carpeta ya no se vigila. No se cambió nada.',
  'Refresh the list of folders: the folder was removed in the meantime.':
    'Actualice la lista de carpetas: mientras tanto, la carpeta se quitó.',
  'This folder is on another computer. Clearfolder does not list the folder, because Windows would send your sign-in to that computer. Nothing was changed.':
    'Esta carpeta está en otra computadora. Clearfolder no muestra su contenido, porque Windows enviaría su inicio de sesión a esa computadora. No se cambió nada.',
  'Enter the whole path of the folder, or choose a connected drive letter.':
    'Escriba la ruta completa de la carpeta o elija una letra de unidad conectada.',
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
} as const;
