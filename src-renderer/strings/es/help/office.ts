import type { Translated } from '../../en/help/help-text.ts';
import type * as en from '../../en/help/office.ts';

export const insights: Translated<typeof en.insights> = {
  shows:
    'Estadísticas muestra cuántas tareas hubo en un período, cuánto tardaron los dictámenes, qué códigos se aprobaron y por qué otros no.',
  steps: [
    {
      task: 'Elegir un período',
      how: 'Elija en “Período” o ingrese el primer y el último día.',
    },
    { task: 'Leer los números', how: 'Presione “Mostrar como tabla” junto a un gráfico.' },
    {
      task: 'Usar los números en otro lugar',
      how: 'Presione “Exportar…”. El archivo puede contener datos de pacientes.',
    },
  ],
  words: {
    'insights.column.rate': 'La parte de los códigos que se aprobaron, de todos los códigos con un dictamen.',
    'insights.column.half': 'La mitad de las tareas tuvo un dictamen en este tiempo.',
    'insights.column.most': 'Nueve de cada diez tareas tuvieron un dictamen en este tiempo.',
    'insights.otherStations': 'Tareas que no envió ninguna carpeta de esta estación.',
  },
  stuck: [
    {
      when: 'Los números son más pequeños de lo que usted espera.',
      act: 'Elija un período más largo. La frase encima de los gráficos nombra las tareas decididas sin códigos contados, y por qué.',
    },
    {
      when: 'Faltan tareas de otras estaciones.',
      act: 'Clearfolder cuenta las tareas que comprueba. Elija “Tareas de toda la organización” en “Configuración” para contar todas.',
    },
  ],
};

export const stations: Translated<typeof en.stations> = {
  shows: 'Estaciones dice si ya salió todo de cada computadora que comparte carpetas con esta computadora.',
  steps: [
    {
      task: 'Leer la frase',
      how: 'La primera frase dice si ya salió todo y de cuándo son los informes.',
    },
    {
      task: 'Ver una estación',
      how: 'Cada estación nombra lo que le falta enviar, lo que está detenido y desde cuándo.',
    },
    {
      task: 'Ver sus carpetas',
      how: 'Abra “Carpetas” de una estación para ver el estado y los números de cada carpeta.',
    },
  ],
  words: {
    'stations.standing.out': 'La estación envió todo lo que encontró.',
    'stations.standing.open': 'A la estación le falta enviar algo, o algo está detenido.',
    'stations.standing.silentUnknown':
      'La estación está apagada o no tiene conexión. No se sabe qué le falta enviar.',
    'stations.standing.mute': 'La estación acaba de iniciarse o no puede escribir en la carpeta compartida.',
  },
  stuck: [
    {
      when: 'Una estación no da señales.',
      act: 'Vaya a esa computadora e inicie Clearfolder allí. Hasta entonces, nadie sabe si allí ya salió todo.',
    },
    {
      when: 'No se puede leer la base de datos de las estaciones.',
      act: 'Clearfolder termina lo que empezó y no empieza nada nuevo de carpetas compartidas. Avise al personal de informática.',
    },
  ],
};

export const settings: Translated<typeof en.settings> = {
  shows:
    'Configuración dice cómo trabaja esta estación. Su organización puede haber establecido algunos valores para esta computadora.',
  steps: [
    {
      task: 'Conectar con su servicio',
      how: 'Presione “Conectar…”. El diálogo pide la dirección y el secreto (clave de API), y muestra lo que enviaría cada carpeta. Su administrador tiene la dirección y el secreto.',
    },
    {
      task: 'Cambiar el idioma, los colores o el tamaño del texto',
      how: 'Elija en “Apariencia”. El cambio se aplica de inmediato.',
    },
    {
      task: 'Proteger la ventana con un PIN',
      how: 'Establezca un PIN en “Bloqueo y PIN”. Clearfolder sigue enviando mientras la ventana está bloqueada.',
    },
    {
      task: 'Comprobar que todo funciona',
      how: 'Presione “Revisar ahora” en “Revisión del sistema”.',
    },
  ],
  words: {
    'settings.secret.new':
      'La contraseña de su organización en el servicio. Clearfolder nunca muestra un secreto (clave de API) guardado.',
    'common.practice':
      'Un servicio dentro de este programa, para capacitación. Nada sale de esta computadora.',
    'settings.station': 'Esta instalación de Clearfolder.',
    'settings.retention':
      'Cuánto tiempo conserva Clearfolder los detalles de una tarea cuyo seguimiento está hecho.',
    'settings.callbacks':
      'Mensajes del servicio sobre tareas que cambiaron. Los resultados también llegan sin ellos.',
  },
  stuck: [
    {
      when: 'Un valor no se puede cambiar.',
      act: 'Su organización estableció el valor para esta computadora. Consulte a su administrador.',
    },
    {
      when: 'El servicio rechaza el secreto (clave de API).',
      act: 'Es probable que el secreto (clave de API) se haya reemplazado. Sus documentos esperan en esta computadora. Pida el secreto nuevo a su administrador.',
    },
    {
      when: 'Algo no funciona, y ninguna pantalla dice por qué.',
      act: 'Presione “Revisar ahora” en “Revisión del sistema”. Para cada problema, la revisión dice qué hacer.',
    },
  ],
};

export const audit: Translated<typeof en.audit> = {
  shows:
    'El registro de auditoría dice quién vio, envió, cambió, imprimió o exportó documentos y tareas, y cuándo.',
  steps: [
    {
      task: 'Buscar una entrada',
      how: 'Filtre por persona, por acción, por día o por el ID de una tarea.',
    },
    { task: 'Leer una entrada completa', how: 'Elija la entrada.' },
    {
      task: 'Entregar el registro a alguien',
      how: 'Presione “Exportar como CSV” o “Exportar como JSON Lines”. La exportación es una entrada propia.',
    },
    {
      task: 'Comprobar el registro',
      how: 'Presione “Comprobar de nuevo”. Clearfolder comprueba que no se cambió ni se quitó ninguna entrada.',
    },
  ],
  words: {
    'audit.column.who': 'La cuenta de la computadora que hizo esto.',
    'audit.column.about': 'La tarea, la carpeta o la lista de la que trata la entrada.',
    'audit.entry.hash':
      'Un valor de control. Si alguien cambia una entrada más tarde, el valor ya no coincide.',
  },
  stuck: [
    {
      when: 'El registro de auditoría fue modificado.',
      act: 'Avise hoy a su administrador y no cambie nada. Los hallazgos nombran las entradas. El envío continúa.',
    },
    {
      when: 'Una entrada falta en la lista.',
      act: 'Presione “Quitar filtros”.',
    },
  ],
};
