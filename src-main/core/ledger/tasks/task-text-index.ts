import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { type Ledger, readAll, readOne } from '../db/ledger.ts';
import { ID_BEGINS, searchOf } from './task-conditions.ts';
import { createTextSignatures, type Span } from './text-signatures.ts';

/** How many texts are noted in one go, before everything else has its turn: some 10 ms, as at a start the turns of the walks are long. */
const STEP = 5_000;
/** Fewer new Tasks are as soon read as noted. */
const WORTH_NOTING = 10_000;
/** What more uuids begin with than that is looked for everywhere. */
const MOST_IDS = 1_000;

const idSchema = z.object({ id: z.int() });
const textSchema = z.object({ id: z.int(), text: z.string() });
const topSchema = z.object({ top: z.int() });
const versionSchema = z.object({ schema_version: z.int() });

/**
 * Where among the Tasks of a ledger a text may be. It is in memory alone and noted in the background once somebody looks at the
 * Tasks, so that no document pays for it when it is sent, and nothing of it outlives the process.
 */
export interface TaskTextIndex {
  /** The stretches of Tasks that may match what is looked for, those first that this station came to know of the latest. */
  spans(text: string): Span[];
  /** Notes what is not noted yet, with turns for everything else in between. Resolves when it is, or the ledger was closed. */
  grow(): Promise<void>;
}

/** The ledger of the moment, which throws while there is none, and where a text may be in it. */
export interface Searched {
  readonly ledger: () => Ledger;
  readonly texts: (ledger: Ledger) => TaskTextIndex;
}

/** The Tasks in `@spans`, which is JSON of what `spans` gives: a FROM with its WHERE. */
export const IN_SPANS = `json_each(@spans) AS span CROSS JOIN task
  WHERE task.rowid > span.value->>'after' AND task.rowid <= span.value->>'upTo'`;

/** Gives the index of a ledger, the same as long as it is asked for the same ledger. */
export function createTaskTexts(): (ledger: Ledger) => TaskTextIndex {
  let kept: { readonly of: Ledger; readonly index: TaskTextIndex } | null = null;
  return (ledger) => {
    if (kept?.of !== ledger) kept = { of: ledger, index: createTaskTextIndex(ledger) };
    return kept.index;
  };
}

/** For one connection once: what it changes later is noted by a trigger of its own. */
function createTaskTextIndex(ledger: Ledger): TaskTextIndex {
  let signatures = createTextSignatures();
  let version = versionOf(ledger);
  let growing: Promise<void> | null = null;

  // Should the change be rolled back, the text is looked for there in vain, no more.
  ledger.db.function('note_text', (id: unknown, text: unknown) => {
    if (typeof id === 'number' && typeof text === 'string') signatures.change(id, text);
    return null;
  });
  ledger.db.exec(`CREATE TEMP TRIGGER note_text AFTER UPDATE OF search_text ON main.task
    BEGIN SELECT note_text(NEW.rowid, NEW.search_text); END`);

  // Another process may have changed a text, and a ledger written anew may have given other rowids.
  function known(): typeof signatures {
    const now = versionOf(ledger);
    if (now !== version) signatures = createTextSignatures();
    version = now;
    return signatures;
  }

  async function noteAll(): Promise<void> {
    const some = ledger.prepared(
      'SELECT rowid AS id, search_text AS text FROM task WHERE rowid > ? ORDER BY rowid LIMIT ?',
    );
    for (let more = true; more; ) {
      await nextTurn();
      if (!ledger.db.open) return;
      const rows = readAll(some, textSchema, known().end(), STEP);
      for (const { id, text } of rows) signatures.append(id, text);
      more = rows.length === STEP;
    }
  }

  return {
    spans: (text) => {
      const { search, mayBeId } = searchOf(text) ?? { search: '', mayBeId: false };
      const ids = mayBeId ? idsOf(ledger, search) : [];
      const top = topOf(ledger);
      const end = ids === null ? 0 : known().end();
      return [
        ...(top > end ? [{ after: end, upTo: top }] : []),
        ...(ids === null ? [] : signatures.spans(search, ids)),
      ];
    },
    grow: () => {
      if (growing === null && topOf(ledger) - known().end() < WORTH_NOTING) return Promise.resolve();
      growing ??= noteAll()
        // A ledger that cannot be read says so to whoever searches it.
        .catch(() => undefined)
        .finally(() => {
          growing = null;
        });
      return growing;
    },
  };
}

/** The rowids of the Tasks whose uuid begins so; null where they are many. */
function idsOf(ledger: Ledger, search: string): number[] | null {
  const rows = ledger.prepared(`SELECT rowid AS id FROM task WHERE ${ID_BEGINS} LIMIT ${MOST_IDS + 1}`);
  const ids = readAll(rows, idSchema, { search }).map(({ id }) => id);
  return ids.length > MOST_IDS ? null : ids;
}

/** The highest rowid of a Task: as many as there are, or a few more. */
export function topOf(ledger: Ledger): number {
  return readOne(ledger.prepared('SELECT COALESCE(MAX(rowid), 0) AS top FROM task'), topSchema)?.top ?? 0;
}

function versionOf(ledger: Ledger): string {
  const schema = readOne(ledger.prepared('PRAGMA schema_version'), versionSchema)?.schema_version;
  return `${schema} ${ledger.dataVersion()}`;
}
