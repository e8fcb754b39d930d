import { type Clinic, clinicDay } from '../day/clinic-day.ts';
import type { BenchRow, Sample } from '../row.ts';

const CLINICS: readonly (readonly [string, Clinic])[] = [
  ['nothing open', { documents: 0, waiting: 0 }],
  ['quiet clinic', { documents: 10, waiting: 2 }],
  ['busy clinic', { documents: 300, waiting: 20 }],
];

export const trafficRow: BenchRow = {
  name: 'traffic',
  what: 'what tracking asks of the service in a day: nothing open; 10 documents, 2 Tasks waiting; 300 documents, 20 waiting',
  goal: { kind: 'none' },
  run: async ({ times, small, say }) => {
    const samples: Sample[] = [];
    let busy = 0;
    for (const [name, clinic] of CLINICS) {
      const { requests, bytes } = await clinicDay({
        documents: Math.round(clinic.documents * (small ? 1 : times)),
        waiting: Math.round(clinic.waiting * (small ? 1 : times)),
        ...(small && { hours: 0.2 }),
      });
      samples.push({ side: `${name}: requests`, value: requests });
      samples.push({ side: `${name}: MiB`, value: bytes / 2 ** 20 });
      say(`${name}: ${requests} requests, ${(bytes / 2 ** 20).toFixed(1)} MiB`);
      busy = bytes / 2 ** 20;
    }
    return {
      unit: 'a day',
      samples,
      figure: busy,
      meaning: 'MiB a day in a busy clinic',
      remarks: [
        'counted, not extrapolated: the tracker lives through the day on a clock on which its sleep takes no time, over real sockets; documents and TLS not in it',
        'Tasks take the service 3 minutes; tracking.seconds is 15, as it is by itself',
      ],
    };
  },
};
