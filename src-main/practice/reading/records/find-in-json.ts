import { Buffer } from 'node:buffer';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { FhirBundle, FhirResource, fhirFields, fhirRecordType } from './fhir.ts';
import type { Finding } from './finding.ts';
import { propertyName } from './properties.ts';

export interface JsonFindings {
  readonly findings: readonly Finding[];
  /** The values of plain properties, by name in snake_case. An answer such as {"member_id": "..."} has plain properties. */
  readonly data: ReadonlyMap<string, string>;
}

const Entry = z.object({ resource: z.unknown() });

const resourceOf = (entry: unknown): unknown => Entry.safeParse(entry).data?.resource;

/** Reads a FHIR resource, a Bundle, an array of resources, or an object with plain properties. Never rejects. */
export async function findInJson(
  inputUuid: string,
  value: unknown,
  latestYear: number,
): Promise<JsonFindings> {
  const resources: FhirResource[] = [];
  const data = new Map<string, string>();
  for (const [index, object] of objectsIn(value).entries()) {
    if (index % 50 === 0) await nextTurn();
    const resource = FhirResource.safeParse(object);
    if (resource.success) resources.push(resource.data);
    else collectData(object, data);
  }
  const patients = resources.filter((one) => one.resourceType === 'Patient');
  const findings: Finding[] = [];
  for (const resource of resources) {
    if (findings.length >= LIMITS.recordsPerFile) break;
    if (findings.length % 50 === 0) await nextTurn();
    const text = notesOf(resource);
    const type = fhirRecordType(resource, text);
    if (type === null) continue;
    const fields = fhirFields(resource, text, patientOf(resource, patients), latestYear);
    const content = text === '' ? JSON.stringify(fields) : text;
    findings.push({ inputUuid, type, start: 1, pages: [content.slice(0, LIMITS.charactersPerPage)], fields });
  }
  return { findings, data };
}

function objectsIn(value: unknown): Readonly<Record<string, unknown>>[] {
  const objects: Readonly<Record<string, unknown>>[] = [];
  let visits = 0;
  const open = (one: unknown, depth: number): void => {
    visits += 1;
    if (typeof one !== 'object' || one === null || depth > LIMITS.jsonDepth) return;
    const bundle = Array.isArray(one) ? null : FhirBundle.safeParse(one);
    const inner: readonly unknown[] | undefined = Array.isArray(one) ? one : bundle?.data?.entry;
    if (inner === undefined) {
      objects.push({ ...one });
      return;
    }
    for (const next of inner) {
      if (visits >= LIMITS.jsonVisits || objects.length >= LIMITS.jsonResources) return;
      open(bundle?.success ? resourceOf(next) : next, depth + 1);
    }
  };
  open(value, 0);
  return objects;
}

function collectData(plain: Readonly<Record<string, unknown>>, data: Map<string, string>): void {
  for (const [key, value] of Object.entries(plain).slice(0, LIMITS.jsonResources)) {
    const text =
      typeof value === 'string'
        ? value.trim()
        : typeof value === 'number' || typeof value === 'boolean'
          ? String(value)
          : '';
    if (text !== '') data.set(propertyName(key), text.slice(0, LIMITS.charactersPerPage));
    else if (typeof value === 'object' && value !== null && Object.keys(value).length > 0) {
      data.set(propertyName(key), JSON.stringify(value).slice(0, LIMITS.charactersPerPage));
    }
  }
}

function patientOf(resource: FhirResource, patients: readonly FhirResource[]): FhirResource | null {
  const link = (resource.subject ?? resource.patient ?? resource.beneficiary)?.reference;
  if (link === undefined) return null;
  const target = patients.find((patient) => patient.id !== undefined && link.endsWith(patient.id));
  return target ?? (patients.length === 1 ? (patients[0] ?? null) : null);
}

/** Returns the notes of a resource as one text: the narrative without markup, the conclusion, and the attached texts. */
function notesOf(resource: FhirResource): string {
  const attachments = [
    ...(resource.content ?? []).map((one) => one.attachment),
    ...(resource.presentedForm ?? []),
  ];
  const attached = attachments.map((one) =>
    one?.data !== undefined && (one.contentType ?? '').startsWith('text/')
      ? Buffer.from(one.data, 'base64').toString('utf8')
      : '',
  );
  const narrative = (resource.text?.div ?? '').replace(/<[^<>]*>/g, '\n');
  const parts = [narrative, resource.conclusion ?? '', ...attached].map((part) => part.trim());
  return parts
    .filter((part) => part !== '')
    .join('\n')
    .slice(0, LIMITS.charactersPerPage);
}
