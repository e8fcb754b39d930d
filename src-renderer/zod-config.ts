import { config } from 'zod';

// Zod compiles schemas with `new Function` where it may; the content security policy forbids even the attempt.
config({ jitless: true });
