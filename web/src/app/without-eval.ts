import { z } from 'zod';

// Schemas would try to compile themselves, and the policy of the page would report the attempt. First import of the page.
z.config({ jitless: true });
