export const COMMON_ES = {
  'folder {id}': 'carpeta {id}',
  copies: 'copias',
  callbacks: 'avisos',
  network: 'red',
  stations: 'estaciones',
  'What to do: {next}': 'Qué hacer: {next}',
  'Close this window and open Clearfolder again.': 'Cierre esta ventana y abra Clearfolder de nuevo.',
  'This window and the running Clearfolder have different versions. Nothing was changed.':
    'Esta ventana y el Clearfolder en ejecución tienen versiones diferentes. No se cambió nada.',
  'A file with this name already exists. Clearfolder did not overwrite it.':
    'Ya existe un archivo con este nombre. Clearfolder no lo sobrescribió.',
  'Choose another name.': 'Elija otro nombre.',
  'Choose another folder, or free some space on that disk.':
    'Elija otra carpeta o libere espacio en ese disco.',
  'Find the id with: clearfolder outbox': 'Busque el id con: clearfolder outbox',
  'Nothing.': 'Nada.',
  '{text}': '{text}',
} as const;
