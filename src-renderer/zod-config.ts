import { config } from 'zod';

// By default Zod compiles schemas with `new Function`, which the content security policy forbids. `jitless` prevents this.
config({ jitless: true });
