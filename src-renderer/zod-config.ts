import { config } from 'zod';

// Zod compiles schemas with `new Function` by default; the content security policy forbids the attempt.
config({ jitless: true });
