export const DOCUMENTS_ES = {
  'Choose another name, or another folder.': 'Elija otro nombre u otra carpeta.',
  'The disk has too little free space for this document, so it was not saved. The Task is not affected, and documents in the outbox are safe.':
    'El disco tiene muy poco espacio libre para este documento, por eso no se guardó. La tarea no se ve afectada y los documentos de la bandeja de salida están seguros.',
  'Free some space on that disk, or choose another folder.':
    'Libere espacio en ese disco o elija otra carpeta.',
  'The service did not provide this document, so nothing was opened or saved. The Task is not affected.':
    'El servicio no entregó este documento, por eso no se abrió ni se guardó nada. La tarea no se ve afectada.',
  'The service did not provide this document, so nothing was opened or saved. The service says: {detail} The Task is not affected.':
    'El servicio no entregó este documento, por eso no se abrió ni se guardó nada. El servicio dice: {detail} La tarea no se ve afectada.',
  '{message} The service says: {detail}': '{message} El servicio dice: {detail}',
  '{next} The next sign-in is possible at {time}.':
    '{next} El próximo acceso es posible a partir de: {time}.',
  'Open the Task again, because the Task may have changed. If the problem lasts, ask your administrator.':
    'Abra la tarea de nuevo, porque es posible que haya cambiado. Si el problema continúa, pregunte a su administrador.',
  'Clearfolder could not write the document to this folder ({code}), so nothing was saved. The Task is not affected.':
    'Clearfolder no pudo escribir el documento en esta carpeta ({code}), por eso no se guardó nada. La tarea no se ve afectada.',
  'Clearfolder could not load the whole document from the service, so nothing was saved. The Task is not affected.':
    'Clearfolder no pudo cargar el documento completo del servicio, por eso no se guardó nada. La tarea no se ve afectada.',
  'Try again. If the problem lasts, check the network connection.':
    'Inténtelo de nuevo. Si el problema continúa, compruebe la conexión de red.',
  'The service gave an unsafe address for this document: an address on this computer or its network, or an address without encryption. The document was therefore not opened or saved. The Task is not affected.':
    'El servicio dio una dirección no segura para este documento: una dirección de esta computadora o de su red, o una dirección sin cifrado. Por eso el documento no se abrió ni se guardó. La tarea no se ve afectada.',
  'Tell your administrator: the service is set up incorrectly, or somebody is trying to spy on your network.':
    'Avise a su administrador: el servicio está mal configurado, o alguien intenta espiar su red.',
  'The document is larger than 2 GB, so it was not saved. The Task is not affected.':
    'El documento tiene más de 2 GB, por eso no se guardó. La tarea no se ve afectada.',
  'Ask the operator of the service for another way to get the document.':
    'Pida al operador del servicio otra manera de obtener el documento.',
  'This file no longer exists, so nothing was saved.':
    'Este archivo ya no existe, por eso no se guardó nada.',
  'Create the file again, then save it.': 'Cree el archivo de nuevo y después guárdelo.',
  'Clearfolder could not write the file ({code}), so nothing was saved. No document is affected.':
    'Clearfolder no pudo escribir el archivo ({code}), por eso no se guardó nada. Ningún documento se ve afectado.',
  'Clearfolder cannot read files from this place, so nothing was added.':
    'Clearfolder no puede leer archivos de este lugar, por eso no se agregó nada.',
  'Choose the files again.': 'Elija los archivos de nuevo.',
  'This folder is or contains the data folder of Clearfolder, so nothing was added. Otherwise Clearfolder would send its own copies as documents.':
    'Esta carpeta es la carpeta de datos de Clearfolder o la contiene, por eso no se agregó nada. De lo contrario, Clearfolder enviaría sus propias copias como documentos.',
  'Choose the documents, or the folder that contains them.':
    'Elija los documentos o la carpeta que los contiene.',
  'These documents belong to the answer for a waiting Task. As a new Task, the documents would not reach the waiting Task, so nothing was sent.':
    'Estos documentos pertenecen a la respuesta para una tarea en espera. Como tarea nueva, los documentos no llegarían a la tarea en espera, por eso no se envió nada.',
  'Send the answer, or discard these documents and add them under Today.':
    'Envíe la respuesta, o deseche estos documentos y agréguelos en Hoy.',
  'These documents were added to the answer of another Task, so nothing was sent.':
    'Estos documentos se agregaron a la respuesta de otra tarea, por eso no se envió nada.',
  'Add the documents to the Task that they belong to, then send again.':
    'Agregue los documentos a la tarea a la que pertenecen y después envíe de nuevo.',
  'This station does not know a Task with this id, so no Task is shown.':
    'Esta estación no conoce una tarea con este id, por eso no se muestra ninguna tarea.',
  'Find the Task with: clearfolder tasks': 'Busque la tarea con: clearfolder tasks',
  'This station does not know a Task with this id, and the service knows no Task with this id that your organization may see, so no Task is shown.':
    'Esta estación no conoce una tarea con este id, y el servicio no conoce ninguna tarea con este id que su organización pueda ver, así que no se muestra ninguna tarea.',
  'Check the id. Tasks of the other environment are not shown here.':
    'Revise el id. Las tareas del otro entorno no se muestran aquí.',
  'This station does not know a Task with this id, and could not ask the service for the Task, so no Task is shown.':
    'Esta estación no conoce una tarea con este id y no pudo preguntar al servicio por la tarea, así que no se muestra ninguna tarea.',
  'Check the connection to the service, then try again.':
    'Revise la conexión con el servicio y vuelva a intentarlo.',
  'Not one of the Tasks of this station. Read from the service at {when}:':
    'No es una de las tareas de esta estación. Leída del servicio a las {when}:',
  'More than one Task has this external_id, or an id that begins with this text, so no Task is shown.':
    'Más de una tarea tiene este external_id, o un id que comienza con este texto, por eso no se muestra ninguna tarea.',
  'Enter a longer part of the id. The Tasks are: {list}':
    'Ingrese una parte más larga del id. Las tareas son: {list}',
  'This station has no details of the Task: the details were not loaded yet, or retention deleted them.':
    'Esta estación no tiene detalles de la tarea: los detalles todavía no se cargaron, o se eliminaron al vencer su plazo.',
  'Refresh the Task, then open it again.': 'Actualice la tarea y después ábrala de nuevo.',
  'This station does not know this Task. Nothing was changed.':
    'Esta estación no conoce esta tarea. No se cambió nada.',
  'Search for the Task in the list of Tasks.': 'Busque la tarea en la lista de tareas.',
  'Task type': 'Tipo de tarea',
  once: 'una vez',
  '{count} times': '{count} veces',
  'The service has accepted "{taskType}" {times}.': 'El servicio aceptó "{taskType}" {times}.',
  'This station has not sent any document as "{taskType}" yet, so Clearfolder does not know whether the service accepts this task type.':
    'Esta estación todavía no envió ningún documento como "{taskType}", por eso Clearfolder no sabe si el servicio acepta este tipo de tarea.',
  'Test the task type, or continue: Clearfolder keeps a rejected document for you.':
    'Pruebe el tipo de tarea o continúe: Clearfolder conserva para usted un documento rechazado.',
  'The service accepts "{taskType}".': 'El servicio acepta "{taskType}".',
  'The service has not answered about the test document, so Clearfolder does not know yet whether the service accepts "{taskType}".':
    'El servicio no ha respondido sobre el documento de prueba, por eso Clearfolder aún no sabe si acepta "{taskType}".',
  'Test the task type again later. You can continue now.':
    'Pruebe el tipo de tarea de nuevo más tarde. Puede continuar ahora.',
  'The service does not accept "{taskType}".': 'El servicio no acepta "{taskType}".',
  'The service does not accept "{taskType}". It allows: {list}.':
    'El servicio no acepta "{taskType}". Permite: {list}.',
  'Ask your administrator which task types your organization may use.':
    'Pregunte a su administrador qué tipos de tarea puede usar su organización.',
  'Choose one of these task types.': 'Elija uno de estos tipos de tarea.',
  'The text and JSON documents of this Task are larger than 48 MB together. One Task cannot have more, so nothing was sent.':
    'Los documentos de texto y JSON de esta tarea tienen juntos más de 48 MB. Una tarea no puede tener más, por eso no se envió nada.',
  'Send fewer documents at a time, or split a large document.':
    'Envíe menos documentos a la vez o divida un documento grande.',
  'The outbox has no item with this id.': 'La bandeja de salida no tiene un elemento con este id.',
  'Clearfolder cannot retry this item now: the item is being sent, or was accepted or withdrawn.':
    'Clearfolder no puede reintentar este elemento ahora: el elemento se está enviando, o fue aceptado u omitido.',
  'Only a rejected answer with documents can be sent as a new Task. Nothing was changed.':
    'Solo una respuesta rechazada con documentos se puede enviar como tarea nueva. No se cambió nada.',
  'Clearfolder does not have the documents of this answer any more. Nothing was changed.':
    'Clearfolder ya no tiene los documentos de esta respuesta. No se cambió nada.',
  'Add the documents again, from the place where the documents are kept.':
    'Agregue los documentos de nuevo, desde el lugar donde se guardan.',
  'The documents of this answer already went out as submission {id}. Nothing was changed.':
    'Los documentos de esta respuesta ya salieron como el envío {id}. No se cambió nada.',
  'Check that submission with: clearfolder outbox. If nothing is missing, dismiss the answer.':
    'Compruebe ese envío con: clearfolder outbox. Si no falta nada, descarte la respuesta.',
  'Only a rejected submission can be retried with another task type. Nothing was changed.':
    'Solo un envío rechazado se puede reintentar con otro tipo de tarea. No se cambió nada.',
  'Check the state with: clearfolder outbox': 'Compruebe el estado con: clearfolder outbox',
  'Only an item with the state "not confirmed yet" can be sent again in this way.':
    'Solo un elemento con el estado "aún sin confirmar" se puede enviar de nuevo de esta manera.',
  'Check the state of the item. Use Retry for a rejected item.':
    'Compruebe el estado del elemento. Use Reintentar para un elemento rechazado.',
  'This item cannot be withdrawn: the service has the item, or may have it.':
    'Este elemento no se puede omitir: el servicio lo tiene o es posible que lo tenga.',
  'Wait until the state of the item is known. If the item became a Task, work with that Task.':
    'Espere hasta que se conozca el estado del elemento. Si el elemento llegó a ser una tarea, trabaje con esa tarea.',
  'The same documents were later sent as submission {id}, or are being sent. Sending the documents again would make a second Task, so nothing was changed.':
    'Los mismos documentos se enviaron después como el envío {id}, o se están enviando. Enviar los documentos de nuevo crearía una segunda tarea, por eso no se cambió nada.',
  'The same documents were later sent as submission {id} and may already be a Task. Sending the documents again could make a second Task, so nothing was changed.':
    'Los mismos documentos se enviaron después como el envío {id} y es posible que ya sean una tarea. Enviar los documentos de nuevo podría crear una segunda tarea, por eso no se cambió nada.',
  'Check that submission with: clearfolder outbox. To send the documents twice on purpose, add them again and use: clearfolder decide FILE send-anyway':
    'Compruebe ese envío con: clearfolder outbox. Para enviar los documentos dos veces a propósito, agréguelos de nuevo y use: clearfolder decide ARCHIVO send-anyway',
  'Clearfolder cannot retry this item: it was rejected, the follow-up of its Task was done long ago, and its content was deleted. Nothing was changed.':
    'Clearfolder no puede reintentar este elemento: fue rechazado, el seguimiento de su tarea se hizo hace mucho y su contenido se eliminó. No se cambió nada.',
  'Open the Task. If the Task still lacks the content, add the content to the Task again.':
    'Abra la tarea. Si todavía falta el contenido en la tarea, agregue el contenido a la tarea de nuevo.',
  'The last day of the period is before its first day, so nothing was counted.':
    'El último día del período es anterior al primero, por eso no se contó nada.',
  'Choose a last day that is not before the first day.':
    'Elija un último día que no sea anterior al primer día.',
  'Clearfolder cannot open the file ({code}), so nothing was sent.':
    'Clearfolder no puede abrir el archivo ({code}), por eso no se envió nada.',
  'Close the program that uses the file, or ask your administrator for permission to read the file. Then decide again.':
    'Cierre el programa que usa el archivo, o pida a su administrador permiso para leer el archivo. Después decida de nuevo.',
  'This file no longer needs a decision. Nothing was changed.':
    'Este archivo ya no necesita una decisión. No se cambió nada.',
  'Refresh the list of files: the file was sent, replaced or removed in the meantime.':
    'Actualice la lista de archivos: mientras tanto, el archivo se envió, se reemplazó o se quitó.',
  'The file changed or was removed in the meantime, so nothing was sent.':
    'Mientras tanto, el archivo cambió o se quitó, por eso no se envió nada.',
  'Check the file, then decide again.': 'Revise el archivo y después decida de nuevo.',
  'The settings of the folder changed while Clearfolder read the file, or another station took over the folder, so nothing was sent.':
    'La configuración de la carpeta cambió mientras Clearfolder leía el archivo, u otra estación se hizo cargo de la carpeta, por eso no se envió nada.',
  'Another station withdrew this document, so nothing was sent.':
    'Otra estación omitió este documento, por eso no se envió nada.',
  'Check the file. To send the file anyway, decide once more to send the file.':
    'Revise el archivo. Para enviar el archivo de todos modos, decida otra vez enviarlo.',
  'The same document may already be a Task, so nothing was sent.':
    'Es posible que el mismo documento ya sea una tarea, por eso no se envió nada.',
  'Look at the service for a Task that has this document. To send the file anyway, decide once more to send the file.':
    'Busque en el servicio una tarea que tenga este documento. Para enviar el archivo de todos modos, decida otra vez enviarlo.',
  'The same document was sent before, or is in the outbox, so nothing was sent.':
    'El mismo documento se envió antes o está en la bandeja de salida, por eso no se envió nada.',
  'Check the file. To send the file anyway, decide to send the duplicate.':
    'Revise el archivo. Para enviar el archivo de todos modos, decida enviar el duplicado.',
  'The file did not come from a folder that is watched now, so it was not sent.':
    'El archivo no vino de una carpeta que se vigile ahora, por eso no se envió.',
  'To send the file, add it by hand.': 'Para enviar el archivo, agréguelo a mano.',
  'The file was added by hand, and Clearfolder keeps no copy of an unsent file, so nothing was sent.':
    'El archivo se agregó a mano, y Clearfolder no conserva una copia de un archivo no enviado, por eso no se envió nada.',
  'Add the file again.': 'Agregue el archivo de nuevo.',
  'Another station handles this folder, so this station sent nothing.':
    'Otra estación se encarga de esta carpeta, por eso esta estación no envió nada.',
  'Decide about the file on the other station.': 'Decida sobre el archivo en la otra estación.',
  'Clearfolder can add at most {most} files at once, so none of these files was added.':
    'Clearfolder puede agregar como máximo {most} archivos a la vez, por eso no se agregó ninguno de estos archivos.',
  'Add fewer files at a time, or set up a watched folder.':
    'Agregue menos archivos a la vez o configure una carpeta vigilada.',
  '{most} files are added, which is the maximum for one draft. The remaining files were not added.':
    'Se agregaron {most} archivos, que es el máximo para un borrador. Los archivos restantes no se agregaron.',
  'Send the added files, then add the rest. Or set up a watched folder.':
    'Envíe los archivos agregados y después agregue el resto. O configure una carpeta vigilada.',
  'Clearfolder is already adding these files to the outbox, so the draft can no longer be changed.':
    'Clearfolder ya está agregando estos archivos a la bandeja de salida, por eso el borrador ya no se puede cambiar.',
  'Wait a moment. You can then withdraw the files in the outbox.':
    'Espere un momento. Después puede omitir los archivos en la bandeja de salida.',
  'There are already {most} open drafts, so no new draft was started.':
    'Ya hay {most} borradores abiertos, por eso no se inició un borrador nuevo.',
  'Send or discard some of the open drafts.': 'Envíe o deseche algunos de los borradores abiertos.',
  'You can no longer review these files, because the files were sent or discarded, or because Clearfolder was restarted. Your own files are unchanged.':
    'Ya no puede revisar estos archivos, porque los archivos se enviaron o se desecharon, o porque Clearfolder se reinició. Sus propios archivos no cambiaron.',
  'Check the outbox. Files that are not in the outbox were not sent: add them again.':
    'Revise la bandeja de salida. Los archivos que no están en la bandeja de salida no se enviaron: agréguelos de nuevo.',
  'Clearfolder added {before} submissions to the outbox, and then could not write to the disk. The other {count} documents were not sent and are still in this draft.':
    'Clearfolder agregó {before} envíos a la bandeja de salida y después no pudo escribir en el disco. Los otros {count} documentos no se enviaron y siguen en este borrador.',
  'Free some space on the disk of this computer, then send the other documents.':
    'Libere espacio en el disco de esta computadora y después envíe los otros documentos.',
  'These documents become {tasks} Tasks, and only one of these Tasks can have the reference. Nothing was sent.':
    'Estos documentos se convierten en {tasks} tareas, y solo una tarea puede tener la referencia. No se envió nada.',
  'Send all documents as one Task (on the command line: --together), or leave the reference out.':
    'Envíe todos los documentos como una sola tarea (en la línea de comandos: --together) u omita la referencia.',
  'Another Task or submission of this station has the reference {reference} too. Both keep the reference, because a reference can belong to several Tasks.':
    'Otra tarea u otro envío de esta estación tiene también la referencia {reference}. Ambos conservan la referencia, porque una referencia puede pertenecer a varias tareas.',
  'Clearfolder is still reading files, so nothing was sent yet.':
    'Clearfolder todavía está leyendo archivos, por eso aún no se envió nada.',
  'Wait until all files are read, then send again.':
    'Espere hasta que se lean todos los archivos y después envíe de nuevo.',
  '1 of the added files has not arrived, so nothing was sent: a Task could lack a part of its documents.':
    '1 de los archivos agregados no llegó, por eso no se envió nada: a una tarea podría faltarle una parte de sus documentos.',
  '{missing} of the added files have not arrived, so nothing was sent: a Task could lack a part of its documents.':
    '{missing} de los archivos agregados no llegaron, por eso no se envió nada: a una tarea podría faltarle una parte de sus documentos.',
  'Wait if files are still being added. If you closed or reloaded the page, discard these files and add all of them again.':
    'Espere si todavía se están agregando archivos. Si cerró o recargó la página, deseche estos archivos y agréguelos todos de nuevo.',
  'All of these documents were sent before, are in the outbox, or may have been sent without a confirmation of the service. Nothing was sent now.':
    'Todos estos documentos se enviaron antes, están en la bandeja de salida o es posible que se hayan enviado sin una confirmación del servicio. Ahora no se envió nada.',
  'Look at the service for Tasks of these documents. If there are no such Tasks, press “Send anyway”; otherwise discard the draft.':
    'Busque en el servicio tareas de estos documentos. Si no hay tales tareas, presione “Enviar de todos modos”; de lo contrario, deseche el borrador.',
  'All these documents were sent before or are in the outbox, so nothing was sent again.':
    'Todos estos documentos se enviaron antes o están en la bandeja de salida, por eso no se envió nada de nuevo.',
  'Clearfolder cannot send any of these files, so nothing was sent.':
    'Clearfolder no puede enviar ninguno de estos archivos, por eso no se envió nada.',
  'Discard the draft. Or press “Send anyway”, if you want to send the documents a second time.':
    'Deseche el borrador. O presione “Enviar de todos modos”, si quiere enviar los documentos por segunda vez.',
  'Check the reason for each file, then add other files.':
    'Revise el motivo de cada archivo y después agregue otros archivos.',
  'Clearfolder has deleted the details with which this document was sent before, so nothing was sent.':
    'Clearfolder eliminó los detalles con los que este documento se envió antes, por eso no se envió nada.',
  'Add the file again, choose its task type, and press “Send anyway”.':
    'Agregue el archivo de nuevo, elija su tipo de tarea y presione “Enviar de todos modos”.',
  'The typed data is not a JSON object, so nothing was added.':
    'Los datos escritos no son un objeto JSON, por eso no se agregó nada.',
  'Enter names with values, such as {"member_id": "A1"}.':
    'Ingrese nombres con valores, como {"member_id": "A1"}.',
  'The answer has no documents and no data, so there is nothing to send.':
    'La respuesta no tiene documentos ni datos, así que no hay nada que enviar.',
  'Add at least one file or one value.': 'Agregue al menos un archivo o un valor.',
  'The file {name} is not a document of a known type, so the answer was not sent.':
    'El archivo {name} no es un documento de un tipo conocido, por eso la respuesta no se envió.',
  'The end of the file {name} is missing, so the answer was not sent.':
    'Falta el final del archivo {name}, por eso la respuesta no se envió.',
  'Scan or export the document again. To send the incomplete file, answer again with --incomplete.':
    'Vuelva a escanear o exportar el documento. Para enviar el archivo incompleto, responda de nuevo con --incomplete.',
  'The file {name} is a web page, although its name is the name of another type. The answer was not sent.':
    'El archivo {name} es una página web, aunque su nombre es el de otro tipo. La respuesta no se envió.',
  'Download or export the document again. To send the web page, answer again with --any-type.':
    'Vuelva a descargar o exportar el documento. Para enviar la página web, responda de nuevo con --any-type.',
  'Check the file. To send the file anyway, answer again with --any-type.':
    'Revise el archivo. Para enviar el archivo de todos modos, responda de nuevo con --any-type.',
  'Clearfolder could not read the file {name} as a complete document, so the answer was not sent.':
    'Clearfolder no pudo leer el archivo {name} como documento completo, por eso la respuesta no se envió.',
  'Check that the file exists, is complete, is closed in every other program, and may be read. Then answer again.':
    'Compruebe que el archivo exista, esté completo, esté cerrado en todos los demás programas y se pueda leer. Después responda de nuevo.',
  'The data of an answer must be a JSON object with at least one value and at most a few hundred nested levels. The answer was not sent.':
    'Los datos de una respuesta deben ser un objeto JSON con al menos un valor y como máximo unos cientos de niveles anidados. La respuesta no se envió.',
  'Enter the values like this: {"member_id": "..."}': 'Ingrese los valores así: {"member_id": "..."}',
  'This station does not know a Task with this id, so the answer was not saved.':
    'Esta estación no conoce una tarea con este id, por eso la respuesta no se guardó.',
  'The Task has ended, so it takes no more documents or data. Nothing was sent.':
    'La tarea terminó, por eso no recibe más documentos ni datos. No se envió nada.',
  'Check the result of the Task. If the documents still matter, send them as a new Task.':
    'Revise el resultado de la tarea. Si los documentos todavía importan, envíelos como tarea nueva.',
  'The Task is not waiting now, so there is nothing to resume. Nothing was sent.':
    'La tarea no está en espera ahora, así que no hay nada que continuar. No se envió nada.',
  'Refresh the Task to see its present state.': 'Actualice la tarea para ver su estado actual.',
  'not sent yet': 'todavía no enviado',
  'being sent': 'enviándose',
  'perhaps sent, not confirmed yet': 'quizás enviado, aún sin confirmar',
  accepted: 'aceptado',
  refused: 'rechazado',
  withdrawn: 'omitido',
  'Request to resume without new input': 'Solicitud de continuar sin datos nuevos',
  'Answer: {list}': 'Respuesta: {list}',
  'Change of the name': 'Cambio del nombre',
  'Mark of the follow-up as done': 'Marca del seguimiento como hecho',
  'Reopening of the follow-up': 'Reapertura del seguimiento',
  'Change of the reference': 'Cambio de la referencia',
  'Note: {note}': 'Nota: {note}',
  'Event: {event}': 'Evento: {event}',
  '{count} of the documents': '{count} de los documentos',
  '; the service already had {documents}': '; el servicio ya tenía {documents}',
  'Status: {status}': 'Estado: {status}',
  'The service asks: for more documents or data': 'El servicio pide: más documentos o datos',
  'The service asks: {asked}': 'El servicio pide: {asked}',
  '; redirected to the newer Task {uuid}': '; redirigido a la tarea más nueva {uuid}',
  '{what} ({actor}; {state}{redirect}{already})': '{what} ({actor}; {state}{redirect}{already})',
  'To remove the file from this list: clearfolder decide NUMBER leave-out.':
    'Para quitar el archivo de esta lista: clearfolder decide NÚMERO leave-out.',
  'This is not a document (rule "{rule}"), so it was not sent.':
    'Esto no es un documento (regla "{rule}"), por eso no se envió.',
  'This Task is not waiting for an answer, so it was not set aside or given up.':
    'Esta tarea no espera una respuesta, por eso no se pospuso ni se abandonó.',
  'Open the Task to see its status.': 'Abra la tarea para ver su estado.',
  'A Task can only be set aside until a day after today. Nothing was changed.':
    'Una tarea solo se puede posponer hasta un día posterior a hoy. No se cambió nada.',
  'Choose a later day.': 'Elija un día posterior.',
  'This Task is neither set aside nor given up. Nothing was changed.':
    'Esta tarea no está pospuesta ni abandonada. No se cambió nada.',
  'This station does not have the details of this Task, so Clearfolder cannot carry the documents over. Nothing was sent.':
    'Esta estación no tiene los detalles de esta tarea, por eso Clearfolder no puede llevar los documentos a otra. No se envió nada.',
  'Refresh the Task and try again. If the details were deleted, add the documents by hand as new documents.':
    'Actualice la tarea e inténtelo de nuevo. Si los detalles se eliminaron, agregue los documentos a mano como documentos nuevos.',
  'The service still checks this Task, or has approved all of its codes. Nothing was sent.':
    'El servicio todavía revisa esta tarea, o aprobó todos sus códigos. No se envió nada.',
  'Wait for the result of a Task that is being checked. A Task that is approved needs no correction.':
    'Espere el resultado de una tarea en revisión. Una tarea aprobada no necesita corrección.',
  'This document has no text that you can change here. Nothing was changed.':
    'Este documento no tiene un texto que se pueda cambiar aquí. No se cambió nada.',
  'Leave the document out, and add the right one.': 'Omita el documento y agregue el correcto.',
  'Nothing has changed: the same documents were already sent with the same task type and the same request details. A second Task for them would be a second claim, so nothing was sent.':
    'Nada cambió: los mismos documentos ya se enviaron con el mismo tipo de tarea y los mismos detalles de la solicitud. Una segunda tarea para ellos sería una segunda reclamación, por eso no se envió nada.',
  'Leave out, add or change a document, or change the task type or the request details. If you want the second Task all the same, send the same again on purpose (on the command line: --same-again).':
    'Omita, agregue o cambie un documento, o cambie el tipo de tarea o los detalles de la solicitud. Si de todos modos quiere la segunda tarea, envíe lo mismo otra vez a propósito (en la línea de comandos: --same-again).',
  'The service did not give these documents of the Task: {list}. Nothing was sent.':
    'El servicio no entregó estos documentos de la tarea: {list}. No se envió nada.',
  'Try again later. Or leave each of these documents out with --leave-out, and give your own file instead.':
    'Inténtelo más tarde. U omita cada uno de estos documentos con --leave-out e indique su propio archivo en su lugar.',
  'Clearfolder needs to know what has changed, so nothing was sent.':
    'Clearfolder necesita saber qué cambió, por eso no se envió nada.',
  'Write in a few words what has changed, then send again.':
    'Escriba en pocas palabras qué cambió y después envíe de nuevo.',
} as const;
