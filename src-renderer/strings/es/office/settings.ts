import type { settings as en } from '../../en/office/settings.ts';

export const settings: Readonly<Record<keyof typeof en, string>> = {
  'welcome.title': 'Primeros pasos',
  'welcome.lead':
    'Clearfolder envía sus documentos al servicio de validación y muestra los resultados. Estos son los primeros pasos.',
  'welcome.done': 'Hecho',
  'welcome.open': 'Por hacer',
  'welcome.connect.title': 'Conectar',
  'welcome.connect.practice':
    'El modo de práctica está activado. Clearfolder ya envía documentos de ejemplo de pacientes inventados.',
  'welcome.connect.connected': 'Clearfolder está conectado con su servicio.',
  'welcome.connect.needs-secret':
    'El servicio necesita el secreto (clave de API) de su organización. Pida el secreto a su administrador y presione Conectar.',
  'welcome.connect.unreachable':
    'Clearfolder no puede conectarse con el servicio. Revise la dirección del servicio en Configuración y su conexión de red.',
  'welcome.connect.starting': 'Conectando…',
  'welcome.connect.stopped': 'Clearfolder no pudo iniciarse. Abra Configuración para ver el motivo.',
  'welcome.connect.look': 'Mostrar tareas',
  'welcome.folder.title': 'Vigilar una carpeta',
  'welcome.folder.text':
    'Clearfolder envía cada documento nuevo de una carpeta vigilada. Antes de agregar una carpeta, usted ve lo que Clearfolder enviaría.',
  'welcome.folder.see': 'Mostrar carpetas',
  'welcome.document.title': 'Agregar documentos',
  'welcome.document.text':
    'Suelte archivos o carpetas en cualquier parte de esta ventana, o presione Agregar documentos. Usted revisa los documentos antes de enviarlos.',
  'settings.part.everyday': 'Uso diario',
  'settings.part.administrator': 'Administrador',
  'settings.part.administrator.text': 'Cambie estos valores solo si usted configura o atiende Clearfolder.',
  'settings.groups': 'Secciones de la configuración',
  'settings.saved': 'Guardado.',
  'settings.saving': 'Guardando…',
  'settings.locked':
    'Su organización estableció este valor para esta computadora. No puede cambiar el valor aquí.',
  'settings.unsaved': 'Aún no guardado.',
  'settings.giveUp': 'Deshacer cambios',
  'settings.on': 'Activado',
  'settings.off': 'Desactivado',
  'settings.unknown': 'Desconocido',
  'settings.restart': 'Reiniciar',
  'settings.restarting': 'Reiniciando…',
  'settings.environment': 'Servicio',
  'settings.environment.text':
    'Elija el servicio que recibe sus documentos. Para cada servicio, Clearfolder mantiene un registro de lo enviado por separado.',
  'settings.environment.which': 'Servicio actual',
  'settings.environment.practice':
    'Un servicio dentro de este programa, para capacitación. Nada sale de esta computadora.',
  'settings.environment.toPractice':
    'Clearfolder deja de enviar a su servicio e inicia el modo de práctica. Clearfolder conserva los documentos de la bandeja de salida y los envía cuando usted vuelve a su servicio. Los documentos que usted envía en el modo de práctica no llegan a su servicio.',
  'settings.environment.toOther':
    'Después del cambio, Clearfolder envía sus documentos a {name}. El nuevo servicio no tiene los documentos que usted envió en el modo de práctica o a otro servicio.',
  'settings.environment.folders':
    '{count, plural, one {Clearfolder también vigila esta carpeta para el nuevo servicio. Si la carpeta se configuró para el modo de práctica o para otro servicio, los archivos de la carpeta esperan hasta que usted decida sobre ellos en Carpetas:} many {Clearfolder también vigila estas # carpetas para el nuevo servicio. Si una carpeta se configuró para el modo de práctica o para otro servicio, los archivos de la carpeta esperan hasta que usted decida sobre ellos en Carpetas:} other {Clearfolder también vigila estas # carpetas para el nuevo servicio. Si una carpeta se configuró para el modo de práctica o para otro servicio, los archivos de la carpeta esperan hasta que usted decida sobre ellos en Carpetas:}}',
  'settings.environment.waits':
    '{count, plural, =0 {No se enviaría ningún documento} one {Se enviaría # documento} many {Se enviarían # documentos} other {Se enviarían # documentos}}',
  'settings.environment.switch': 'Cambiar a {name}',
  'settings.environment.remove': 'Quitar {name} de esta lista',
  'settings.environment.address': 'Dirección del servicio',
  'settings.environment.address.hint':
    'Pegue la dirección completa que el servicio dio a su organización. La dirección termina en /public/v1.',
  'settings.environment.name': 'Nombre de este servicio',
  'settings.environment.name.hint': 'Por ejemplo production o staging.',
  'settings.environment.fault.empty': 'Ingrese la dirección del servicio.',
  'settings.environment.fault.address': 'La dirección {fault}.',
  'settings.environment.fault.name': 'Ingrese de 1 a 64 letras, dígitos, - o _.',
  'settings.environment.fault.taken': 'Otro servicio tiene este nombre. Ingrese un nombre diferente.',
  'settings.secret': 'Acceso',
  'settings.secret.text':
    'El secreto (clave de API) es la contraseña de su organización en el servicio. Clearfolder nunca muestra un secreto guardado.',
  'settings.secret.state.practice': 'No es necesario',
  'settings.secret.state.not-set': 'Falta',
  'settings.secret.state.set': 'Aún sin comprobar',
  'settings.secret.state.accepted': 'Aceptado',
  'settings.secret.state.refused': 'Rechazado',
  'settings.secret.elsewhere':
    'Clearfolder tiene un secreto (clave de API) para {origin} y lo envía solo a esa dirección. Si la dirección del servicio de arriba es correcta, establezca el secreto de ese servicio.',
  'settings.secret.elsewhere.unknown':
    'Clearfolder no se inició para la dirección del servicio de arriba, así que Clearfolder no envía allí el secreto (clave de API) de CLEARFOLDER_API_SECRET. Reinicie Clearfolder.',
  'settings.secret.words.practice': 'El modo de práctica accede automáticamente.',
  'settings.secret.words.not-set':
    'Clearfolder no puede enviar ni recibir nada hasta que usted establezca el secreto (clave de API).',
  'settings.secret.words.set':
    'El secreto (clave de API) está guardado, pero el servicio aún no lo ha aceptado.',
  'settings.secret.words.accepted': 'El servicio acepta el secreto (clave de API).',
  'settings.secret.words.refused':
    'El servicio rechazó el secreto (clave de API), probablemente porque su organización tiene un secreto nuevo. Sus documentos están seguros y esperan en esta computadora. Pida el secreto nuevo a su administrador. Si el secreto es correcto, presione “Comprobar de nuevo”.',
  'settings.secret.store': 'Clearfolder guarda el secreto (clave de API) en {store}.',
  'settings.secret.overridden':
    'El secreto (clave de API) viene de la variable de entorno CLEARFOLDER_API_SECRET de esta computadora. Para cambiar el secreto, cambie esta variable.',
  'settings.secret.new': 'Secreto (clave de API)',
  'settings.secret.replace': 'Secreto (clave de API) nuevo',
  'settings.secret.hint':
    'Pegue el secreto (clave de API) que el servicio dio a su organización: tres partes separadas por dos puntos (:).',
  'settings.secret.show': 'Mostrar el secreto (clave de API) escrito',
  'settings.secret.keep': 'Comprobar y guardar',
  'settings.secret.said.accepted': 'Guardado. El servicio acepta el secreto (clave de API).',
  'settings.secret.said.set':
    'Guardado. Clearfolder aún no sabe si el servicio acepta el secreto (clave de API).',
  'settings.secret.check': 'Comprobar de nuevo',
  'settings.secret.checking': 'Comprobando con el servicio…',
  'settings.secret.clear': 'Quitar…',
  'settings.secret.clear.text':
    'Sin el secreto (clave de API), Clearfolder no puede enviar ni recibir nada. Sus documentos esperan en esta computadora hasta que usted establezca un secreto nuevo. Clearfolder no puede mostrarle el secreto actual, así que asegúrese de tener una copia.',
  'settings.secret.clear.sure': 'Quitar secreto (clave de API)',
  'settings.secret.cleared':
    'Se quitó el secreto (clave de API). Los documentos esperan en esta computadora.',
  'settings.other.unknown': 'una organización de nombre desconocido',
  'settings.other.text':
    'Este secreto (clave de API) pertenece a {secret}, pero los documentos de esta estación se enviaron para {record}. Clearfolder no usa este secreto, así que no se envía nada. Sus documentos están seguros y esperan en esta computadora.',
  'settings.other.former':
    'Si alguien ingresó el secreto (clave de API) equivocado, ingrese de nuevo el secreto de {record}.',
  'settings.other.same': 'Confirmar que ambas son la misma organización…',
  'settings.other.same.text':
    'Confirme solo si {secret} y {record} son la misma organización con un nombre nuevo o una cuenta nueva en el servicio. Después, Clearfolder envía los documentos en espera a {secret}. Enviar documentos a la organización equivocada es una violación de la privacidad. Su decisión se guarda en el registro de auditoría.',
  'settings.other.same.sure': 'Confirmar la misma organización',
  'settings.other.same.said': 'La organización es ahora {secret}. Clearfolder envía de nuevo.',
  'settings.other.own': 'Mantener separadas las organizaciones…',
  'settings.other.own.text':
    'Clearfolder agrega una entrada nueva a la lista de servicios para {secret}, con la misma dirección del servicio y este secreto (clave de API). La entrada “{environment}” permanece con {record} y pierde este secreto. Los documentos de {record} esperan hasta que usted ingrese de nuevo el secreto de {record}.',
  'settings.other.own.name': 'Nombre de la entrada nueva',
  'settings.other.own.hint': 'Por ejemplo, el nombre de la clínica, sin espacios.',
  'settings.other.own.sure': 'Agregar entrada',
  'settings.other.own.said':
    'La entrada “{name}” tiene ahora el secreto (clave de API) de {secret}. Ingrese aquí el secreto de {record}.',
  'settings.organisation': 'Organización',
  'settings.organisation.unnamed': 'El servicio no da el nombre',
  'settings.organisation.callback': 'Avisos del servicio sobre tareas que cambiaron (callbacks)',
  'settings.organisation.read': 'external_read_enabled',
  'settings.organisation.read.text':
    'El servicio informa de esta opción de su organización, pero su descripción no dice qué permite. Clearfolder funciona igual con cualquiera de los dos valores. Pregunte al servicio.',
  'settings.station': 'Esta estación',
  'settings.station.text':
    'Otras estaciones muestran este nombre en las carpetas que están a cargo de esta estación.',
  'settings.stationName': 'Nombre de la estación',
  'settings.stationName.hint': 'Si deja esto vacío, Clearfolder usa el nombre de esta computadora.',
  'settings.sending': 'Envío',
  'settings.sending.text': 'Los valores predeterminados sirven para la mayoría de las conexiones.',
  'settings.concurrency': 'Documentos que se envían al mismo tiempo',
  'settings.concurrency.hint': 'De 1 a 32. Use un número más pequeño con una conexión lenta.',
  'settings.idle': 'Segundos sin respuesta antes de terminar un intento',
  'settings.idle.hint':
    'De 1 a 3600. Las conexiones lentas necesitan más segundos. Antes de intentarlo de nuevo, Clearfolder pregunta al servicio si los documentos llegaron.',
  'settings.undo': 'Segundos en los que puede deshacer un envío',
  'settings.undo.hint':
    'De 5 a 600. Clearfolder espera este tiempo antes de enviar sus documentos, respuestas y cambios.',
  'settings.tracking': 'Resultados',
  'settings.tracking.text':
    'Estas opciones controlan con qué frecuencia y para qué tareas Clearfolder pide resultados al servicio.',
  'settings.seconds': 'Segundos entre comprobaciones de resultados',
  'settings.seconds.hint':
    'De 0.2 a 3600. Mientras no hay ninguna tarea en revisión, Clearfolder pregunta con menos frecuencia.',
  'settings.scope': 'Tareas que se comprueban',
  'settings.scope.station': 'Tareas de esta estación',
  'settings.scope.station.hint': 'Solo tareas que se enviaron desde aquí.',
  'settings.scope.organisation': 'Tareas de toda la organización',
  'settings.scope.organisation.hint': 'También tareas que enviaron otras estaciones.',
  'settings.network': 'Red',
  'settings.network.text':
    'Estas opciones controlan cómo se conecta esta computadora con el servicio. “Revisión del sistema”, más abajo, muestra el certificado del servicio. Los cambios se aplican al guardar.',
  'settings.caFile': 'Archivo de certificado raíz',
  'settings.caFile.hint':
    'Solo es necesario si su hospital inspecciona las conexiones cifradas. Pida el archivo al departamento de informática (PEM, también llamado Base-64) e ingrese la ruta completa del archivo. Clearfolder confía en este certificado además de los certificados en los que confía esta computadora. Si el archivo cambia, reinicie Clearfolder.',
  'settings.proxy': 'Proxy',
  'settings.proxy.hint':
    'Ingrese http://HOST:PORT con el nombre y el puerto del proxy. Si deja esto vacío, Clearfolder se conecta directamente. Si el proxy necesita una contraseña, su departamento de informática establece la contraseña en la línea de comandos.',
  'settings.callbacks': 'Avisos del servicio',
  'settings.callbacks.text':
    'Un aviso (callback) es un mensaje con el que el servicio avisa a esta estación de que una tarea cambió. Después, Clearfolder pide de inmediato el resultado al servicio. Clearfolder nunca confía en el contenido de un aviso.',
  'settings.listen': 'Dirección de escucha',
  'settings.listen.hint':
    'Por ejemplo 0.0.0.0:8080. Si deja esto vacío, los avisos están desactivados. Los resultados llegan de todos modos, pero más tarde.',
  'settings.retention': 'Conservación',
  'settings.retention.text':
    'Después de que el seguimiento de una tarea está hecho, Clearfolder conserva los detalles de la tarea durante este tiempo.',
  'settings.days': 'Días de conservación de los detalles',
  'settings.days.hint': 'De 1 a 36500. Clearfolder nunca elimina sus propios archivos.',
  'settings.fault.stationName': 'Ingrese de 1 a 64 letras, dígitos, espacios, puntos, _ o -.',
  'settings.fault.concurrency': 'Ingrese un número entero del 1 al 32.',
  'settings.fault.idle': 'Ingrese un número de 1 a 3600.',
  'settings.fault.undo': 'Ingrese un número de 5 a 600.',
  'settings.fault.seconds': 'Ingrese un número de 0.2 a 3600.',
  'settings.fault.scope': 'Elija una de las dos opciones.',
  'settings.fault.listen':
    'Ingrese un nombre o una dirección IP de esta computadora, dos puntos (:) y un puerto, por ejemplo 0.0.0.0:8080.',
  'settings.fault.caFile': 'Ingrese la ruta de un archivo.',
  'settings.fault.proxy':
    'Ingrese http://, un nombre, dos puntos (:) y un puerto, sin nombre de usuario ni contraseña.',
  'settings.fault.days': 'Ingrese un número entero del 1 al 36500.',
  'settings.notifications': 'Notificaciones',
  'settings.notifications.text':
    'Las notificaciones muestran solo números, nunca nombres de pacientes o archivos.',
  'settings.notifyAttention': 'Cuando algo requiere atención',
  'settings.notifyAttention.hint':
    'Una tarea espera su respuesta, un documento no se pudo enviar o una carpeta está inaccesible.',
  'settings.notifyDecided': 'Cuando se deciden tareas',
  'settings.notifyDecided.hint': 'Como máximo una vez cada pocos minutos.',
  'settings.startAtLogin': 'Iniciar cuando inicio sesión',
  'settings.startAtLogin.hint':
    'De este modo, Clearfolder vigila sus carpetas incluso sin una ventana abierta.',
  'settings.appearance': 'Apariencia',
  'settings.appearance.text': 'Los cambios se aplican de inmediato, solo en esta computadora.',
  'settings.language': 'Idioma',
  'settings.language.system': 'Sistema',
  'settings.language.en': 'English',
  'settings.language.es': 'Español',
  'settings.theme': 'Colores',
  'settings.theme.system': 'Sistema',
  'settings.theme.light': 'Claros',
  'settings.theme.dark': 'Oscuros',
  'settings.textSize': 'Tamaño del texto',
  'settings.textSize.normal': 'Normal',
  'settings.textSize.large': 'Grande',
  'settings.textSize.larger': 'Más grande',
  'settings.singleKeys': 'Atajos de una sola tecla',
  'settings.singleKeys.hint':
    'Desactive estos atajos si usted dicta o si presiona teclas por accidente con frecuencia.',
  'settings.backups': 'Copias de seguridad',
  'settings.backups.text':
    'Clearfolder copia el registro de lo enviado cada hora. Cada copia se cifra y se comprueba, y se conservan las 24 copias más recientes. Solo esta estación puede abrir estas copias.',
  'settings.backups.none':
    'Aún no hay ninguna copia. Clearfolder hace la primera copia unos minutos después del inicio.',
  'settings.backups.last':
    '{count, plural, one {Hay una copia, hecha:} many {Hay # copias; la más reciente:} other {Hay # copias; la más reciente:}}',
  'settings.backups.cipher': 'El registro de lo enviado y sus copias se cifran con AES-256.',
  'settings.backups.copies':
    'El archivo de configuración indica otra carpeta para copias. Clearfolder escribe una copia en esa carpeta {count, plural, one {cada hora} many {cada # horas} other {cada # horas}}.',
  'settings.backups.copies.none': 'Esa carpeta aún no tiene ninguna copia.',
  'settings.backups.copies.last': 'Hora de la copia más reciente en esa carpeta',
  'settings.backups.make': 'Copiar ahora',
  'settings.backups.busy': 'Copiando…',
  'settings.backups.keep':
    'Para obtener una copia que usted pueda abrir en otra computadora, pida a su administrador que ejecute el comando de abajo. Guarde la copia y su frase de contraseña en lugares diferentes.',
  'settings.backups.restore':
    'Para restaurar una copia, cierre Clearfolder y ejecute el comando de abajo. Después de la restauración, Clearfolder primero pregunta al servicio qué documentos llegaron, y los archivos de sus carpetas esperan su decisión.',
  'settings.doctor': 'Revisión del sistema',
  'settings.doctor.text':
    'La revisión del sistema prueba las claves de cifrado, las carpetas, el servicio, el reloj y el disco. Para cada problema, la revisión del sistema dice qué hacer.',
  'settings.doctor.run': 'Revisar ahora',
  'settings.doctor.again': 'Revisar de nuevo',
  'settings.doctor.busy': 'Revisando…',
  'settings.about': 'Acerca de',
  'settings.about.version': 'Versión',
  'settings.about.runtime': 'Se ejecuta en',
  'settings.about.host': 'Ventana',
  'settings.about.host.desktop': 'una ventana de escritorio',
  'settings.about.host.browser': 'un navegador en esta computadora',
  'settings.about.user': 'Usuario',
  'settings.about.since': 'En marcha desde',
  'settings.about.data': 'Carpeta de datos',
  'settings.about.file': 'Archivo de configuración',
  'settings.about.noFile': 'Clearfolder crea este archivo con su primer cambio',
  'settings.about.licence': 'Licencia',
  'settings.about.licence.text': 'MIT. El archivo LICENSE viene con el programa.',
  'settings.milestones': 'Informar al servicio lo que esta estación hizo con una tarea',
  'settings.milestones.hint':
    'El registro de eventos de cada tarea en el servicio muestra entonces cuándo los documentos se pusieron en cola, se encontraron de nuevo, se respondieron, se vieron y tuvieron seguimiento. No se envían datos de pacientes.',
};
