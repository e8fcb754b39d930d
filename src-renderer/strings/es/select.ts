import type { select as en } from '../en/select.ts';

export const select: Readonly<Record<keyof typeof en, string>> = {
  'select.start': 'Seleccionar…',
  'select.end': 'Dejar de seleccionar',
  'select.all': 'Seleccionar todo',
  'select.bar': 'Filas seleccionadas',
  'select.count':
    '{count, plural, =0 {Nada seleccionado} one {Selección: # de {all, number}} many {Selección: # de {all, number}} other {Selección: # de {all, number}}}',
  'select.column': 'Seleccionar',
  'select.done': 'Marcar seguimiento como hecho ({count})',
  'select.markedDone':
    '{count, plural, one {Marcando el seguimiento de # tarea como hecho en el servicio.} many {Marcando los seguimientos de # tareas como hechos en el servicio.} other {Marcando los seguimientos de # tareas como hechos en el servicio.}}',
  'select.unended':
    '{count, plural, one {# tarea no ha terminado y se omite.} many {# tareas no han terminado y se omiten.} other {# tareas no han terminado y se omiten.}}',
  'select.retry': 'Reintentar ({count})',
  'select.withdraw': 'Omitir ({count})',
  'select.send': 'Enviar como tareas nuevas ({count})',
  'select.leaveOut': 'Omitir ({count})',
  'select.retries':
    '{count, plural, one {Se reintentará # elemento.} many {Se reintentarán # elementos.} other {Se reintentarán # elementos.}}',
  'select.withdraws':
    '{count, plural, one {Se omitirá # elemento.} many {Se omitirán # elementos.} other {Se omitirán # elementos.}}',
  'select.sends':
    '{count, plural, one {Se enviará # archivo.} many {Se enviarán # archivos.} other {Se enviarán # archivos.}}',
  'select.leavesOut':
    '{count, plural, one {Se omitirá # archivo.} many {Se omitirán # archivos.} other {Se omitirán # archivos.}}',
  'select.planned.retry': 'Clearfolder reintenta este elemento en un momento, salvo que elija Deshacer.',
  'select.planned.withdraw': 'Clearfolder omite este elemento en un momento, salvo que elija Deshacer.',
  'select.planned.send': 'Clearfolder envía este archivo en un momento, salvo que elija Deshacer.',
  'select.planned.leave-out': 'Clearfolder omite este archivo en un momento, salvo que elija Deshacer.',
  'select.undone':
    '{count, plural, one {# fila queda como antes.} many {# filas quedan como antes.} other {# filas quedan como antes.}}',
  'select.tooLate':
    '{count, plural, one {Ya era tarde para deshacer # fila.} many {Ya era tarde para deshacer # filas.} other {Ya era tarde para deshacer # filas.}} Revise su estado.',
};
