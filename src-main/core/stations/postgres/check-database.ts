import { z } from 'zod';
import { type Said, say } from '../../../contract/say.ts';
import { detailOf } from '../../../contract/texts/detail.ts';
import { type PlainError, problemError } from '../../plain-error.ts';
import { IS_GONE } from './claims.ts';
import { type DatabaseAddress, openDatabase, problemOf, StationRefused } from './database.ts';
import { stationKeys } from './keys.ts';

const foundSchema = z.object({
  key_check: z.instanceof(Buffer).nullable(),
  stations: z.coerce.number(),
  claims: z.coerce.number(),
  is_standby: z.boolean(),
});

/** Checks that this station may use the stations' database, and returns a text about its content. @throws PlainError about the problem */
export async function checkDatabase(address: DatabaseAddress, passphrase: string | null): Promise<Said> {
  const database = openDatabase(address);
  try {
    if (passphrase === null) throw new StationRefused(detailOf('detail.noPassphrase'));
    const [there] = await database.query(
      z.object({ there: z.boolean() }),
      `SELECT to_regclass('clearfolder.about') IS NOT NULL AS there`,
    );
    if (there?.there !== true) return say('doctor.reachedNoStationUsed');
    const [found] = await database.query(
      foundSchema,
      `SELECT key_check, pg_is_in_recovery() AS is_standby,
         (SELECT count(*) FROM clearfolder.station WHERE NOT ${IS_GONE}) AS stations,
         (SELECT count(*) FROM clearfolder.claim WHERE NOT done) AS claims
       FROM clearfolder.about`,
    );
    if (found?.is_standby) throw new StationRefused(detailOf('detail.databaseStandby'));
    if (found?.key_check && !found.key_check.equals((await stationKeys(passphrase)).check))
      throw new StationRefused(detailOf('detail.otherPassphrase'));
    return say('doctor.reachedStationsActiveNow', {
      stations: found?.stations ?? 0,
      claims: found?.claims ?? 0,
    });
  } catch (error) {
    throw plain(error);
  } finally {
    await database.close();
  }
}

const plain = (error: unknown): PlainError => problemError(problemOf(error));
