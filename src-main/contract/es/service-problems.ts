import type { Translated } from '../problem-text.ts';
import type { SERVICE_PROBLEMS } from '../service-problems.ts';

const notSent = (cause: string) =>
  `${cause}[ ({detail})], por eso no se envió nada. No se perdió nada: todo espera en esta computadora.`;

const outdated = (cause: string, more = '') =>
  `${cause}, por eso el estado de las tareas que se muestra podría no ser el actual.${more}`;

const mayHaveArrived = (cause: string) => ({
  document: `${cause} Es posible que el documento haya llegado al servicio.`,
  answer: `${cause} Es posible que la respuesta, o una parte de la respuesta, haya llegado al servicio.`,
  change: `${cause} Es posible que el servicio haya hecho el cambio.`,
});

const NO_ANSWER = mayHaveArrived(
  'La conexión se interrumpió antes de que el servicio confirmara la solicitud.',
);
const UNREADABLE = mayHaveArrived('Clearfolder no puede entender la respuesta del servicio.');
const TOO_LARGE = mayHaveArrived(
  'La tarea tiene tanto texto o JSON que la respuesta del servicio supera 64 MB, que es el límite de Clearfolder.',
);
const FAULT = mayHaveArrived('El servicio informó de un error interno[ ({detail})].');

