export const SETTINGS_ES = {
  'Ask the administrator of this computer to correct the policy file. Nothing was changed.':
    'Pida al administrador de esta computadora que corrija el archivo de política. No se cambió nada.',
  'does not belong to root, or other accounts may write to the file':
    'no pertenece a root, u otras cuentas pueden escribir en el archivo',
  'cannot be read ({code})': 'no se puede leer ({code})',
  'is not a JSON object in UTF-8': 'no es un objeto JSON en UTF-8',
  'names "{relative}", which is not an absolute path': 'indica "{relative}", que no es una ruta absoluta',
  'The policy of your organization, {file}, {fault}. Clearfolder uses no settings until the policy is correct.':
    'La política de su organización, {file}, {fault}. Clearfolder no usa ninguna configuración hasta que la política sea correcta.',
  'Correct the settings file, then check the file with: clearfolder settings check FILE. Nothing was changed.':
    'Corrija el archivo de configuración y después compruébelo con: clearfolder settings check ARCHIVO. No se cambió nada.',
  'The policy cannot be used': 'La política no se puede usar',
  'The settings file {file} does not exist, so nothing was started.':
    'El archivo de configuración {file} no existe, por eso no se inició nada.',
  'Clearfolder cannot read the settings file {file} ({code}), so nothing was started.':
    'Clearfolder no puede leer el archivo de configuración {file} ({code}), por eso no se inició nada.',
  'Check the path after --settings. To begin in practice mode, start Clearfolder without --settings, or write {empty} into the new file.':
    'Compruebe la ruta después de --settings. Para empezar en modo de práctica, inicie Clearfolder sin --settings o escriba {empty} en el archivo nuevo.',
  'The settings file {file} is in UTF-16, and Clearfolder reads UTF-8.':
    'El archivo de configuración {file} está en UTF-16, y Clearfolder lee UTF-8.',
  'Save the file as UTF-8: in Notepad with "Save as" and the encoding "UTF-8", in Windows PowerShell with "Set-Content -Encoding utf8". Nothing was changed.':
    'Guarde el archivo como UTF-8: en el Bloc de notas con "Guardar como" y la codificación "UTF-8", en Windows PowerShell con "Set-Content -Encoding utf8". No se cambió nada.',
  'The settings file {source} is not JSON: {reason}.':
    'El archivo de configuración {source} no es JSON: {reason}.',
  'The settings file {source} cannot be used': 'El archivo de configuración {source} no se puede usar',
  '{text} (set by the policy {file})': '{text} (establecido por la política {file})',
  '{fault}: {list}': '{fault}: {list}',
  '{path}: {fault}': '{path}: {fault}',
  '(the file)': '(el archivo)',
  'is not a known setting': 'no es una opción conocida',
  'is required ({type})': 'es obligatorio ({type})',
  'must be of type {type}': 'debe ser de tipo {type}',
  'must be one of {list}': 'debe ser uno de {list}',
  'must be at least {least} characters': 'debe tener al menos {least} caracteres',
  'must be at least {least}': 'debe ser al menos {least}',
  'must be at most {most} characters': 'debe tener como máximo {most} caracteres',
  'must be at most {most}': 'debe ser como máximo {most}',
  'has a name that is not allowed: 1 to 64 letters, digits, "-" or "_"':
    'tiene un nombre no permitido: de 1 a 64 letras, dígitos, "-" o "_"',
  'The settings cannot be saved': 'La configuración no se puede guardar',
  'Correct the settings that this message names, then save again. Nothing was changed.':
    'Corrija la configuración que este mensaje nombra y después guarde de nuevo. No se cambió nada.',
  'Your organization sets {list} for this computer ({file}). Nothing was changed.':
    'Su organización establece {list} para esta computadora ({file}). No se cambió nada.',
  ' and ': ' y ',
  'Ask the administrator of this computer if the setting must change.':
    'Pregunte al administrador de esta computadora si la configuración debe cambiar.',
  'Clearfolder cannot write the settings file {file} ({code}). Nothing was changed.':
    'Clearfolder no puede escribir el archivo de configuración {file} ({code}). No se cambió nada.',
  'Check that the disk has free space and that this account may write to the file, then save again.':
    'Compruebe que el disco tenga espacio libre y que esta cuenta pueda escribir en el archivo, y después guarde de nuevo.',
  '"externalId" holds {key}, which comes from names of files or folders: it stands in ids at the service and in web addresses. Where such a name may be that of a patient, leave {key} out.':
    '"externalId" contiene {key}, que viene de nombres de archivos o carpetas: aparece en ids del servicio y en direcciones web. Donde un nombre así puede ser el de un paciente, omita {key}.',
  'has no certificate in PEM format': 'no tiene ningún certificado en formato PEM',
  'holds a certificate that cannot be read (number {number})':
    'contiene un certificado que no se puede leer (número {number})',
  'is not a file': 'no es un archivo',
  'is too large for a certificate file': 'es demasiado grande para un archivo de certificados',
  'The certificate file {file} {what}, so Clearfolder does not connect to the service. Nothing is lost.':
    'El archivo de certificados {file} {what}, por eso Clearfolder no se conecta al servicio. No se pierde nada.',
  'Correct the certificate file ("network.extraCaFile") in the settings: use your root certificate as PEM text, which begins with -----BEGIN CERTIFICATE----- (Windows calls this format Base-64), or no file.':
    'Corrija el archivo de certificados ("network.extraCaFile") en la configuración: use su certificado raíz como texto PEM, que comienza con -----BEGIN CERTIFICATE----- (Windows llama Base-64 a este formato), o ningún archivo.',
  'Environment "{environment}" has no service address.':
    'El entorno "{environment}" no tiene una dirección del servicio.',
  'Add the environment under "environments" in the settings.':
    'Agregue el entorno en "environments" de la configuración.',
  'The folders "{id}" ({path}) and "{id2}" ({path2}) overlap, so the same documents would be sent twice. Nothing was started.':
    'Las carpetas "{id}" ({path}) y "{id2}" ({path2}) se superponen, así que los mismos documentos se enviarían dos veces. No se inició nada.',
  'Change the settings so that no watched folder is the same as another watched folder or inside another watched folder.':
    'Cambie la configuración de modo que ninguna carpeta vigilada sea igual a otra carpeta vigilada ni esté dentro de otra.',
  'The folder "{id}" ({path}) contains the data folder of Clearfolder or is inside it, so Clearfolder would send its own copies as documents. Nothing was started.':
    'La carpeta "{id}" ({path}) contiene la carpeta de datos de Clearfolder o está dentro de ella, así que Clearfolder enviaría sus propias copias como documentos. No se inició nada.',
  'Watch another folder, or choose another data folder with --data.':
    'Vigile otra carpeta o elija otra carpeta de datos con --data.',
  'must be a web address such as https://HOST/public/v1':
    'debe ser una dirección web como https://HOST/public/v1',
  'must begin with https:// (http:// is allowed only for this computer)':
    'debe comenzar con https:// (http:// se permite solo para esta computadora)',
  'must not contain spaces or \\': 'no debe contener espacios ni \\',
  'must not contain a user name or password': 'no debe contener un nombre de usuario ni una contraseña',
  'must begin with the host as it is meant: {host}':
    'debe comenzar con el servidor tal como debe ser: {host}',
  'must be at most 300 characters': 'debe tener como máximo 300 caracteres',
  'must not contain ? or #': 'no debe contener ? ni #',
  'must end in /public/v1': 'debe terminar en /public/v1',
  'must be http://HOST:PORT with the name and the port of the proxy, or null':
    'debe ser http://HOST:PORT con el nombre y el puerto del proxy, o null',
  'must not contain a password': 'no debe contener una contraseña',
  'must be postgres://USER@HOST:PORT/DATABASE, or null':
    'debe ser postgres://USER@HOST:PORT/DATABASE, o null',
  'must be 1 to 64 letters, digits, "-" or "_"': 'debe tener de 1 a 64 letras, dígitos, "-" o "_"',
  'must be a regular expression with fewer or smaller repeats':
    'debe ser una expresión regular con menos repeticiones o repeticiones más cortas',
  'must be a regular expression of the RE2 kind; this part is not allowed: {construct}':
    'debe ser una expresión regular del tipo RE2; esta parte no está permitida: {construct}',
  'must contain a group named key: (?<key>...)': 'debe contener un grupo llamado key: (?<key>...)',
  'must end with {id}; {key} and {folder} may stand before it':
    'debe terminar con {id}; {key} y {folder} pueden estar antes',
  '{name} is not known; allowed: {id}, {key}, {folder}':
    '{name} no se conoce; se permiten: {id}, {key}, {folder}',
  'must be at most 512 characters': 'debe tener como máximo 512 caracteres',
  'must be at most 2048 characters': 'debe tener como máximo 2048 caracteres',
  'must be at most 500 characters': 'debe tener como máximo 500 caracteres',
  'must begin with http:// or https://': 'debe comenzar con http:// o https://',
  'must be a complete web address, with https:// at the start':
    'debe ser una dirección web completa, con https:// al comienzo',
  'must not end with a single "\\"': 'no debe terminar con un solo "\\"',
  'must not begin with "!", nor hold !( ?( *( +( @( or (a|b); put "\\" before a "!" or "(" that belongs to a name':
    'no debe comenzar con "!" ni contener !( ?( *( +( @( o (a|b); ponga "\\" antes de un "!" o "(" que pertenezca a un nombre',
  'may hold [abc], [a-z] and [^abc] (none of them), and no other brackets':
    'puede contener [abc], [a-z] y [^abc] (ninguno de ellos), y ningún otro corchete',
  'may hold "**" only alone between two "/", as in **/*.pdf, and not within { }':
    'puede contener "**" solo entre dos "/", como en **/*.pdf, y no dentro de { }',
  'must not hold a range in { }; write each: {1,2,3}':
    'no debe contener un intervalo en { }; escriba cada uno: {1,2,3}',
  'has a "{" without its "}"': 'tiene un "{" sin su "}"',
  'must be "file", "folder", {"folderDepth": 1 to 16} or {"key": "a regular expression with (?<key>...)"}':
    'debe ser "file", "folder", {"folderDepth": de 1 a 16} o {"key": "una expresión regular con (?<key>...)"}',
  'must be "ask", "send", "skip" or {"newerThan": "YYYY-MM-DD"}':
    'debe ser "ask", "send", "skip" o {"newerThan": "AAAA-MM-DD"}',
  'must be true, false or the name of a folder inside the watched folder, without a "/" and no dot at its start':
    'debe ser true, false o el nombre de una carpeta dentro de la carpeta vigilada, sin "/" y sin punto al comienzo',
  'must name a folder': 'debe indicar una carpeta',
  'must name a task type of your organization': 'debe indicar un tipo de tarea de su organización',
  'must be https://HOST/PATH, or null': 'debe ser https://HOST/PATH, o null',
  'must be 1 to 64 letters, digits, spaces, ".", "_" or "-"':
    'debe tener de 1 a 64 letras, dígitos, espacios, ".", "_" o "-"',
  'must be HOST:PORT, or null': 'debe ser HOST:PORT, o null',
  'must name a file, or be null': 'debe indicar un archivo o ser null',
  'must be "practice" or one of environments: {list}': 'debe ser "practice" o uno de environments: {list}',
  '(none is given)': '(no se indica ninguno)',
  'is built in and has no address': 'está integrado y no tiene dirección',
  '"{id}" is used twice': '"{id}" se usa dos veces',
} as const;
