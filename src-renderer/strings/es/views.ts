import type { views as en } from '../en/views.ts';

export const views: Readonly<Record<keyof typeof en, string>> = {
  'views.menu': 'Vistas',
  'views.save': 'Guardar esta vista…',
  'views.edit': 'Cambiar nombre o eliminar…',
  'views.saveTitle': 'Guardar esta vista',
  'views.saveText':
    'La vista guarda los filtros, la búsqueda y el orden. Una vista con el mismo nombre se reemplaza.',
  'views.name': 'Nombre de la vista',
  'views.fault': 'Ingrese un nombre de 60 caracteres como máximo.',
  'views.saved': 'La vista “{name}” se guardó.',
  'views.editTitle': 'Cambiar nombre o eliminar vistas',
  'views.rename': 'Cambiar nombre',
  'views.delete': 'Eliminar “{name}”',
  'views.none': 'No hay vistas guardadas.',
};
