import type { lock as en } from '../../en/office/lock.ts';

export const lock: Readonly<Record<keyof typeof en, string>> = {
  'lock.windowTitle': 'Clearfolder: bloqueado',
  'lock.title': 'Esta estación está bloqueada',
  'lock.needs':
    '{count, plural, =0 {Nada requiere su atención.} one {# elemento requiere su atención.} many {# elementos requieren su atención.} other {# elementos requieren su atención.}}',
  'lock.goesOn': 'Clearfolder sigue enviando y comprobando documentos.',
  'lock.kept': 'Sus documentos están seguros y esperan en esta computadora.',
  'lock.pin': 'PIN de esta estación',
  'lock.unlock': 'Desbloquear',
  'lock.opening': 'Comprobando…',
  'lock.means.touch-id': 'Desbloquear con Touch ID',
  'lock.keptHint':
    'Mientras la estación está bloqueada, Clearfolder conserva las respuestas que usted escribió y los documentos que agregó.',
  'lock.forgotten':
    '¿Olvidó el PIN? Pida a su administrador que ejecute este comando en esta cuenta de la computadora: clearfolder lock reset',
  'lock.who': '¿Quién es usted?',
  'lock.who.station': 'Usar el PIN de esta estación',
  'lock.pinOf': 'PIN de {name}',
  'lock.somebodyElse': 'Otra persona',
  'lock.forgottenOwn':
    '¿Olvidó su PIN? Su administrador puede darle un PIN nuevo en Configuración, en Personas.',
  'lock.signedIn': 'Sesión de {name}',
  'lock.switch': 'Cambiar de usuario',
  'settings.users': 'Personas',
  'users.text':
    'Si varias personas comparten esta cuenta de la computadora, dé a cada persona su propio PIN. La pantalla de bloqueo pregunta entonces quién es usted, y el registro de auditoría nombra a la persona en cada acción.',
  'users.needsLock': 'Primero establezca un PIN de la estación y un tiempo, arriba en Bloqueo y PIN.',
  'users.add': 'Agregar persona…',
  'users.add.title': 'Agregar una persona',
  'users.name': 'Nombre',
  'users.name.hint': 'Sus colegas ven este nombre, por ejemplo en las tareas y en el registro de auditoría.',
  'users.name.fault': 'Ingrese un nombre de 1 a 100 caracteres.',
  'users.pin': 'PIN de esta persona',
  'users.pin.hint':
    'Use 6 o más dígitos, o una frase de 8 o más caracteres. Deje que la persona escriba el PIN.',
  'users.stationPin.hint': 'Solo quien conoce el PIN de la estación puede agregar o quitar personas.',
  'users.added': 'Ahora {name} puede desbloquear esta estación.',
  'users.newPin': 'PIN nuevo…',
  'users.newPinOf': 'PIN nuevo para {name}',
  'users.newPinSaved': '{name} tiene un PIN nuevo.',
  'users.remove': 'Quitar',
  'users.removeNamed': 'Quitar a {name}',
  'users.remove.text':
    'Esta persona ya no podrá desbloquear la estación. Las tareas, las notas y el registro de auditoría conservan el nombre.',
  'users.removed': '{name} ya no puede desbloquear esta estación.',
  'lock.soon':
    'Clearfolder se bloqueará pronto, porque nadie usa esta estación. Presione cualquier tecla para evitar el bloqueo.',
  'lock.in': '({seconds} s)',
  'lock.stay': 'No bloquear',
  'settings.lock': 'Bloqueo y PIN',
  'settings.lock.text':
    'El bloqueo oculta todos los documentos y nombres cuando nadie usa esta estación durante un tiempo. Clearfolder sigue enviando y comprobando documentos. El bloqueo no protege contra alguien que controle esta cuenta de la computadora.',
  'settings.lock.after': 'Bloquear después de',
  'settings.lock.never': 'Nunca',
  'settings.lock.minutes': '{count, plural, one {# minuto} many {# minutos} other {# minutos}}',
  'settings.lock.noPin':
    'Esta estación no tiene PIN, así que Clearfolder queda abierto cuando usted deja la computadora. Establezca un PIN para que la estación se bloquee después del tiempo indicado abajo.',
  'settings.lock.off':
    'Esta estación no se bloquea y no tiene PIN. Para establecer un PIN, elija un tiempo abajo.',
  'settings.lock.noPin.practice':
    'Esta estación no tiene PIN, así que la estación no se bloquea. El modo de práctica no necesita bloqueo, porque todos los pacientes son inventados.',
  'today.noPin':
    'Clearfolder queda abierto cuando usted deja la computadora, porque esta estación no tiene PIN.',
  'today.noPin.set': 'Establecer un PIN',
  'settings.lock.pin': 'PIN actual',
  'settings.lock.pin.hint': 'Necesita el PIN actual para cambiar el bloqueo.',
  'settings.lock.newPin': 'PIN nuevo',
  'settings.lock.newPin.first': 'PIN',
  'settings.lock.newPin.hint':
    'Use 6 o más dígitos, o una frase de 8 o más caracteres. Todas las personas que trabajan en esta estación necesitan el PIN.',
  'settings.lock.newPin.admin':
    'Use 6 o más dígitos, o una frase de 8 o más caracteres. Solo el administrador necesita este PIN: las demás personas tienen su propio PIN, en Personas.',
  'settings.lock.newPin.keep': 'Si deja esto vacío, el PIN no cambia.',
  'settings.lock.again': 'Repita el PIN',
  'settings.lock.unlike': 'Los dos PIN son diferentes.',
  'settings.lock.offMeans': 'Si desactiva el bloqueo, también se elimina el PIN.',
  'settings.lock.saved.on':
    'Guardado. La estación se bloquea después de {count, plural, one {# minuto} many {# minutos} other {# minutos}}.',
  'settings.lock.saved.off': 'Guardado. La estación no se bloquea.',
  'settings.lock.now': 'Bloquear ahora',
  'redirect.title': 'Confirmar este cambio',
  'redirect.text':
    'Solo una persona puede permitir este cambio, para que ningún otro programa pueda enviar sus documentos a otro lugar. Confirme solo si usted pidió este cambio: lea qué cambia y después llene el campo del final.',
  'redirect.code': 'Código de 6 dígitos',
  'redirect.code.hint':
    'Abra la ventana de texto en la que se inició Clearfolder, por ejemplo con “npm start”. Cerca del final está la línea “Escriba 1234-56 en la aplicación…” con su código. El código es válido durante 3 minutos. Si no puede abrir esta ventana, pregunte a la persona que inició Clearfolder.',
  'redirect.code-in-log.hint':
    'Clearfolder se ejecuta aquí sin una ventana de texto, por eso el código está en la salida del programa. Pida el código a la persona que inició Clearfolder o a su administrador. Para el servicio en Linux, el comando “journalctl -u clearfolder -n 20” muestra el código. El código es válido durante 3 minutos.',
  'redirect.pin.hint': 'Todavía no cambió nada.',
  'redirect.confirm': 'Confirmar cambio',
};
