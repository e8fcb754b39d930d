import type { insights as en } from '../../en/results/insights.ts';

export const insights: Readonly<Record<keyof typeof en, string>> = {
  'insights.period': 'Período',
  'insights.period.month': 'Este mes',
  'insights.period.last-month': 'Mes anterior',
  'insights.period.days': 'Últimos {days} días',
  'insights.period.custom': 'Otro período',
  'insights.period.choose': 'Elija el primer y el último día del período.',
  'insights.empty.title': 'No ocurrió nada en este período',
  'insights.empty.text':
    'Ninguna tarea se creó ni se decidió, y ninguna tarea empezó a esperar. Elija un período más largo u otros días.',
  'insights.asTable': 'Mostrar como tabla',
  'insights.asPicture': 'Mostrar como gráfico',
  'insights.more':
    'El gráfico muestra las primeras {shown, number} de {count, number} filas. La tabla las muestra todas.',
  'insights.none': 'Nada que mostrar en este período.',
  'insights.volume': 'Tareas creadas',
  'insights.volume.text':
    '{count, plural, one {Se creó # tarea.} many {Se crearon # tareas.} other {Se crearon # tareas.}}',
  'insights.volume.busiest': 'El máximo en un día: {count, number}, el {day}.',
  'insights.volume.column': '{label}: {value, number}',
  'insights.status': 'Dónde están ahora estas tareas',
  'insights.status.text': 'Las tareas creadas en este período, según su estado actual.',
  'insights.decided':
    '{count, plural, one {Se decidió # tarea} many {Se decidieron # tareas} other {Se decidieron # tareas}}: {list}.',
  'insights.decided.tasks_approved': '{count, number} con todos los códigos aprobados',
  'insights.decided.tasks_not_approved': '{count, number} con algún código no aprobado',
  'insights.decided.no_verdict': '{count, number} sin dictamen para ningún código',
  'insights.decided.not_loaded': '{count, number} con detalles aún sin cargar',
  'insights.decided.deleted': '{count, number} con detalles eliminados por la conservación',
  'insights.decided.corrected':
    '{count, plural, one {Se corrigió # de estas tareas} many {Se corrigieron # de estas tareas} other {Se corrigieron # de estas tareas}}; una corrección es una tarea aparte.',
  'insights.code': 'Aprobación por código',
  'insights.code.text':
    'Se aprobaron {approved, number} de {count, number} códigos ({rate}), en {tasks, plural, one {# tarea} many {# tareas} other {# tareas}}.',
  'insights.folder': 'Aprobación por carpeta',
  'insights.folder.text': 'Los mismos códigos, según la carpeta de la que vinieron los documentos.',
  'insights.otherStations': 'Otras estaciones',
  'insights.time': 'Tiempo hasta el dictamen',
  'insights.time.text':
    'La mitad de las tareas tuvo un dictamen en {half} o menos, y el 90% en {most} o menos.',
  'insights.reasons': 'Por qué no se aprobaron códigos',
  'insights.reasons.text':
    '{count, plural, one {No se aprobó # código.} many {No se aprobaron # códigos.} other {No se aprobaron # códigos.}} Un código con varios motivos cuenta para cada motivo.',
  'insights.waiting': 'Qué esperaban las tareas',
  'insights.waiting.text':
    'Las tareas empezaron a esperar {count, plural, one {# vez} many {# veces} other {# veces}}. Una tarea a la que le faltan varias cosas cuenta para cada una.',
  'insights.column.day': 'Día',
  'insights.column.month': 'Mes',
  'insights.column.tasks': 'Tareas',
  'insights.rate':
    '{rate} ({approved, number} de {count, plural, one {# código} many {# códigos} other {# códigos}})',
  'insights.column.approved': 'Códigos aprobados',
  'insights.column.notApproved': 'Códigos no aprobados',
  'insights.column.rate': 'Tasa de aprobación',
  'insights.column.half': 'La mitad en',
  'insights.column.most': 'El 90% en',
  'insights.column.reason': 'Motivo',
  'insights.column.words': 'Qué dice el servicio',
  'insights.column.codes': 'Códigos',
  'insights.column.waits': 'Veces',
  'insights.words': '{message} (dicho {count, plural, one {# vez} many {# veces} other {# veces}})',
  'insights.total': 'Total',
  'insights.total.codes': 'Total (un código con varios motivos cuenta una vez)',
  'insights.total.waits': 'Total (una espera con varios motivos cuenta una vez)',
  'insights.exported':
    '{count, plural, one {Se exportó # fila} many {Se exportaron # filas} other {Se exportaron # filas}} a {file}.',
  'insights.export.text': 'El archivo contendrá todas las cifras y todos los motivos de {from} a {to}.',
  'insights.export.words':
    'El archivo cita los motivos tal como los escribió el servicio. Los motivos pueden contener nombres y números de afiliado de pacientes.',
  'insights.export.counts':
    '{created, plural, one {Se creó # tarea} many {Se crearon # tareas} other {Se crearon # tareas}}, {decided, plural, one {se decidió # tarea} many {se decidieron # tareas} other {se decidieron # tareas}}, y las tareas empezaron a esperar {waits, plural, one {# vez} many {# veces} other {# veces}}.',
  'export.open': 'Exportar…',
  'export.title': 'Exportar',
  'export.format': 'Formato',
  'export.csv': 'CSV',
  'export.csv.hint': 'Para Excel y otros programas de hojas de cálculo',
  'export.json': 'JSON',
  'export.json.hint': 'Para otros programas',
  'export.warning':
    'El archivo puede contener datos de pacientes y no está cifrado. Guarde el archivo donde solo personas de su clínica puedan leerlo.',
  'export.save': 'Guardar archivo…',
  'export.busy': 'Preparando el archivo…',
  'export.tasks.text':
    'El archivo contendrá {count, plural, one {# tarea} many {# tareas} other {# tareas}}, con dictámenes y motivos.',
  'export.filters': 'Filtros: {list}',
  'export.noFilters': 'No hay ningún filtro, por eso el archivo contendrá todas las tareas.',
  'export.tasks.done':
    '{count, plural, one {Se exportó # tarea} many {Se exportaron # tareas} other {Se exportaron # tareas}} a {file}.',
};
