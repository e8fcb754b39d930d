import type { KindTexts } from '../texts/insights-text.ts';
import type { IssueTexts } from '../texts/issue-text.ts';

export const ISSUE_TEXTS_ES: IssueTexts = {
  notSupplied: 'El servicio no indicó el motivo',
  names: {
    'birth date': 'fecha de nacimiento',
    date: 'fecha',
    'date of birth': 'fecha de nacimiento',
    DOB: 'fecha de nacimiento',
    'insurance card': 'tarjeta de seguro',
    'member ID': 'número de afiliado',
    name: 'nombre',
    'patient name': 'nombre del paciente',
    'patient visit': 'consulta del paciente',
    'prior auth form': 'formulario de autorización previa',
    referral: 'orden de referencia',
  },
  noMessage: 'El servicio informa: {key}',
  keys: {
    'task.data.missing': { sentence: 'Falta el dato {property}.', short: '{property}' },
    'task.data.inconsistent': {
      sentence: 'El dato {property} no es igual en todos los documentos.',
      short: '{property} (diferente entre los documentos)',
    },
    'task.medical_record.missing': {
      sentence: 'No se encontró {record} en los documentos.',
      short: '{record}',
    },
    'task.medical_record.expired': {
      sentence: 'El documento {record} es demasiado antiguo.',
      short: '{record} más reciente',
    },
    'task.medical_record.incorrect_sequence': {
      sentence: 'Las fechas de {record} no están en el orden requerido.',
      short: '{record} (orden de las fechas)',
    },
    'task.logic.fail': { sentence: 'Una revisión del código {code} falló: {message}' },
    'task.logic.warning': { sentence: 'Una revisión del código {code} dio una advertencia: {message}' },
    'medical_record.data.missing': {
      sentence: 'El documento {record} no muestra el dato {property}.',
      short: '{property} en {record}',
    },
  },
};

export const KIND_TEXTS_ES: KindTexts = {
  'task.logic.fail': 'Una revisión falló.',
  'task.logic.warning': 'Una revisión dio una advertencia.',
  'task.llm.other': 'El servicio hizo una observación propia.',
};
