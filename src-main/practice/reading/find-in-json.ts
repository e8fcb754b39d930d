import { Buffer } from 'node:buffer';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { fhirFields, fhirRecordType } from './fhir-record.ts';
import { FhirBundle, FhirResource } from './fhir-types.ts';
import type { Finding } from './finding.ts';
import { LIMITS } from './limits.ts';
import { propertyName } from './properties.ts';

/** What a JSON document gave: medical records from FHIR resources, and plain properties from anything else. */
export interface JsonFindings {
  readonly findings: readonly Finding[];
  /** Property -> value, as in an answer like {"member_id": "..."}; keys in snake_case. */
  readonly data: ReadonlyMap<string, string>;
}

const PlainObject = z.record(z.string(), z.unknown());

/** Reads a JSON value: one FHIR resource, a Bundle, an array of resources, or plain properties. Never throws. */
export async function findInJson(
  inputUuid: string,
  value: unknown,
  latestYear: number,
): Promise<JsonFindings> {
  const resources = new Map<string, FhirResource>();
  const data = new Map<string, string>();
  collect(value, resources, data, '', 0);
  const patients = [...resources.values()].filter((one) => one.resourceType === 'Patient');
  const findings: Finding[] = [];
  for (const resource of resources.values()) {
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

function collect(
  value: unknown,
  resources: Map<string, FhirResource>,
  data: Map<string, string>,
  url: string,
  depth: number,
): void {
  if (depth > LIMITS.jsonDepth || resources.size >= LIMITS.jsonResources) return;
  if (Array.isArray(value)) {
    for (const one of value) collect(one, resources, data, '', depth + 1);
    return;
  }
  const bundle = FhirBundle.safeParse(value);
  if (bundle.success) {
    for (const entry of bundle.data.entry)
      collect(entry.resource, resources, data, entry.fullUrl ?? '', depth + 1);
    return;
  }
  const resource = FhirResource.safeParse(value);
  if (resource.success) {
    resources.set(
      url || `${resource.data.resourceType}/${resource.data.id ?? ''}#${resources.size}`,
      resource.data,
    );
    return;
  }
  const plain = PlainObject.safeParse(value);
  if (plain.success) collectData(plain.data, data);
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

/** The words of a resource: its narrative without markup, its conclusion, and text attached to it. */
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
