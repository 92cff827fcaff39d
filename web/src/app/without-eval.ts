import { z } from 'zod';

// Zod would try to compile schemas with eval, and the content security policy would report the attempt. Import this
// file first.
z.config({ jitless: true });
