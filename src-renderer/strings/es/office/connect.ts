import type { connect as en } from '../../en/office/connect.ts';

export const connect: Readonly<Record<keyof typeof en, string>> = {
  'connect.title': 'Conectar con su servicio',
  'connect.open': 'Conectar…',
  'connect.step.service': 'Servicio',
  'connect.step.secret': 'Acceso',
  'connect.step.folders': 'Carpetas',
  'connect.lockedPractice':
    'Su organización estableció el modo de práctica para esta computadora, así que aquí no puede conectarse con un servicio. Consulte al administrador de esta computadora.',
  'connect.service.which': '¿Qué servicio?',
  'connect.service.new': 'Otro servicio',
  'connect.service.new.hint': 'Usted ingresa la dirección.',
  'connect.service.text':
    'Usted necesita la dirección y el secreto (clave de API) que su organización recibió del servicio. Antes del último paso no se guarda nada y no se envía ningún documento.',
  'connect.drafts':
    '{count, plural, one {# documento agregado a mano aún no se ha enviado.} many {# documentos agregados a mano aún no se han enviado.} other {# documentos agregados a mano aún no se han enviado.}}',
  'connect.drafts.next':
    'Envíe o descarte {count, plural, one {este documento} many {estos documentos} other {estos documentos}} antes de conectar, porque Clearfolder se reinicia al final.',
  'connect.network': 'Proxy y certificado raíz',
  'connect.network.note': 'Solo si su red los necesita',
  'connect.network.hint':
    'Solo es necesario si su hospital inspecciona las conexiones cifradas. Pida el archivo al departamento de informática e ingrese su ruta completa.',
  'connect.proxy.hint':
    'Ingrese http://HOST:PORT con el nombre y el puerto del proxy. Si deja este campo vacío, Clearfolder se conecta directamente.',
  'connect.proxy.user': 'Nombre de usuario para el proxy',
  'connect.proxy.user.hint': 'Solo si el proxy pide un nombre de usuario y una contraseña.',
  'connect.proxy.password': 'Contraseña para el proxy',
  'connect.fault.proxyUser': 'Ingrese un nombre de usuario sin dos puntos (:).',
  'connect.secret.confirm':
    'Clearfolder le pide confirmar la dirección del servicio y después accede una vez. No se envía ningún documento.',
  'connect.place.looking': 'Comprobando el llavero de esta computadora…',
  'connect.place.keychain':
    'Clearfolder guardará el secreto (clave de API) en el llavero de esta computadora.',
  'connect.place.fault': 'El llavero de esta computadora no funciona',
  'connect.place.fault.text':
    'Clearfolder guarda en el llavero el secreto (clave de API) y la clave del registro de lo enviado. Pida a su departamento de informática que configure el llavero y compruebe de nuevo. O elija el archivo privado.',
  'connect.place.file': 'Guardar los secretos en un archivo privado',
  'connect.place.file.hint':
    'Solo su cuenta en esta computadora puede abrir el archivo, pero el archivo no está cifrado: quien pueda leer el disco, o una copia del disco, obtiene el secreto (clave de API) y el registro de lo enviado. Elija el archivo solo si el disco está cifrado.',
  'connect.place.choose': 'Elija el archivo privado, o compruebe el llavero de nuevo.',
  'connect.place.again': 'Comprobar el llavero de nuevo',
  'connect.place.none':
    'Clearfolder no puede usar el lugar donde se guardan los secretos de este servicio. Pida a su departamento de informática que lo corrija y compruebe de nuevo.',
  'connect.place.detail': 'Mensaje del sistema',
  'connect.test': 'Probar el acceso',
  'connect.fault.malformed':
    'Esto no es un secreto (clave de API). Un secreto tiene tres partes separadas por dos puntos (:), sin espacios. Copie el secreto completo.',
  'connect.fault.empty': 'Pegue el secreto (clave de API).',
  'connect.fault.refused': 'El servicio rechazó este secreto (clave de API). No se guardó nada.',
  'connect.fault.refused.next':
    'Copie de nuevo el secreto (clave de API) de la página web de su organización, o pida el secreto actual a su administrador.',
  'connect.fault.no-answer': 'Clearfolder no pudo acceder a {address}: {cause}. No se guardó nada.',
  'connect.fault.no-answer.next':
    'Revise la dirección del servicio y la conexión de red, y pruebe de nuevo. Si su red necesita un proxy, regrese un paso e ingrese el proxy.',
  'connect.fault.network.unknown-authority':
    'Esta computadora no confía en el certificado del servicio. No se guardó nada y el secreto (clave de API) no se envió.',
  'connect.fault.network.certificate-expired':
    'El certificado del servicio venció, según el reloj de esta computadora. No se guardó nada y el secreto (clave de API) no se envió.',
  'connect.fault.network.certificate-early':
    'El certificado del servicio aún no es válido, según el reloj de esta computadora. No se guardó nada y el secreto (clave de API) no se envió.',
  'connect.fault.network.certificate-host':
    'El servidor en esta dirección tiene un certificado para otro nombre. No se guardó nada y el secreto (clave de API) no se envió.',
  'connect.fault.network.encryption':
    'Clearfolder y el servidor en esta dirección no tienen ningún método de cifrado en común. No se guardó nada y el secreto (clave de API) no se envió.',
  'connect.fault.certificate.next':
    'Revise la dirección del servicio, y la fecha y la hora de esta computadora. Si todo está bien, pregunte a su departamento de informática: los hospitales que inspeccionan las conexiones cifradas tienen un archivo de certificado raíz, que usted ingresa un paso atrás.',
  'connect.fault.network.proxy-unreachable':
    'Clearfolder no puede conectarse con el proxy, o el proxy no responde. No se guardó nada.',
  'connect.fault.network.proxy-sign-in':
    'El proxy pide un nombre de usuario y una contraseña, o rechaza los que se ingresaron. No se guardó nada.',
  'connect.fault.network.proxy-refused':
    'El proxy no permite la conexión con el servicio. No se guardó nada.',
  'connect.fault.proxy.next':
    'Revise el proxy un paso atrás. Si el proxy es correcto, pida a su departamento de informática que permita la dirección del servicio en el proxy.',
  'connect.fault.network.change': 'Cambiar el proxy o el certificado',
  'connect.fault.other':
    'Este secreto (clave de API) pertenece a {secret}, pero los documentos de “{environment}” se enviaron para {record}. No se guardó nada.',
  'connect.fault.other.next':
    'Si el secreto (clave de API) es incorrecto, ingrese el secreto de {record}. Si esta estación trabaja para ambas, agregue otro servicio para {secret}. Si ambas son la misma organización con un nombre nuevo, ingrese el secreto en Configuración, en Acceso, y confírmelo allí.',
  'connect.fault.other.own': 'Agregar otro servicio',
  'connect.fault.elsewhere':
    'La variable de entorno CLEARFOLDER_API_SECRET pertenece a otro servicio y no a {origin}. No se guardó ni se envió nada.',
  'connect.fault.elsewhere.next':
    'Pida a su departamento de informática que inicie Clearfolder con CLEARFOLDER_API_SECRET_ORIGIN igual a {origin}, o sin CLEARFOLDER_API_SECRET.',
  'connect.fault.unconfirmed': 'Nadie confirmó la dirección del servicio. No se guardó ni se envió nada.',
  'connect.fault.unconfirmed.next': 'Pruebe el acceso de nuevo y confirme cuando Clearfolder lo pida.',
  'connect.accepted': 'El servicio acepta el secreto (clave de API). Compruebe que esta es su organización:',
  'connect.kept': 'Secretos',
  'connect.kept.keychain': 'En el llavero de esta computadora',
  'connect.kept.file': 'En un archivo privado en esta computadora',
  'connect.kept.variable': 'En la variable de entorno CLEARFOLDER_API_SECRET',
  'connect.folders': 'Carpetas vigiladas',
  'connect.folders.none':
    'Esta estación aún no vigila ninguna carpeta. Puede agregar carpetas después de conectarse: cada carpeta muestra primero lo que enviaría.',
  'connect.folders.text':
    'A partir de ahora, Clearfolder vigila estas carpetas para el servicio. Decida para cada carpeta qué pasa con los archivos que ya están allí.',
  'connect.folders.sum':
    '{files, plural, =0 {La carpeta no tiene ningún documento que se pueda enviar ahora.} one {La carpeta tiene # documento que se puede enviar ahora.} many {La carpeta tiene # documentos que se pueden enviar ahora.} other {La carpeta tiene # documentos que se pueden enviar ahora.}}',
  'connect.folders.see': 'Mostrar estos documentos',
  'connect.finish': 'Conectar',
  'connect.finishing': 'Conectando…',
  'connect.unnamed': 'la organización del secreto (clave de API)',
  'connect.said': 'Conectado con {organization}. A partir de ahora, los documentos van a este servicio.',
};
