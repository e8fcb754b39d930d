import type { KindTexts } from '../texts/insights-text.ts';
import type { IssueTexts } from '../texts/issue-text.ts';

export const ISSUE_TEXTS_ES: IssueTexts = {
  notSupplied: 'El servicio no indicó el motivo',
  names: {
    'birth date': 'fecha de nacimiento',
    consent: 'consentimiento',
    date: 'fecha',
    'date of birth': 'fecha de nacimiento',
    'discharge summary': 'resumen de alta',
    DOB: 'fecha de nacimiento',
    documents: 'documentos',
    extracted: 'datos extraídos',
    'imaging report': 'informe de imágenes',
    'insurance card': 'tarjeta de seguro',
    'lab report': 'informe de laboratorio',
    'medication list': 'lista de medicamentos',
    'member ID': 'número de afiliado',
    name: 'nombre',
    'patient demographics': 'datos del paciente',
    'patient name': 'nombre del paciente',
    'patient visit': 'consulta del paciente',
    'prior auth form': 'formulario de autorización previa',
    'prior authorization': 'autorización previa',
    'problem list': 'lista de problemas',
    'procedure note': 'nota del procedimiento',
    referral: 'orden de referencia',
    'request spec': 'detalles de la solicitud',
    'service request': 'solicitud de servicio',
    'supporting document': 'documento de apoyo',
    upload: 'archivo enviado',
  },
  noMessage: 'El servicio informa: {key}',
  keys: {
    'task.data.missing': { sentence: 'Falta el dato “{property}”.', short: '{property}' },
    'task.data.inconsistent': {
      sentence: 'El dato “{property}” no es igual en todos los documentos.',
      short: '{property} (diferente entre los documentos)',
    },
    'task.medical_record.missing': {
      sentence: 'Falta el documento “{record}”.',
      short: '{record}',
    },
    'task.medical_record.expired': {
      sentence: 'El documento “{record}” es demasiado antiguo.',
      short: '{record} más reciente',
    },
    'task.medical_record.incorrect_sequence': {
      sentence: 'Las fechas del documento “{record}” no están en el orden requerido.',
      short: '{record} (orden de las fechas)',
    },
    'task.logic.fail': { sentence: 'Una revisión del código {code} falló: {message}' },
    'task.logic.warning': { sentence: 'Una revisión del código {code} dio una advertencia: {message}' },
    'medical_record.data.missing': {
      sentence: 'El documento “{record}” no muestra el dato “{property}”.',
      short: '{property} ({record})',
    },
  },
};

export const KIND_TEXTS_ES: KindTexts = {
  'task.logic.fail': 'Una revisión falló.',
  'task.logic.warning': 'Una revisión dio una advertencia.',
  'task.llm.other': 'El servicio hizo una observación propia.',
};