export const SERVICE_PROBLEMS_ES: Translated<typeof SERVICE_PROBLEMS> = {
  'service.unreachable': {
    message:
      'Clearfolder no puede conectarse con el servicio[ ({detail})], por eso no se envía nada en este momento. No se perdió nada: todo espera en esta computadora.',
    next: 'Nada: Clearfolder reintenta automáticamente. Si el problema continúa, revise la conexión de red, o ejecute la revisión del sistema en Configuración.',
    command:
      'Nada: Clearfolder reintenta automáticamente. Si el problema continúa, compruebe la conexión de red o ejecute: clearfolder doctor',
  },
  'network.unknown-authority': {
    message: notSent('Esta computadora no confía en el certificado del servicio'),
    next: 'Es posible que su hospital inspeccione las conexiones cifradas. Pida al departamento de informática el certificado raíz del hospital (un archivo PEM), e ingrese la ruta de este archivo en Configuración, en Red. La revisión del sistema en Configuración muestra el certificado que se recibió.',
    command:
      'Es posible que su hospital inspeccione las conexiones cifradas. Pida al departamento de informática el certificado raíz del hospital (un archivo PEM) e indique la ruta de este archivo como "network.extraCaFile" en la configuración. Para ver el certificado que se recibió: clearfolder doctor',
  },
  'network.certificate-expired': {
    message: notSent('El certificado del servicio venció, según el reloj de esta computadora'),
    next: 'Revise la fecha y la hora de esta computadora. Si la fecha y la hora son correctas, avise a su departamento de informática. La revisión del sistema en Configuración muestra el certificado que se recibió.',
    command:
      'Compruebe la fecha y la hora de esta computadora. Si la fecha y la hora son correctas, avise a su departamento de informática. Para ver el certificado que se recibió: clearfolder doctor',
  },
  'network.certificate-early': {
    message: notSent('El certificado del servicio todavía no es válido, según el reloj de esta computadora'),
    next: 'Revise la fecha y la hora de esta computadora, que probablemente son incorrectas. Si la fecha y la hora son correctas, avise a su departamento de informática.',
  },
  'network.certificate-host': {
    message:
      'El servidor en la dirección del servicio tiene un certificado para otro nombre[ ({detail})]. Es posible que este servidor no sea el servicio, por eso no se envió nada. No se perdió nada: todo espera en esta computadora.',
    next: 'Revise la dirección del servicio en Configuración. Si la dirección es correcta, avise a su departamento de informática. La revisión del sistema en Configuración muestra el certificado que se recibió.',
    command:
      'Compruebe la dirección del servicio en la configuración. Si la dirección es correcta, avise a su departamento de informática. Para ver el certificado que se recibió: clearfolder doctor',
  },
  'network.encryption': {
    message: notSent(
      'Clearfolder y el servidor en la dirección del servicio no tienen ningún método de cifrado en común',
    ),
    next: 'Diga a su departamento de informática que Clearfolder necesita TLS 1.2 o más nuevo en toda la conexión con el servicio.',
  },
  'network.proxy-unreachable': {
    message: notSent('Clearfolder no puede conectarse con el proxy, o el proxy no responde'),
    next: 'Revise la conexión de red. Después revise el proxy en Configuración, en Red. Si los dos son correctos, pregunte a su departamento de informática. Clearfolder reintenta automáticamente.',
    command:
      'Compruebe la conexión de red. Después compruebe "network.proxy" en la configuración. Si los dos son correctos, pregunte a su departamento de informática. Clearfolder reintenta automáticamente.',
  },
  'network.proxy-sign-in': {
    message: notSent(
      'El proxy pide un nombre de usuario y una contraseña, o rechaza los que están guardados',
    ),
    next: 'Pida a su departamento de informática que guarde el nombre de usuario y la contraseña del proxy en esta computadora.',
    command:
      'Establezca el nombre de usuario y la contraseña del proxy con: clearfolder secret proxy USUARIO',
  },
  'network.proxy-refused': {
    message: notSent('El proxy no permite la conexión con el servicio'),
    next: 'Revise el proxy en Configuración, en Red. Si el proxy es correcto, pida a su departamento de informática que permita la dirección del servicio en el proxy.',
    command:
      'Compruebe "network.proxy" en la configuración. Si el proxy es correcto, pida a su departamento de informática que permita la dirección del servicio en el proxy.',
  },
  'service.no-answer': {
    message: NO_ANSWER.document,
    next: 'Nada: Clearfolder pregunta al servicio si el documento llegó antes de enviar el documento de nuevo.',
    answer: {
      message: NO_ANSWER.answer,
      next: 'Nada: Clearfolder revisa la tarea en el servicio antes de enviar la respuesta de nuevo.',
    },
    change: {
      message: NO_ANSWER.change,
      next: 'Nada: Clearfolder reintenta automáticamente hasta que el servicio confirme el cambio.',
    },
  },
  'service.unreadable': {
    message: UNREADABLE.document,
    next: 'Nada: Clearfolder pregunta de nuevo al servicio. Si el problema continúa, diga a su departamento de informática que un equipo de la red podría estar cambiando las respuestas del servicio.',
    answer: { message: UNREADABLE.answer },
    change: { message: UNREADABLE.change },
  },
  'service.answer-too-large': {
    message: TOO_LARGE.document,
    next: 'Busque la tarea en la página web del servicio, porque Clearfolder no puede mostrar la tarea. Clearfolder envía el documento de nuevo solo si el servicio dice que no tiene esa tarea.',
    answer: {
      message: TOO_LARGE.answer,
      next: 'Abra la tarea en la página web del servicio, porque Clearfolder no puede mostrar esta tarea.',
    },
    change: {
      message: TOO_LARGE.change,
      next: 'Abra la tarea en la página web del servicio, porque Clearfolder no puede mostrar esta tarea.',
    },
  },
  'service.fault': {
    message: FAULT.document,
    next: 'Nada: Clearfolder pregunta al servicio si el documento llegó antes de enviar el documento de nuevo.',
    answer: {
      message: FAULT.answer,
      next: 'Nada: Clearfolder revisa la tarea en el servicio antes de enviar la respuesta de nuevo.',
    },
    change: {
      message: FAULT.change,
      next: 'Nada: Clearfolder reintenta automáticamente hasta que el servicio confirme el cambio.',
    },
  },
  'service.busy': {
    message:
      'El servicio no acepta tareas nuevas en este momento. No se perdió nada: los documentos esperan en esta computadora.',
    next: 'Nada: Clearfolder reintenta automáticamente.',
    answer: {
      message:
        'El servicio no acepta más solicitudes en este momento. No se perdió nada: la respuesta espera en esta computadora.',
    },
    change: {
      message:
        'El servicio no acepta más solicitudes en este momento. No se perdió nada: el cambio espera en esta computadora.',
    },
  },
  'service.task-type': {
    message:
      'El servicio no acepta este tipo de tarea.[ El servicio dice: {detail}] Después Clearfolder preguntó al servicio por una tarea con los documentos: el servicio no tiene ninguna.',
    next: 'Abra la bandeja de salida y reintente con un tipo de tarea que el servicio permita. Si los documentos vinieron de una carpeta vigilada, corrija también el tipo de tarea de la carpeta en Carpetas.',
    command:
      'Reintente con un tipo de tarea que el servicio permita: clearfolder retry ENVÍO --task-type TIPO. Si los documentos vinieron de una carpeta vigilada, corrija también "taskType" de la carpeta en la configuración.',
  },
  'service.too-large': {
    message: 'El servidor en la dirección del servicio dice que los documentos son demasiado grandes.',
    next: 'No tiene que hacer nada mientras Clearfolder pregunta al servicio si los documentos llegaron. Si la bandeja de salida muestra los documentos como Rechazado, haga los documentos más pequeños o divídalos. Después envíe los archivos nuevos.',
    answer: { next: 'Haga los documentos más pequeños o divídalos, y después responda de nuevo a la tarea.' },
    change: {
      message:
        'El servidor en la dirección del servicio dice que el cambio es demasiado grande, por eso el cambio no se hizo.',
      next: 'Haga el cambio de nuevo con un texto más corto.',
    },
  },
  'service.invalid': {
    message:
      'El servicio rechazó los documentos como no válidos.[ El servicio dice: {detail}] Después Clearfolder preguntó al servicio por una tarea con los documentos: el servicio no tiene ninguna.',
    next: 'En Carpetas, corrija la opción que el servicio nombra. La corrección vale solo para documentos nuevos. Para enviar este documento, omítalo en la bandeja de salida y después agréguelo de nuevo con “Agregar documentos”.',
    command:
      'En la configuración de la carpeta, corrija la opción que el servicio nombra. La corrección se aplica solo a documentos nuevos. Para enviar este documento, omítalo con: clearfolder withdraw ENVÍO. Después envíe el archivo con: clearfolder submit ARCHIVO --task-type TIPO.',
    drop: {
      next: 'Omita el documento en la bandeja de salida, después agréguelo de nuevo y corrija el campo que el servicio nombra.',
    },
    answer: {
      message:
        'El servicio rechazó la solicitud como no válida y no aceptó nada.[ El servicio dice: {detail}]',
      next: 'Corrija la parte de la respuesta que el servicio nombra y después responda de nuevo a la tarea.',
    },
    change: {
      message:
        'El servicio rechazó la solicitud como no válida y no aceptó nada.[ El servicio dice: {detail}]',
      next: 'Corrija la parte del cambio que el servicio nombra y después haga el cambio de nuevo.',
    },
  },
  'service.not-found': {
    message:
      'El servidor en la dirección del servicio respondió “no encontrado”.[ El servidor dice: {detail}]',
    next: 'Revise la dirección del servicio en Configuración. Clearfolder reintenta automáticamente, y antes pregunta al servicio si los documentos llegaron.',
    answer: {
      next: 'Revise la dirección del servicio en Configuración. Clearfolder reintenta automáticamente.',
    },
    change: {
      next: 'Revise la dirección del servicio en Configuración. Clearfolder reintenta automáticamente.',
    },
  },
  'service.no-task': {
    message: 'El servicio no tiene esta tarea.[ El servicio dice: {detail}]',
    next: 'Busque la tarea en la página web del servicio.',
    answer: {
      message:
        'El servicio dice que no tiene esta tarea, por eso no aceptó la respuesta.[ El servicio dice: {detail}] Clearfolder conserva la respuesta.',
      next: 'Busque la tarea en la página web del servicio. Si la tarea está allí, reintente. Si la tarea ya no existe, envíe los documentos como tarea nueva.',
    },
    change: {
      message: 'El servicio no tiene esta tarea, por eso el cambio no se hizo.[ El servicio dice: {detail}]',
      next: 'Busque la tarea en la página web del servicio. Si la tarea está allí, reintente.',
    },
  },
  'service.refused': {
    message:
      'El servicio rechazó los documentos.[ Respuesta del servicio: {detail}] Después Clearfolder preguntó al servicio por una tarea con los documentos: el servicio no tiene ninguna.',
    next: 'Lea la respuesta del servicio. Después reintente, o pregunte a su administrador.',
    answer: {
      message: 'El servicio rechazó la solicitud y no aceptó nada.[ Respuesta del servicio: {detail}]',
    },
    change: {
      message: 'El servicio rechazó la solicitud y no aceptó nada.[ Respuesta del servicio: {detail}]',
    },
  },
  'service.blocked': {
    message:
      'Un equipo de la red, como un firewall, bloqueó estos documentos (estado 401 o 403). El servicio mismo no rechazó estos documentos. Clearfolder sigue enviando otros documentos.',
    next: 'Pida a su departamento de informática que permita estos documentos y después reintente. Clearfolder pregunta primero al servicio si los documentos llegaron.',
  },
  'service.blocked-all': {
    message:
      'Un equipo de la red, como un firewall, bloquea en este momento todos los documentos nuevos (estado 401 o 403). No se perdió nada: los documentos esperan en esta computadora.',
    next: 'Nada: Clearfolder reintenta automáticamente con un documento a la vez. Si el problema continúa, pida a su departamento de informática que permita la conexión con el servicio.',
  },
  'service.unsaid': {
    message:
      'La respuesta a estos documentos[ (estado {detail})] no parece una respuesta del servicio, y podría venir de otro equipo de la red. Es posible que los documentos hayan llegado al servicio.',
    next: 'No tiene que hacer nada mientras Clearfolder pregunta al servicio si los documentos llegaron. Si la bandeja de salida muestra los documentos como Rechazado, pregunte a su departamento de informática qué equipo responde en lugar del servicio. Después reintente.',
  },
  'service.no-such-address': {
    message:
      'El servidor en la dirección del servicio respondió “no encontrado”[ (estado {detail})], y la respuesta no parece una respuesta del servicio. Los documentos esperan en esta computadora. Clearfolder pregunta al servicio si los documentos llegaron antes de enviarlos de nuevo.',
    next: 'Revise la dirección del servicio en Configuración. Clearfolder reintenta automáticamente.',
  },
  'service.unaccounted': {
    message:
      'El servicio dice que hizo una tarea, pero la respuesta no muestra qué tarea tiene estos documentos. Es posible que los documentos hayan llegado al servicio.',
    next: 'No tiene que hacer nada mientras Clearfolder pregunta al servicio por la tarea. Si la bandeja de salida muestra los documentos como Rechazado, busque una tarea de estos documentos en la página web del servicio. Si la tarea existe, omita los documentos aquí. Si no existe, reintente. Clearfolder no envía los documentos de nuevo por sí mismo.',
    command:
      'No tiene que hacer nada mientras Clearfolder pregunta al servicio por la tarea. Si la bandeja de salida muestra los documentos como rechazados, busque una tarea de estos documentos en la página web del servicio. Si hay tal tarea: clearfolder withdraw ENVÍO. Si no hay tal tarea: clearfolder retry ENVÍO. Clearfolder no envía los documentos de nuevo por sí mismo.',
  },
  'service.conflict': {
    message:
      'Una tarea del servicio ya tiene la referencia que Clearfolder dio a estos documentos, pero el tipo de tarea o los documentos de esa tarea son diferentes. Por eso Clearfolder no envía estos documentos de nuevo.[ El tipo de tarea de esa tarea es {detail}.]',
    next: 'Pregunte a las personas de otras estaciones que usan la misma carpeta vigilada si ya enviaron estos documentos, tal vez con otro tipo de tarea. Si es así, omita los documentos aquí. De lo contrario, pida a su administrador que compare esa tarea con estos documentos antes de enviar nada de nuevo.',
  },
  'service.unproven': {
    message:
      'El servicio dice que no tiene ninguna tarea de estos documentos. Pero el servicio dice lo mismo de tareas que seguramente tiene, así que es posible que los documentos hayan llegado. Clearfolder conserva los documentos y por ahora no los envía de nuevo.',
    next: 'Por ahora nada: Clearfolder pregunta de nuevo. Si el problema continúa, revise la dirección del servicio y el secreto (clave de API) en Configuración, y pregunte a su departamento de informática qué servidor responde en la dirección del servicio.',
  },
  'tracking.unreachable': {
    message: outdated('Clearfolder no puede conectarse con el servicio[ ({detail})]'),
    next: 'Nada: Clearfolder pregunta de nuevo. Si el problema continúa, revise la conexión de red.',
  },
  'tracking.unreadable': {
    message: outdated('Clearfolder no puede entender una respuesta del servicio'),
    next: 'Nada: Clearfolder pregunta de nuevo. Si el problema continúa, diga a su departamento de informática que un equipo de la red podría estar cambiando las respuestas del servicio.',
  },
  'tracking.answer-too-large': {
    message:
      'Una tarea tiene tanto texto o JSON que la respuesta del servicio supera el límite de 64 MB, por eso el estado que se muestra de esa tarea podría no ser el actual.',
    next: 'Abra esa tarea en la página web del servicio, porque Clearfolder no puede actualizar la tarea aquí.',
  },
  'tracking.fault': {
    message: outdated('El servicio informó de un error interno[ ({detail})]', ' No se perdió nada.'),
    next: 'Nada: Clearfolder pregunta de nuevo.',
  },
  'tracking.busy': {
    message: outdated('El servicio no acepta más solicitudes en este momento'),
    next: 'Nada: Clearfolder pregunta de nuevo automáticamente.',
  },
  'tracking.refused': {
    message: outdated(
      'El servicio rechazó la pregunta por el estado de las tareas',
      '[ El servicio dice: {detail}]',
    ),
    next: 'Por ahora nada: Clearfolder pregunta de nuevo. Si el problema continúa, muestre este mensaje a su administrador.',
  },
  'tracking.not-found': {
    message: outdated(
      'El servidor en la dirección del servicio no responde como el servicio',
      '[ El servidor dice: {detail}]',
    ),
    next: 'Revise la dirección del servicio en Configuración. Clearfolder pregunta de nuevo automáticamente.',
  },
  'tracking.gone': {
    message:
      'El servicio ya no tiene esta tarea. Clearfolder buscó dos veces esta tarea en el servicio y no la encontró. Como comprobación, Clearfolder buscó cada vez también una tarea distinta, y el servicio encontró esa otra tarea. Esta tarea no recibe ningún dictamen, y Clearfolder ya no pregunta por esta tarea.',
    next: 'Pregunte a los responsables del servicio qué pasó con la tarea. Si la tarea no se decidió, envíe los documentos de nuevo como tarea nueva.',
  },
  'tracking.denied': {
    message:
      'El estado de esta tarea es desconocido: el servicio dice que no existe esa tarea, o no responde a preguntas sobre esta tarea.',
    next: 'Por ahora nada: Clearfolder pregunta de nuevo. Si el problema continúa, pregunte a su administrador si la dirección del servicio y el secreto (clave de API) son correctos.',
  },
  'tracking.rows': {
    message:
      'Clearfolder no puede leer algunas tareas de la lista del servicio[ (número de tareas: {detail})]. El estado que se muestra de estas tareas podría no ser el actual. Todas las demás tareas están al día.',
    next: 'Nada: Clearfolder pregunta de nuevo. Si el problema continúa, informe del problema y de su hora a los responsables del servicio.',
  },
  'tracking.details': {
    message:
      'Clearfolder no puede cargar los detalles de algunas tareas[ (número de tareas: {detail})], porque el servicio no da sobre estas tareas ninguna respuesta que Clearfolder pueda leer. Los dictámenes y documentos de estas tareas faltan aquí o podrían no ser los actuales. Todas las demás tareas están al día.',
    next: 'Nada: Clearfolder pregunta de nuevo. Si el problema continúa, abra estas tareas en la página web del servicio e informe del problema y de su hora a los responsables del servicio.',
  },
  'auth.no-secret': {
    message:
      'No hay ningún secreto (clave de API) guardado para este servicio, por eso Clearfolder no puede enviar ni recibir nada. El secreto es la contraseña de su organización en el servicio.',
    next: 'Pida el secreto (clave de API) a su administrador y presione “Conectar…” en Configuración.',
    command: 'Establezca el api_secret con: clearfolder secret set',
  },
  'auth.refused': {
    message:
      'El servicio rechazó el secreto (clave de API), probablemente porque su organización tiene un secreto nuevo.[ El servicio dice: {detail}] No se envía nada y no se pierde nada: todo espera en esta computadora.',
    next: 'Pida el secreto (clave de API) nuevo a su administrador e ingréselo en Configuración. Si el secreto es correcto, presione “Comprobar de nuevo” en Hoy, o en Configuración, en Acceso.',
    command:
      'Pida el api_secret nuevo a su administrador y establézcalo con: clearfolder secret set. Si el api_secret es correcto, compruébelo de nuevo con: clearfolder secret check',
  },
  'auth.token-refused': {
    message:
      'El servicio rechaza las solicitudes en este momento[ ({detail})], pero no rechazó el secreto (clave de API). No se perdió nada: todo espera en esta computadora.',
    next: 'Nada: Clearfolder reintenta automáticamente. Si el problema continúa, muestre este mensaje a los responsables del servicio.',
  },
  'auth.other-organisation': {
    message:
      'El secreto (clave de API) pertenece a una organización, pero el registro de lo enviado de esta estación pertenece a otra organización[ ({detail})]. Por eso Clearfolder no usa este secreto y no envía nada. No se perdió nada: todo espera en esta computadora.',
    next: 'Abra Configuración y haga una de estas tres cosas. (1) Si alguien ingresó un secreto (clave de API) incorrecto, ingrese el secreto correcto. (2) Si las dos organizaciones son en realidad la misma, con un nombre nuevo o una cuenta nueva en el servicio, presione “Confirmar que ambas son la misma organización…”. (3) Si las organizaciones son diferentes y esta estación trabaja para las dos, presione “Mantener separadas las organizaciones…” y después ingrese una vez más el secreto anterior: el secreto de la organización a la que pertenece el registro.',
    command:
      'Haga una de estas tres cosas. (1) Si alguien estableció un api_secret equivocado, establezca el correcto con: clearfolder secret set. (2) Si ambas organizaciones son en realidad la misma, con un nombre nuevo o una cuenta nueva en el servicio, confírmelo con: clearfolder secret same-organization. (3) Si las organizaciones son diferentes y esta estación trabaja para ambas, dé a la organización de este api_secret su propio entorno: en "environments" de la configuración, agregue otro nombre con la misma dirección. En este tercer caso, establezca también el api_secret anterior una vez más con: clearfolder secret set. El api_secret anterior es el de la organización a la que pertenece el registro.',
  },
  'auth.wait': {
    message:
      'Clearfolder tiene que esperar antes de poder acceder al servicio[ ({detail})]. No se perdió nada: todo espera en esta computadora.',
    next: 'Nada: Clearfolder reintenta automáticamente. Si el problema continúa, ejecute la revisión del sistema en Configuración.',
    command:
      'Nada: Clearfolder reintenta automáticamente. Si el problema continúa, ejecute: clearfolder doctor',
  },
  'answer.frozen': {
    message: 'Una tarea más nueva del mismo paciente reemplazó esta tarea.[ {detail}]',
    next: 'Abra la tarea más nueva. Si la tarea más nueva espera estos documentos, responda a la tarea más nueva.',
    change: {
      message:
        'Una tarea más nueva del mismo paciente reemplazó esta tarea, por eso el cambio no se hizo.[ El servicio dice: {detail}]',
      next: 'Abra la tarea más nueva. Si la tarea más nueva también necesita este cambio, haga el cambio allí.',
    },
  },
  'answer.replaced': {
    message:
      'Una tarea más nueva del mismo paciente reemplazó la tarea de esta respuesta, después de que el servicio pudo aceptar una parte de la respuesta.[ {detail}] Clearfolder no envió nada de esta respuesta a la tarea más nueva.',
    next: 'Abra la tarea más nueva. Si la tarea más nueva está por responder, respóndala con los datos y los documentos. Si la tarea más nueva no necesita la respuesta, descarte la respuesta en la bandeja de salida.',
  },
  'answer.not-waiting': {
    message: 'La tarea no espera documentos en este momento, por eso el servicio no aceptó esta respuesta.',
    next: 'No tiene que hacer nada mientras la respuesta espera en la bandeja de salida: Clearfolder envía la respuesta en cuanto la tarea vuelva a estar en espera. Si la bandeja de salida muestra la respuesta como Rechazado, abra la tarea. Si la tarea vuelve a estar en espera, reintente la respuesta en la bandeja de salida. De lo contrario, envíe allí los documentos como tarea nueva, o descarte la respuesta si nadie necesita ya los documentos.',
  },
  'answer.comparing': {
    message:
      'La tarea está en espera, pero el servicio no aceptó esta respuesta.[ El servicio dice: {detail}] Es posible que la tarea ya tenga todos los documentos de esta respuesta.',
    next: 'Nada: Clearfolder mira los documentos de la tarea durante unos dos minutos y después dice si están allí.',
  },
  'answer.part-taken': {
    message: 'La tarea ya no está en espera, y el servicio aceptó solo una parte de la respuesta.[ {detail}]',
    next: 'Abra la tarea. Si la tarea vuelve a estar en espera, envíe el resto de la respuesta. Si la tarea ya no está en espera, diga a la persona que usa el dictamen que falta una parte de la respuesta.',
  },
  'answer.unasked': {
    message:
      'Clearfolder no pudo preguntar al servicio por el estado de la tarea[ ({detail})], por eso este elemento espera en esta computadora. No se perdió nada.',
    next: 'Nada: Clearfolder pregunta de nuevo automáticamente. Si el problema continúa, muestre este mensaje a su departamento de informática.',
  },
  'answer.unproved': {
    message:
      'Clearfolder no puede comprobar que los documentos de esta respuesta llegaron, porque los documentos de la tarea no se pueden comparar con ellos.[ {detail}]',
    next: 'Abra la tarea y mire sus documentos. Si allí están todos los documentos de la respuesta, descarte la respuesta en la bandeja de salida. Si falta un documento, reintente la respuesta mientras la tarea espera, o envíe los documentos como tarea nueva.',
  },
  'answer.other-data': {
    message:
      'Clearfolder no sabe si la respuesta llegó. Mientras tanto, la tarea recibió otros datos para las mismas preguntas. Clearfolder no envió nada más.',
    next: 'Abra la tarea y revise sus datos. Si los datos son correctos, no haga nada. Si los datos son incorrectos, reintente esta respuesta: Clearfolder envía entonces la respuesta además de los otros datos.',
  },
  'answer.conflict': {
    message:
      'La tarea está en espera, pero el servicio rechaza repetidamente esta respuesta o una parte de la respuesta.[ El servicio dice: {detail}] Las partes que el servicio aceptó quedan en la tarea.',
    next: 'Abra la tarea. Si falta una parte de la respuesta en la tarea, reintente: Clearfolder conservó la respuesta.',
  },
  'answer.not-resumed': {
    message:
      'El servicio aceptó esta respuesta, pero la tarea seguía en espera cuando Clearfolder miró la tarea después de la respuesta.',
    next: 'No tiene que hacer nada mientras la respuesta espera en la bandeja de salida: Clearfolder mira la tarea de nuevo. Si la bandeja de salida muestra la respuesta como Rechazado, abra la tarea. Si la tarea ya no está en espera, no haga nada. Si una tarea más nueva del mismo paciente reemplazó esta tarea, responda a la tarea más nueva. De lo contrario, reintente: Clearfolder pide de nuevo al servicio que continúe la tarea, y no envía dos veces los mismos documentos.',
  },
  'answer.already-there': {
    message: 'La tarea ya tiene estos documentos, por eso el servicio no aceptó nada nuevo.',
    next: 'Abra la tarea. Si la tarea sigue en espera, responda de nuevo con otros documentos o datos, porque el servicio necesita otra cosa.',
  },
  'edit.overtaken': {
    message: 'Mientras tanto, otra persona cambió esta tarea en el servicio, por eso su cambio no se hizo.',
    next: 'Abra la tarea. Si su cambio todavía es correcto, reintente.',
  },
  'message.not-kept': {
    message:
      'Este elemento se rechazó y nadie lo reintentó. Alguien marcó como hecho el seguimiento de su tarea, y después de eso Clearfolder conserva el contenido solo por un tiempo limitado (vea “Conservación” en Configuración). El contenido ya se eliminó, así que Clearfolder ya no puede enviar este elemento.',
    next: 'Si la tarea ya no necesita el elemento, descarte el elemento en la bandeja de salida. De lo contrario, agregue el elemento de nuevo a la tarea.',
  },
};
