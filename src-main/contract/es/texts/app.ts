export const APP_ES = {
  'Clearfolder had an internal error ({code}). The record of what was sent is safe, and nothing is sent twice.':
    'Clearfolder tuvo un error interno ({code}). El registro de lo enviado está seguro y nada se envía dos veces.',
  'Try again. If the error returns, report this message to your administrator.':
    'Inténtelo de nuevo. Si el error vuelve, informe este mensaje a su administrador.',
  'Clearfolder accepts requests only from its own window, so nothing was done.':
    'Clearfolder acepta solicitudes solo de su propia ventana, por eso no se hizo nada.',
  'Open Clearfolder with the link in the terminal where Clearfolder was started.':
    'Abra Clearfolder con el enlace de la terminal donde se inició Clearfolder.',
  'Clearfolder could not read the request of this window. Nothing was changed.':
    'Clearfolder no pudo leer la solicitud de esta ventana. No se cambió nada.',
  'Reload the window and try again.': 'Recargue la ventana e inténtelo de nuevo.',
  'Clearfolder cannot use port {port} of this computer ({code}). Nothing was sent.':
    'Clearfolder no puede usar el puerto {port} de esta computadora ({code}). No se envió nada.',
  'Choose another port with --port, or leave out --port to use a free port.':
    'Elija otro puerto con --port, u omita --port para usar un puerto libre.',
  'The pages of Clearfolder are missing, so Clearfolder did not start. Nothing was sent.':
    'Faltan las páginas de Clearfolder, por eso Clearfolder no se inició. No se envió nada.',
  'Install Clearfolder again; in a source folder, run "npm run build".':
    'Instale Clearfolder de nuevo; en una carpeta de código fuente, ejecute "npm run build".',
  'Clearfolder cannot process this request{where}. Nothing was changed.':
    'Clearfolder no puede procesar esta solicitud{where}. No se cambió nada.',
  'Correct your entries. If you entered nothing, close this window and open Clearfolder again.':
    'Corrija lo que ingresó. Si no ingresó nada, cierre esta ventana y abra Clearfolder de nuevo.',
  'Clearfolder has to restart for this change, which would discard 1 document that was added by hand and not sent yet. Nothing was changed.':
    'Clearfolder tiene que reiniciarse para este cambio, lo que desecharía 1 documento agregado a mano que todavía no se envió. No se cambió nada.',
  'Clearfolder has to restart for this change, which would discard {files} documents that were added by hand and not sent yet. Nothing was changed.':
    'Clearfolder tiene que reiniciarse para este cambio, lo que desecharía {files} documentos agregados a mano que todavía no se enviaron. No se cambió nada.',
  'Send or discard the open drafts and the documents added to answers, then save again.':
    'Envíe o deseche los borradores abiertos y los documentos agregados a respuestas, y después guarde de nuevo.',
  'Somebody or another program changed the settings file after Clearfolder started, so Clearfolder did not overwrite the file.':
    'Alguien u otro programa cambió el archivo de configuración después del inicio de Clearfolder, por eso Clearfolder no sobrescribió el archivo.',
  'Quit Clearfolder and start it again to load the file. Then make your change again.':
    'Salga de Clearfolder e inícielo de nuevo para cargar el archivo. Después haga su cambio otra vez.',
  'Clearfolder could not save your choice ({code}). No document is affected.':
    'Clearfolder no pudo guardar su elección ({code}). Ningún documento se ve afectado.',
  'Check that the disk of this computer has free space, then choose again.':
    'Compruebe que el disco de esta computadora tenga espacio libre y después elija de nuevo.',
  'Clearfolder also restarts automatically, at most 15 minutes after the problem is solved.':
    'Además, Clearfolder se reinicia automáticamente, a más tardar 15 minutos después de que se resuelva el problema.',
  'Clearfolder is starting or stopping, so nothing was done.':
    'Clearfolder se está iniciando o deteniendo, por eso no se hizo nada.',
  'Try again in a moment.': 'Inténtelo de nuevo en un momento.',
  'You can change the lock only with its PIN, not together with other settings. Nothing was changed.':
    'Puede cambiar el bloqueo solo con su PIN, no junto con otra configuración. No se cambió nada.',
  'Change the lock in Settings, under Lock and PIN.': 'Cambie el bloqueo en Configuración, en Bloqueo y PIN.',
  'Clearfolder cannot listen for callbacks at {address} ({code}). Clearfolder still asks the service for results.':
    'Clearfolder no puede recibir avisos (callbacks) en {address} ({code}). Clearfolder sigue preguntando al servicio por los resultados.',
  'Change "callbacks.listen" in the settings, or set "callbacks.listen" to null.':
    'Cambie "callbacks.listen" en la configuración, o ponga "callbacks.listen" en null.',
  'Open Clearfolder again in the way in which you started it. If Clearfolder runs in a terminal, press Enter there to get a new link.':
    'Abra Clearfolder de nuevo de la misma manera en que lo inició. Si Clearfolder se ejecuta en una terminal, presione Enter allí para obtener un enlace nuevo.',
  'This window was opened without a Clearfolder link, so the window shows nothing.':
    'Esta ventana se abrió sin un enlace de Clearfolder, por eso la ventana no muestra nada.',
  'This link was already used or is older than a minute. Each link opens only one window.':
    'Este enlace ya se usó o tiene más de un minuto. Cada enlace abre una sola ventana.',
  'Clearfolder does not respond to this window, so your last action was probably not done.':
    'Clearfolder no responde a esta ventana, así que su última acción probablemente no se hizo.',
  'Wait a moment and try again. If the problem lasts, close this window and start Clearfolder again. The record of what was sent is safe.':
    'Espere un momento e inténtelo de nuevo. Si el problema continúa, cierre esta ventana e inicie Clearfolder de nuevo. El registro de lo enviado está seguro.',
  'Clearfolder has ended. Open it again.': 'Clearfolder se cerró. Ábralo de nuevo.',
  'This window is disconnected.': 'Esta ventana está desconectada.',
  'Choose "Open again" to continue where you were. Documents in the outbox are safe, but you may have to add a file again that was still being added.':
    'Elija «Abrir de nuevo» para continuar donde estaba. Los documentos de la bandeja de salida están a salvo, pero quizá deba agregar de nuevo un archivo que todavía se estaba agregando.',
  'This window cannot understand the response of Clearfolder.':
    'Esta ventana no puede entender la respuesta de Clearfolder.',
  'The browser could not read a file, so this file was not added. The other files were added.':
    'El navegador no pudo leer un archivo, por eso este archivo no se agregó. Los otros archivos se agregaron.',
  'Check that the file still exists and can be opened, then add it again.':
    'Compruebe que el archivo todavía exista y se pueda abrir, y después agréguelo de nuevo.',
  'This browser does not allow Clearfolder to copy the text.':
    'Este navegador no permite que Clearfolder copie el texto.',
  'Select the text and copy it with the keyboard.': 'Seleccione el texto y cópielo con el teclado.',
  'Clearfolder does not respond to this window.': 'Clearfolder no responde a esta ventana.',
  'Wait a moment and try again. If the problem lasts, quit Clearfolder and start it again; nothing is lost.':
    'Espere un momento e inténtelo de nuevo. Si el problema continúa, salga de Clearfolder e inícielo de nuevo; no se pierde nada.',
} as const;
