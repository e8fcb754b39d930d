import type { OutcomeTexts } from '../texts/outcome-texts.ts';

export const OUTCOME_TEXTS_ES: OutcomeTexts = {
  'status.pending': 'En cola en el servicio',
  'status.deferred': 'En cola en el servicio',
  'status.processing': 'En revisión',
  'status.waiting': 'Por responder',
  'status.completed': 'Decidida',
  'status.failed': 'Falló en el servicio',
  'status.invalid': 'Sin nada relevante',
  'status.gone': 'Ya no está en el servicio',
  'status.denied': 'Estado desconocido',
  'status.answered': 'Respondida',
  'status.set-aside': 'Pospuesta',
  'status.given-up': 'Abandonada',
  'verdict.approved': 'Aprobado',
  'verdict.not-approved': 'No aprobado',
  'verdict.none.loaded': 'Sin dictamen',
  'verdict.none.not_loaded': 'Aún sin cargar',
  'verdict.none.as_of': 'Aún sin cargar',
  'verdict.none.deleted': 'Eliminado (plazo vencido)',
};
