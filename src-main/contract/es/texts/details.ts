/** The Spanish texts for the details of problems, by the English text that the ledger keeps. */
export const DETAILS_ES = {
  'the name of the service could not be looked up': 'no se encontró el nombre del servicio',
  'the service refused the connection': 'el servicio rechazó la conexión',
  'no network route to the service': 'la red no tiene una ruta hacia el servicio',
  'no network connection': 'no hay conexión de red',
  'the service did not accept the connection in time': 'el servicio no aceptó la conexión a tiempo',
  'the connection was cut': 'la conexión se cortó',
  'the answer was cut short': 'la respuesta llegó incompleta',
  'the request was cut short': 'la solicitud se envió incompleta',
  'the program stopped the call': 'el programa detuvo la solicitud',
  'no data for too long': 'pasó demasiado tiempo sin datos',
  'the connection failed': 'la conexión falló',
  'the server does not answer like a proxy': 'el servidor no responde como un proxy',
  'no connection was made in time through the proxy': 'no se logró a tiempo una conexión a través del proxy',
  'the proxy could not reach the service': 'el proxy no pudo comunicarse con el servicio',
  'the service could not prove who it is, or its encryption does not fit':
    'el servicio no pudo demostrar su identidad, o su cifrado no es compatible',
  'the connection could not be made': 'no se pudo establecer la conexión',
  'the answer could not be written': 'no se pudo guardar la respuesta',
  'the answer is too large': 'la respuesta es demasiado grande',
  'the answer is not JSON': 'la respuesta no es JSON',
  'the answer lacks or misstates: {places}': 'a la respuesta le faltan o tiene incorrectos: {places}',
  'the conflict is of no known shape': 'el conflicto tiene una forma desconocida',
  'the answer is about another Task': 'la respuesta trata de otra tarea',
  'it was not the service that answered': 'la respuesta no vino del servicio',
  'the service takes no more sign-in attempts for now':
    'el servicio no acepta más intentos de acceso por ahora',
  'the service gave a token that cannot be used': 'el servicio dio un token que no se puede usar',
  'the service gave no token': 'el servicio no dio un token',
  'the service gave no token (status {status})': 'el servicio no dio un token (estado {status})',
  'the sign-in failed': 'el acceso falló',
  'the service refused a call and could not be asked whether the sign-in is at fault':
    'el servicio rechazó una solicitud y no se le pudo preguntar si la causa es el acceso',
  'the secret store of this computer cannot be read':
    'no se puede leer el almacén de secretos de esta computadora',
  'Status {status}.': 'Estado {status}.',
  'status {status}': 'estado {status}',
  'The answer went to Task {uuid}.': 'La respuesta llegó a la tarea {uuid}.',
  'The service redirects the answer from one Task to the next without end (last: {uuid}), so the answer was not accepted.':
    'El servicio redirige la respuesta de una tarea a la siguiente sin fin (la última: {uuid}), por eso la respuesta no se aceptó.',
  'The newer Task is {uuid}, which is not waiting for documents ({status}), so the answer was not accepted.':
    'La tarea más nueva es {uuid}, que no espera documentos ({status}), por eso la respuesta no se aceptó.',
  'Task {uuid} ({status}): {taken}.': 'Tarea {uuid} ({status}): {taken}.',
  'Sent: {ours} ({sent}). In the Task: {theirs}.': 'Enviado: {ours} ({sent}). En la tarea: {theirs}.',
  'the service does not have these documents: {files}': 'el servicio no tiene estos documentos: {files}',
  'the service accepted the documents but not the data':
    'el servicio aceptó los documentos, pero no los datos',
  'About Task {uuid}: {taken}. The newer Task is {newer}.':
    'Sobre la tarea {uuid}: {taken}. La tarea más nueva es {newer}.',
  'It is not proved whether Task {uuid} has the documents. The newer Task is {newer}.':
    'No está probado si la tarea {uuid} tiene los documentos. La tarea más nueva es {newer}.',
  'the service accepted the whole answer': 'el servicio aceptó toda la respuesta',
  'the service accepted the data but not the documents':
    'el servicio aceptó los datos, pero no los documentos',
  'the connection broke': 'la conexión se interrumpió',
  'it is longer than was said': 'es más grande de lo anunciado',
  'it is shorter than was said': 'es más pequeño de lo anunciado',
  'a claim cannot be read': 'no se puede leer una reserva',
  'no passphrase of the stations': 'falta la frase de contraseña de las estaciones',
  'the database is incomplete': 'la base de datos está incompleta',
  'another passphrase of the stations': 'la frase de contraseña de las estaciones es otra',
  'another computer runs with the same station id': 'otra computadora usa el mismo identificador de estación',
  'a newer Clearfolder uses the database': 'un Clearfolder más nuevo usa la base de datos',
  'the database is a standby': 'la base de datos es una réplica en espera',
  'another database': 'otra base de datos',
  'no answer': 'sin respuesta',
  'not known': 'desconocida',
  'secret (API key): {secret}; record: {record}': 'secreto (clave de API): {secret}; registro: {record}',
  'the stations that use a database (enter "stations.postgres" in the settings here too)':
    'las estaciones que usan una base de datos (indique "stations.postgres" también en la configuración de aquí)',
  '({code}; the last station here was {name})': '({code}; la última estación aquí fue {name})',
  '{name} (environment "{environment}")': '{name} (entorno "{environment}")',
  '{name} (environment "{environment}", may belong to a different organization)':
    '{name} (entorno "{environment}", puede pertenecer a otra organización)',
  '{words} ({code})': '{words} ({code})',
} as const;
